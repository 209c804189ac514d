"""Chances as the REST interface and the streams tell them."""

from collections.abc import Mapping
from typing import Any

from rest_framework import serializers

from games import above
from games.answers import Answer, SeenPlayerSerializer
from games.chances.tally import SWING_EVENTS, ChancesTally
from games.domain.place_points import PlacePoints
from games.models import Chances, Game
from games.queries.seats import seated_names
from games.streams.topics import Message

#: The result is known for certain.
_CERTAIN = 0.0


class EstimateSerializer(Answer):
    """A figure and how far off it may be (95 %)."""

    value = serializers.FloatField()
    margin = serializers.FloatField()


class PlayerChancesSerializer(Answer):
    """What a player can expect."""

    player = SeenPlayerSerializer()
    chance = EstimateSerializer(source="wins", help_text="To win, 0 to 1.")
    places = EstimateSerializer(
        many=True, help_text="To be 1st, 2nd …; empty where the game does not go on for the places."
    )
    points = EstimateSerializer(
        allow_null=True, help_text="What they can expect where places are worth something: GPP."
    )


class ColourChancesSerializer(Answer):
    """What a colour can expect where the game goes on for the places."""

    colour = serializers.CharField()
    places = EstimateSerializer(many=True)


class ChancesSerializer(Answer):
    """The chances after an event of a game."""

    number = serializers.IntegerField(help_text="Number of the event after which the board stood so.")
    recorded_at = serializers.DateTimeField(help_text="When that was recorded.")
    games = serializers.IntegerField(help_text="Games played on from there; 0: it is the result.")
    margin = serializers.FloatField(help_text="That of the least certain chance.")
    swing = serializers.FloatField(
        help_text="How far, at least, the chance of a player has moved during the last "
        f"{SWING_EVENTS} events, 0 to 1."
    )
    engine = serializers.CharField(help_text="By which rules and policies the games were played.")
    players = PlayerChancesSerializer(many=True)
    colours = ColourChancesSerializer(many=True)


def serialize_chances(
    game: Game, counted: Chances | None, names: Mapping[str, str], points: PlacePoints | None
) -> dict[str, Any]:
    """Chances of a game; ``None`` are those of a game that has been won."""
    return _result(game, names) if counted is None else _counted(game, counted, names, points)


def message_of(game: Game, counted: Chances) -> Message:
    """The message ``chances`` of a stream."""
    data = serialize_chances(game, counted, seated_names(game), above.room.place_points(game))
    return Message.beside("chances", counted.pk, counted.number, data)


def _counted(
    game: Game, counted: Chances, names: Mapping[str, str], points: PlacePoints | None
) -> dict[str, Any]:
    figures = ChancesTally(counted.games, **counted.figures)
    return ChancesSerializer.of(
        counted,
        players=[
            PlayerChancesSerializer.of(each, player={"id": each.player, "name": names[each.player]})
            for each in figures.players(game.play(), points)
        ],
        colours=[
            ColourChancesSerializer.of(colour=colour, places=places)
            for colour, places in figures.colour_chances().items()
        ],
    )


def _result(game: Game, names: Mapping[str, str]) -> dict[str, Any]:
    return ChancesSerializer.of(
        game,
        recorded_at=game.ended_at,
        games=0,
        margin=_CERTAIN,
        swing=_CERTAIN,
        engine="",
        players=[
            PlayerChancesSerializer.of(
                player={"id": player, "name": names[player]},
                chance={"value": float(player == str(game.winner_id)), "margin": _CERTAIN},
                places=[],
                points=None,
            )
            for player in game.seating
        ],
        colours=[],
    )
