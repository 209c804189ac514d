"""The shapes of the REST interface of tournaments, for reading requests and for its description."""

from collections.abc import Callable, Mapping
from dataclasses import fields
from datetime import datetime
from typing import Any, get_args, get_origin, get_type_hints
from uuid import UUID

from rest_framework import serializers

from games.access import set_event
from games.answers import Answer, SaidSerializer, SeenPlayerSerializer
from games.api.fields import (
    PlayerReferenceField,
    RequestSerializer,
    SlugReferenceField,
    StrictBooleanField,
    StrictCharField,
    StrictChoiceField,
    StrictDateField,
    StrictDateTimeField,
    StrictDictField,
    StrictIntegerField,
    StrictListField,
    StrictSlugField,
    StrictUUIDField,
)
from games.api.serializers import (
    EXAMPLE_ID,
    ClockStateSerializer,
    GameSerializer,
)
from games.domain.clock import Clock
from games.domain.events.fields import LONGEST_SEED, LONGEST_TEXT
from games.enums import Decision, GameState
from games.models import Game
from rules import Text
from tournaments.formats import Points
from tournaments.formats.clinching.place_bounds import MEMBER, Decided, Proof, Prospect
from tournaments.formats.contest import EntrantSeating
from tournaments.formats.verdict import (
    Column,
    Cut,
    DrawNeeded,
    Finished,
    NextGame,
    PlannedGame,
    PlannedRound,
    Score,
    SeatingWanted,
    Unfinished,
)
from tournaments.kit.operations import FormatField, MadeSerializer, PlaceSerializer
from tournaments.models import LONGEST_BOARD, Draw, Entry, Event, EventGame, Season
from tournaments.models.event import LEAST_SECONDS, LONGEST_EVENT_NAME, MOST_SECONDS
from tournaments.services.slip import LONGEST_SECONDS
from tournaments.standings.conclusion import gives_points
from tournaments.standings.queries import entry_names, load_standings
from tournaments.standings.rounds import RoundState, RoundStatus


class SeasonSerializer(RequestSerializer, Answer):
    """A season."""

    example = {"slug": "2027", "name": "2027", "starts_on": "2027-01-01", "ends_on": "2027-12-31"}

    slug = StrictSlugField(max_length=60)
    name = StrictCharField(max_length=100)
    starts_on = StrictDateField()
    ends_on = StrictDateField()


class EventChoicesSerializer(RequestSerializer):
    """What is chosen of an event and may be left out."""

    settings = StrictDictField(required=False)
    ranked = StrictBooleanField(required=False)
    forecasts = StrictBooleanField(required=False)
    seconds_per_throw = StrictIntegerField(
        min_value=LEAST_SECONDS, max_value=MOST_SECONDS, required=False, allow_null=True
    )
    is_public = StrictBooleanField(required=False)


class NewEventSerializer(EventChoicesSerializer):
    """A new event; settings that are not given have their defaults (`GET /api/v1/formats/`)."""

    example = {
        "season": "2027",
        "slug": "spring-cup",
        "name": "Spring Cup",
        "format": "championship",
        "rules": "xmadn-3t",
        "settings": {"wins": 3},
        "starts_on": "2027-03-20",
    }

    season = SlugReferenceField(slug_field="slug", queryset=Season.objects.all())
    slug = StrictSlugField(max_length=60)
    name = StrictCharField(max_length=LONGEST_EVENT_NAME)
    format = FormatField(source="format_key")
    rules = StrictCharField(source="rules_name", max_length=40)
    options = StrictDictField(required=False)
    level = StrictChoiceField(choices=Event.Level.values, default=1)
    starts_on = StrictDateField()


class ChangedEventSerializer(EventChoicesSerializer):
    """What is to be changed of an event; ``note`` says why where it is being played."""

    example = {"name": "Spring Cup", "settings": {"wins": 2}, "note": "The hall closes at ten."}

    name = StrictCharField(max_length=LONGEST_EVENT_NAME, required=False)
    level = StrictChoiceField(choices=Event.Level.values, required=False)
    starts_on = StrictDateField(required=False)
    note = StrictCharField(max_length=80, required=False)


class TournamentEventSerializer(Answer):
    """An event without what follows from its games; that is its table."""

    slug = serializers.SlugField()
    name = serializers.CharField()
    season = serializers.SlugField(source="season.slug")
    format = FormatField(source="format_key")
    rules = serializers.CharField(source="rules_name")
    options = serializers.DictField()
    settings = serializers.DictField()
    level = serializers.ChoiceField(choices=Event.Level.values)
    ranked = serializers.BooleanField(help_text="Whether it gives ranking points.")
    forecasts = serializers.BooleanField(help_text="Whether chances are worked out after every game.")
    seconds_per_throw = serializers.IntegerField(
        allow_null=True, help_text="As the organiser has set it; null: as measured."
    )
    starts_on = serializers.DateField()
    ended_on = serializers.DateField(allow_null=True)
    status = serializers.ChoiceField(choices=Event.Status.values)
    hold = serializers.ChoiceField(choices=Event.Hold.values, help_text="While it lasts no game begins.")
    version = serializers.IntegerField(help_text="Grows with every change; the ETag of the standings.")
    is_public = serializers.BooleanField(
        help_text="false: seen only with a role there or by a link of it, and counted nowhere."
    )

    @classmethod
    def of(cls, value: Any = None, /, **handed_in: Any) -> dict[str, Any]:
        """The event; whether it gives ranking points follows from its format, too."""
        return super().of(value, ranked=gives_points(value), **handed_in)


class NewEntrySerializer(RequestSerializer):
    """A player to enter; without a seed they are seeded last."""

    example = {"player": EXAMPLE_ID, "seed": 1}

    player = PlayerReferenceField()
    seed = StrictIntegerField(min_value=1, max_value=32767, required=False)


class EntrySerializer(Answer):
    """A player in an event."""

    key = serializers.CharField(help_text="How draws and tables call this entry.")
    seed = serializers.IntegerField()
    left_after = serializers.IntegerField(
        allow_null=True, help_text="The number of games with a result when the player left for good [T12]."
    )
    youngest = serializers.BooleanField(help_text="Whether the player is said to be the youngest.")
    number = serializers.IntegerField(help_text="The start number, never given twice in the event.")
    team = serializers.CharField(help_text="Of a hall; empty: none.")
    groups = serializers.ListField(child=serializers.CharField(), help_text="Of a hall: labels.")
    presence = serializers.ChoiceField(
        choices=Entry.Presence.values, help_text="Of a hall: only who is present is seated."
    )
    player = SeenPlayerSerializer()


class NewDrawSerializer(RequestSerializer):
    """A draw to hold: from a published seed (or one made now), by seed, by choice, by throws, or as held by hand."""

    example = {"method": "published seed", "published_seed": "the lottery of 20 March"}

    method = StrictChoiceField(choices=Draw.Method.values, default=Draw.Method.PUBLISHED_SEED.value)
    subject = StrictCharField(required=False, help_text="Which draw; the first that is due if left out.")
    published_seed = StrictCharField(required=False, max_length=200)
    choices = StrictListField(
        child=StrictIntegerField(),
        required=False,
        help_text="chosen: in seed order the places taken, from 0.",
    )
    order = StrictListField(
        child=StrictCharField(), required=False, help_text="by hand: keys in the order of the places."
    )
    throws = StrictListField(
        child=StrictDictField(child=StrictIntegerField()),
        required=False,
        help_text="thrown for: rounds of key → die; those who are level throw again.",
    )


class DrawnSerializer(Answer):
    """What was drawn: ``order[i]`` got ``places[i]``."""

    subject = serializers.CharField()
    name = SaidSerializer()
    places = SaidSerializer(many=True)
    order = serializers.ListField(child=serializers.CharField())
    method = serializers.ChoiceField(choices=Draw.Method.values)
    published_seed = serializers.CharField()
    throws = serializers.ListField(child=serializers.DictField(child=serializers.IntegerField()))
    reason = SaidSerializer()


class TableDrawSerializer(DrawnSerializer):
    """A draw: ``order[i]`` got ``places[i]``."""

    created_at = serializers.DateTimeField()


class DrawSerializer(DrawnSerializer, MadeSerializer):
    """A draw, and who held it."""

    @classmethod
    def of_event(cls, draw: Draw, standings: Mapping[str, Any]) -> dict[str, Any]:
        """Return a draw that anybody can check; ``standings`` is the table of its event, as the viewer sees it."""
        names = {entry["key"]: entry["name"] for entry in standings["entries"]}
        return cls.of(
            draw,
            name=draw.with_names(entry_names(standings)).name,
            throws=[dict(thrown) for thrown in draw.value.throws],
            reason=draw.value.describe(names),
        )


class OverrideSerializer(RequestSerializer):
    """The organiser's decision that another colour starts."""

    starter = StrictCharField()
    reason = StrictCharField(max_length=200)


class PrepareGameSerializer(RequestSerializer):
    """The next game."""

    example = {"number": 1, "board": "3"}

    number = StrictIntegerField(
        required=False, min_value=1, help_text="Which game; refused if that one is not due."
    )
    board = StrictCharField(
        required=False,
        allow_blank=True,
        max_length=LONGEST_BOARD,
        help_text="The table at which it is played; access can be given for one board.",
    )
    id = StrictUUIDField(
        source="game_id",
        required=False,
        help_text="Id of the game, made by the client; makes a repeat harmless.",
    )
    trapdoors = StrictListField(
        child=StrictIntegerField(),
        required=False,
        help_text="Placed by hand, where the rules have them: absolute fields (rulebook §8.4).",
    )
    wormholes = StrictListField(
        child=StrictListField(child=StrictIntegerField()),
        required=False,
        help_text="Placed by hand, where the rules have them: pairs of absolute fields (rulebook §8.5).",
    )
    published_seed = StrictCharField(
        required=False,
        max_length=LONGEST_SEED,
        help_text="A text from which trapdoors or wormholes are drawn; one is made where there is none.",
    )


class StartGameSerializer(PrepareGameSerializer):
    """The next game to start."""

    example = {"number": 1, "throws": [{"yellow": 6, "green": 3, "blue": 2}]}

    throws = StrictListField(
        source="rounds",
        child=StrictDictField(child=StrictIntegerField()),
        required=False,
        help_text='Where the start is thrown for: rounds of {"yellow": 6, …}, ties thrown again.',
    )
    override = OverrideSerializer(required=False)


class EnterResultSerializer(RequestSerializer):
    """The slip of a game: the places, or the winner, and what else is known."""

    example = {
        "number": 1,
        "winner": "entry-1",
        "throws": [{"yellow": 6, "green": 3, "blue": 2}],
        "seconds": 3600,
    }

    number = StrictIntegerField(min_value=1, help_text="Which game: one that is due, or a running one.")
    places = StrictListField(
        child=StrictCharField(), required=False, help_text="The colours in finishing order (rulebook §9)."
    )
    winner = StrictCharField(
        required=False, help_text="Key of the entry that has won, where the places do not tell it."
    )
    pawns = StrictDictField(
        child=StrictIntegerField(min_value=0),
        required=False,
        help_text="Colour → pawns at home at the end; a League counts them.",
    )
    seconds = StrictIntegerField(
        min_value=1, max_value=LONGEST_SECONDS, required=False, help_text="How long it was played."
    )
    played_at = StrictDateTimeField(required=False, help_text="When it ended; unknown if left out.")
    throws = StrictListField(
        child=StrictDictField(child=StrictIntegerField()),
        required=False,
        help_text="Of a game that is due: the throws for the start, as where it is started.",
    )
    override = OverrideSerializer(required=False)
    board = StrictCharField(required=False, allow_blank=True, max_length=LONGEST_BOARD)
    note = StrictCharField(required=False, max_length=LONGEST_TEXT, help_text="Kept in the log of the game.")
    over_throws = StrictBooleanField(
        required=False,
        help_text="That the result is meant although throws of the game are recorded; else it is refused (409).",
    )


class PlayedSerializer(Answer):
    """A game of an event."""

    number = serializers.IntegerField()
    name = SaidSerializer()
    board = serializers.CharField(
        help_text="The table at which it is played; empty where tables have no names."
    )
    due_starter = serializers.CharField(allow_null=True, help_text="By the rules; null = thrown for.")
    starter_reason = SaidSerializer()
    throws = serializers.ListField(child=serializers.DictField(child=serializers.IntegerField()))
    override_reason = serializers.CharField()
    game = GameSerializer()

    @classmethod
    def now(cls, played: EventGame) -> dict[str, Any]:
        """Return a game of an event, for the caller who has just decided on it."""
        named = played.with_names(entry_names(load_standings(played.event)))
        return cls.in_event(played.event, named, played.game)

    @classmethod
    def in_event(cls, event: Event, played: EventGame, game: Game) -> dict[str, Any]:
        """A game of this event as it is shown."""
        set_event(game, (event.slug, event.name, played.number))
        return cls.of(played, game=game)


# -- the table -------------------------------------------------------------------------------------

#: Shapes that are described below, and values that are written otherwise than by their members.
_SHAPES: dict[Any, Callable[..., Any]] = {
    bool: serializers.BooleanField,
    int: serializers.IntegerField,
    float: serializers.FloatField,
    str: serializers.CharField,
    Points: serializers.JSONField,
    datetime: serializers.DateTimeField,
    UUID: serializers.UUIDField,
    RoundState: lambda **how: serializers.ChoiceField(choices=[each.value for each in RoundState], **how),
    Text: SaidSerializer,
    EntrantSeating: lambda **how: serializers.DictField(
        child=serializers.ListField(child=serializers.CharField()), **how
    ),
}


def shape_of(value: type, about: str, **means: str) -> type[serializers.Serializer[Any]]:
    """Describe what ``formats.as_json`` writes of a value, with what is said of its members."""
    kinds = get_type_hints(value)
    members = {
        name: _member(kinds[each.name], **({"help_text": means[name]} if name in means else {}))
        for each in fields(value)
        for name in [each.metadata.get(MEMBER, each.name)]
    }
    shape = type(f"{value.__name__}Serializer", (serializers.Serializer,), {"__doc__": about, **members})
    _SHAPES[value] = shape
    return shape


def _member(kind: Any, **how: Any) -> Any:
    if kind in _SHAPES:
        return _SHAPES[kind](**how)
    inside = get_args(kind)[0]
    if get_origin(kind) is not tuple:
        return _member(inside, allow_null=True, **how)
    child = _member(inside)
    is_object = isinstance(child, serializers.Serializer)
    return type(child)(many=True, **how) if is_object else serializers.ListField(child=child, **how)


_SHAPES[Clock] = ClockStateSerializer

RoundStatusSerializer = shape_of(
    RoundStatus,
    "A round as the public sees it; of one that is not published only the hash of its seed.",
    first="Number of its first game.",
    left="Games without a result.",
    seed_hash="SHA-256 of the seed, public before the round is.",
)


class TableEntrySerializer(serializers.Serializer[Any]):
    """An entry, as tables name it."""

    key = serializers.CharField()
    name = serializers.CharField()
    player = serializers.UUIDField()
    seed = serializers.IntegerField()
    left_after = serializers.IntegerField(
        allow_null=True, help_text="The number of games with a result when the player left for good [T12]."
    )
    number = serializers.IntegerField(required=False, help_text="Of a hall: the start number.")
    team = serializers.CharField(required=False, help_text="Of a hall; empty: none.")
    groups = serializers.ListField(
        child=serializers.CharField(), required=False, help_text="Of a hall: labels."
    )
    presence = serializers.ChoiceField(
        choices=Entry.Presence.values, required=False, help_text="Of a hall: only who is present is seated."
    )


SeatingWantedSerializer = shape_of(
    SeatingWanted,
    "How the tables of a round are made up.",
    seats="Places of each table, empty ones among them.",
    size="How many sit at a full table.",
    teams_apart="Whether team-mates meet as little as possible.",
    equals_meet="Whether equals meet first [T22].",
)


DrawNeededSerializer = shape_of(
    DrawNeeded,
    "A draw that must be held.",
    empty="Places, from 0, that a lot leaves empty: seats of small tables.",
    groups="Items of which one each sits at every table: team-mates.",
    seating="Null where places are no seats at tables.",
)


ColumnSerializer = shape_of(
    Column,
    "A column of the table: its heading and its unit.",
)


UnfinishedSerializer = shape_of(
    Unfinished,
    "Figures that are still missing.",
    columns="Keys of those that lack them.",
)


class RowSerializer(PlaceSerializer):
    """A row of the table, with what decided its place."""

    entrant = serializers.CharField()
    figures = serializers.ListField(
        help_text='Whole numbers; halves as text, "5/2"; null for what was not counted.'
    )
    reason = SaidSerializer()
    player = serializers.UUIDField()


class PartRowSerializer(RowSerializer):
    """A row of a further table."""

    player = serializers.UUIDField(allow_null=True, help_text="Null in a table of teams.")


class PartSerializer(serializers.Serializer[Any]):
    """A further table."""

    key = serializers.CharField()
    name = SaidSerializer()
    of_teams = serializers.BooleanField(help_text="Whether an entrant is the name of a team.")
    columns = ColumnSerializer(many=True)
    unfinished = UnfinishedSerializer(many=True)
    rows = PartRowSerializer(many=True)


CutSerializer = shape_of(
    Cut,
    "Who goes on to a final.",
    entrants="For certain, if it ended now.",
    level="Those of whom only some go on, since they are level.",
    places="How many of those who are level go on.",
)


ScoreSerializer = shape_of(
    Score,
    "What a game gave to an entry.",
)


class TableGameSerializer(serializers.Serializer[Any]):
    """A game that has begun, as the table sees it."""

    number = serializers.IntegerField()
    name = SaidSerializer()
    board = serializers.CharField()
    game = serializers.UUIDField()
    state = serializers.ChoiceField(choices=[each.value for each in GameState])
    decided_by = serializers.ChoiceField(choices=[*(each.value for each in Decision), ""])
    seating = serializers.DictField(child=serializers.ListField(child=serializers.CharField()))
    starter = serializers.CharField(allow_null=True)
    starter_reason = SaidSerializer()
    throws = serializers.ListField(child=serializers.DictField(child=serializers.IntegerField()))
    places = serializers.ListField(child=serializers.CharField())
    started_at = serializers.DateTimeField(allow_null=True)
    ended_at = serializers.DateTimeField(allow_null=True)
    counts = serializers.BooleanField()
    scores = ScoreSerializer(many=True)
    counted_pawns = serializers.DictField(
        child=serializers.IntegerField(),
        allow_null=True,
        help_text="A League: key of an entry → the pawns that its table counts; null: not known, or not counted.",
    )
    position = serializers.CharField(
        required=False,
        help_text="A hall: the board at the end in notation; empty where only places were entered.",
    )
    winners = serializers.ListField(child=serializers.CharField())
    reason = SaidSerializer(allow_null=True)
    remark = SaidSerializer(
        allow_null=True,
        help_text="What does not fit: who started, or what a result changed later has made of it.",
    )


NextGameSerializer = shape_of(
    NextGame,
    "A game that can be started now; a starter of null is to be thrown for.",
    to_throw="The colours that throw for the start; empty: all, or none.",
)


PlannedGameSerializer = shape_of(
    PlannedGame,
    "A game that is still to be played, and who plays it; a starter of null is to be thrown for.",
)


PlannedRoundSerializer = shape_of(
    PlannedRound,
    "Games `first` to `last` of the schedule; `games` are those still to be played, as far as they are drawn.",
    name="Empty where the schedule has no rounds.",
)


FinishedSerializer = shape_of(
    Finished,
    "Who has won the event, by which game, and why nothing can change it.",
)


ProspectSerializer = shape_of(
    Prospect,
    "The places that an entry can still have; ``magic`` of its own make the first certain, null: nothing is enough.",
)


ProofSerializer = shape_of(
    Proof,
    "Why the claims hold.",
)


DecidedSerializer = shape_of(
    Decided,
    "What is decided already: of the event, a table or a series.",
    unit="What magic numbers count.",
)


class UndoneSerializer(serializers.Serializer[Any]):
    """That a decision was undone: by whom, when and why."""

    by = SaidSerializer(help_text="Who had decided it, or another official; no names.")
    reason = serializers.CharField()
    created_at = serializers.DateTimeField()


class ReportLineSerializer(serializers.Serializer[Any]):
    """What the organiser decided that does not follow from rules and results, and why."""

    sentence = SaidSerializer()
    reason = serializers.CharField()
    created_at = serializers.DateTimeField()
    undone = UndoneSerializer(
        allow_null=True, help_text="Set where it no longer stands: a forfeit taken back."
    )


class StandingsSerializer(serializers.Serializer[Any]):
    """Everything that follows from the present state of an event."""

    version = serializers.IntegerField()
    slug = serializers.CharField()
    name = serializers.CharField()
    season = serializers.SlugField()
    format = FormatField()
    rules = serializers.CharField()
    options = serializers.DictField()
    settings = serializers.DictField()
    level = serializers.IntegerField()
    ranked = serializers.BooleanField(help_text="Whether it gives ranking points.")
    starts_on = serializers.DateField()
    ended_on = serializers.DateField(allow_null=True)
    status = serializers.ChoiceField(choices=Event.Status.values)
    hold = serializers.ChoiceField(choices=Event.Hold.values)
    entries = TableEntrySerializer(many=True)
    missing = SaidSerializer(many=True)
    draws = TableDrawSerializer(many=True)
    draws_needed = DrawNeededSerializer(many=True)
    rounds = RoundStatusSerializer(
        many=True,
        required=False,
        help_text="Of a hall: those that are published, and the hash of the next seed.",
    )
    columns = ColumnSerializer(many=True)
    unfinished = UnfinishedSerializer(
        many=True, help_text="A League: games whose counted pawns are missing; columns have what is known."
    )
    rows = RowSerializer(many=True)
    parts = PartSerializer(many=True, help_text="Further tables from the same games: of teams, of groups.")
    cuts = CutSerializer(
        many=True, help_text="Who goes on to finals that are not drawn yet, if it ended now."
    )
    out = serializers.ListField(
        child=serializers.CharField(), help_text="Who plays no more in a knock-out [T23]."
    )
    games = TableGameSerializer(many=True)
    next_games = NextGameSerializer(many=True)
    schedule = PlannedRoundSerializer(
        many=True,
        help_text="What is known before it is due: the rounds of a League, the games of a GP series.",
    )
    times = serializers.DictField(
        child=serializers.DateTimeField(), help_text="Number of a game → when it is planned to begin."
    )
    to_come = serializers.ListField(child=serializers.IntegerField())
    cancelled = serializers.ListField(child=serializers.IntegerField())
    finished = FinishedSerializer(allow_null=True)
    concluded = serializers.ListField(
        child=serializers.CharField(), help_text="What has given ranking points: event, drr-1-2 …, playoffs."
    )
    outlook = SaidSerializer()
    decided = DecidedSerializer(many=True)
    report = ReportLineSerializer(many=True)
