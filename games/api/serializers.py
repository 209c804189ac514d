"""Players, games and their logs as the REST interface shows them, and what it accepts."""

from collections.abc import Sequence
from typing import Any

from drf_spectacular.utils import OpenApiParameter, PolymorphicProxySerializer
from rest_framework import serializers

from games.access import event_of
from games.answers import Answer, JsonAnswer, SeenPlayerSerializer
from games.api.fields import (
    PlayerReferenceField,
    RequestSerializer,
    StrictBooleanField,
    StrictCharField,
    StrictDateField,
    StrictDictField,
    StrictIntegerField,
    StrictListField,
    StrictUUIDField,
)
from games.domain.events import EVENT_TYPES
from games.domain.events.fields import LONGEST_MOVE, LONGEST_SEED, LONGEST_STARTER_REASON, LONGEST_TITLE
from games.enums import Decision, GameState
from games.models import Game, Player, Seat, ShownSeat
from games.models.player import born_by_now, printable
from games.queries.seats import shown_seats
from rules.board import COLOURS_OF_LETTERS

#: An id in the examples of the description.
EXAMPLE_ID = "6f1c0000-0000-4000-8000-000000000001"
#: Choices that the description of the interface calls by these names (settings).
GAME_STATES = [each.value for each in GameState]
EVENT_KINDS = [str(kind) for kind in EVENT_TYPES]
_IMPORTED = "The number of events, the first ones, that came from a file: their actors have no account here."


#: Of a request that names a person (``games.queries.name_matching.check_namesakes``).
IS_NEW = "Whether it is somebody new, although a name here is the same or nearly so; else that is 409 with who it is."


class PlayerSerializer(RequestSerializer, serializers.ModelSerializer[Player]):
    """A player: the name as the public sees it. Writers may give name, nickname and date of birth."""

    example = {"name": "Anna Amsel", "nickname": "Anna"}
    name = StrictCharField(max_length=100, validators=[printable])
    nickname = StrictCharField(required=False, allow_blank=True, max_length=100, validators=[printable])
    born = StrictDateField(
        write_only=True,
        required=False,
        allow_null=True,
        validators=[born_by_now],
        help_text="Only where the youngest starts; never shown.",
    )
    new = StrictBooleanField(write_only=True, default=False, help_text=IS_NEW)

    class Meta:
        model = Player
        fields = ["id", "name", "nickname", "born", "new"]

    def to_representation(self, instance: Player) -> dict[str, Any]:
        """The name behind a nickname is not shown."""
        return {**SeenPlayerSerializer.of(instance), "nickname": instance.nickname}

    def save(self, **more: Any) -> Player:
        """Save the player; what the request says of namesakes is not stored."""
        self.validated_data.pop("new", None)
        return super().save(**more)


class SeatSerializer(Answer):
    """Who leads which colours."""

    player = SeenPlayerSerializer()
    colours = serializers.ListField(child=serializers.CharField())
    rearguard = serializers.CharField(allow_null=True)
    vanguard = serializers.CharField(allow_null=True)


class OnlineDiceSerializer(Answer):
    """Online dice, as far as everybody may know them."""

    commitment = serializers.CharField(help_text="SHA-256 of the seed.")
    seeds = serializers.DictField(child=serializers.CharField(), help_text="Texts of the sides, by player.")
    rolls = serializers.IntegerField(help_text="Rolls that are used up.")
    revealed = serializers.CharField(help_text="The seed once the game is over; empty before.")


class EventOfGameSerializer(Answer):
    """The event of a game, and which of its games it is."""

    slug = serializers.CharField()
    name = serializers.CharField()
    number = serializers.IntegerField(help_text="Of the game in the event: Game 3 of the evening.")


class ClockStateSerializer(JsonAnswer):
    """A clock; what is missing was never set: no start, no limit."""

    played_ms = serializers.IntegerField(required=False, help_text="Played when it stopped last.")
    since = serializers.DateTimeField(
        required=False, allow_null=True, help_text="Running since; null: it stands."
    )
    limit_reached = serializers.BooleanField(required=False)
    limit_ms = serializers.IntegerField(
        required=False, help_text="The time that is allowed, extensions with it."
    )


class GameSerializer(Answer):
    """The present state of a game."""

    id = serializers.UUIDField()
    title = serializers.CharField()
    event = EventOfGameSerializer(allow_null=True, help_text="null: a game by itself.")
    rules = serializers.CharField(source="rules_name")
    options = serializers.DictField()
    board = serializers.CharField(source="rules.board")
    state = serializers.ChoiceField(choices=GAME_STATES)
    seats = SeatSerializer(many=True)
    starter = serializers.CharField(allow_null=True)
    number = serializers.IntegerField(help_text="Number of the last event; send it back as `expected`.")
    head = serializers.CharField(help_text="Hash of the last event.")
    position = serializers.CharField(allow_null=True)
    colour = serializers.CharField(allow_null=True, help_text="The colour to throw.")
    missed = serializers.IntegerField(help_text="Throws it has missed in a row of three.")
    player = SeenPlayerSerializer(allow_null=True, help_text="The player to throw.")
    finished = serializers.ListField(child=serializers.CharField())
    places = serializers.ListField(child=serializers.CharField())
    winner = SeenPlayerSerializer(allow_null=True)
    decided_by = serializers.ChoiceField(choices=[*(each.value for each in Decision), ""])
    ranking = serializers.ListField(
        child=SeenPlayerSerializer(many=True),
        help_text="Of an adjudicated game: players from first to last, in groups of equal boards.",
    )
    entered = serializers.DictField(source="told", help_text="A result that was typed in or corrected.")
    tallies = serializers.DictField(
        help_text="What is counted: faces, captures, waiting, pawns saved in order."
    )
    dice = OnlineDiceSerializer(allow_null=True, help_text="null: a die lies on the table.")
    clock = ClockStateSerializer()
    calls = serializers.ListField(child=serializers.IntegerField(), help_text="Calls without an answer.")
    correction = serializers.IntegerField(
        allow_null=True, help_text="The correction that waits for approval."
    )
    confirmations = serializers.ListField(child=serializers.CharField(), help_text="Who has confirmed it.")
    created_at = serializers.DateTimeField()
    started_at = serializers.DateTimeField(allow_null=True)
    ended_at = serializers.DateTimeField(allow_null=True)
    is_public = serializers.BooleanField(help_text="As its event; a game by itself is public.")
    imported = serializers.IntegerField(help_text=_IMPORTED)

    @classmethod
    def of(cls, value: Any = None, /, **handed_in: Any) -> dict[str, Any]:
        """The state of a game. A query each for seats and event, unless they were read with it."""
        return super().of(value, **_computed(value), **handed_in)


def on_one_line(title: str) -> None:
    """Refuse what can stand in no record of a game."""
    if not title.isprintable():
        raise serializers.ValidationError(StrictCharField.default_error_messages["lines"], code="lines")


class NewSeatSerializer(RequestSerializer):
    """A player and the colours they lead."""

    player = PlayerReferenceField()
    colours = StrictListField(child=StrictCharField())


class NewGameSerializer(RequestSerializer):
    """A new game; it begins at once where ``starter`` or ``youngest`` is given, as ``start/`` would begin it."""

    example = {
        "rules": "mhd",
        "seats": [
            {"player": EXAMPLE_ID, "colours": ["yellow"]},
            {"player": EXAMPLE_ID[:-1] + "2", "colours": ["red"]},
        ],
        "title": "Tuesday",
        "starter": "yellow",
    }
    rules = StrictCharField()
    options = StrictDictField(required=False)
    seats = NewSeatSerializer(many=True)
    title = StrictCharField(required=False, max_length=LONGEST_TITLE, validators=[on_one_line])
    id = StrictUUIDField(required=False, help_text="Of the game, made by you: a repeat is harmless.")
    starter = StrictCharField(required=False)
    youngest = StrictUUIDField(
        required=False, help_text="The player who is said to be the youngest: their colour starts."
    )
    reason = StrictCharField(
        required=False,
        max_length=LONGEST_STARTER_REASON,
        help_text="Why another colour starts than is due.",
    )
    trapdoors = StrictListField(child=StrictIntegerField(), required=False)
    wormholes = StrictListField(child=StrictListField(child=StrictIntegerField()), required=False)
    published_seed = StrictCharField(
        required=False, max_length=LONGEST_SEED, help_text="From which they are drawn instead."
    )
    how = StrictDictField(required=False)


class ThrowSerializer(RequestSerializer):
    """A throw to record, and what was moved with it."""

    example = {"die": 6, "move": "6:B-A", "expected": 2}

    die = serializers.IntegerField(min_value=0)
    move = serializers.CharField(
        required=False, allow_null=True, max_length=LONGEST_MOVE, help_text="null: nothing was moved."
    )
    expected = serializers.IntegerField(required=False, help_text="The number of the last event you know.")
    id = serializers.UUIDField(required=False, help_text="Made by you; makes a repeat harmless.")
    happened_at = serializers.DateTimeField(required=False, help_text="When, by your clock.")


#: One throw, or several as a list.
THROWS = PolymorphicProxySerializer(
    "Throws", [ThrowSerializer, ThrowSerializer(many=True)], resource_type_field_name=None, many=False
)


class EventSerializer(Answer):
    """One event of a log."""

    number = serializers.IntegerField()
    kind = serializers.ChoiceField(choices=EVENT_KINDS)
    payload = serializers.DictField()
    position = serializers.CharField()
    finished = serializers.ListField(child=serializers.CharField())
    actor = serializers.CharField()
    id = serializers.UUIDField(allow_null=True, source="client_id")
    happened_at = serializers.DateTimeField(allow_null=True)
    recorded_at = serializers.DateTimeField()
    hash = serializers.CharField()


class LogSerializer(Answer):
    """The log of a game."""

    game = serializers.UUIDField()
    number = serializers.IntegerField()
    imported = serializers.IntegerField(help_text=_IMPORTED)
    events = EventSerializer(many=True)


class RecordedSerializer(Answer):
    """What was recorded and the state it led to."""

    game = GameSerializer()
    events = EventSerializer(many=True)


# -- how a game is shown ---------------------------------------------------------------------------


def _computed(game: Game) -> dict[str, Any]:
    """The members of a game that are no attributes of it."""
    seats = shown_seats(game)
    players = {seat.player: {"id": seat.player, "name": seat.name} for seat in seats}
    colour, missed = _to_throw(game.position)
    return {
        "seats": [
            {
                "player": players[player],
                "colours": colours,
                "rearguard": _with_role(seats, player, Seat.Role.REARGUARD),
                "vanguard": _with_role(seats, player, Seat.Role.VANGUARD),
            }
            for player, colours in game.seating.items()
        ],
        "event": event_of(game),
        "colour": colour,
        "missed": missed,
        "player": next((players[seat.player] for seat in seats if seat.colour == colour), None),
        "ranking": [[players[player] for player in group] for group in game.ranking],
        "winner": None if game.winner_id is None else players[str(game.winner_id)],
        "dice": game.dice or None,
        "imported": min(game.imported, game.number),
    }


def _to_throw(position: str) -> tuple[str | None, int]:
    """The colour to throw and how many throws it has missed, read off a position; no colour where none throws."""
    if not position:
        return None, 0
    throw = position.split(" ")[2]
    return COLOURS_OF_LETTERS.get(throw[0]), int(throw[1])


def _with_role(seats: Sequence[ShownSeat], player: str, role: Seat.Role) -> str | None:
    return next((seat.colour for seat in seats if (seat.player, seat.role) == (player, role)), None)


# -- what requests that record have in common ------------------------------------------------------


EXPECTED = [
    OpenApiParameter(
        "If-Match", str, OpenApiParameter.HEADER, description="The number of the last event, as in ETag."
    ),
    OpenApiParameter("expected", int, description="The same as a query parameter."),
]
#: What every event can have besides its own members.
COMMON: dict[str, Any] = {
    "expected": {"type": "integer", "description": "The number of the last event you know."},
    "id": {"type": "string", "format": "uuid", "description": "Made by you; makes a repeat harmless."},
    "happened_at": {"type": "string", "format": "date-time", "description": "When, by your clock."},
}
ID_OF_A_THROW = OpenApiParameter(
    "Idempotency-Key",
    # A text, as all headers are: not all clients can send what they know to be a UUID.
    {"type": "string", "pattern": "^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$"},
    OpenApiParameter.HEADER,
    description="The `id` of a single throw, a UUID.",
)
