"""Chances as the REST interface and the streams tell them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games.chances.queries import worth_of_places
from games.chances.tally import Figures
from games.domain.win_probability import PlacePoints, estimated
from games.models import Chances, Game
from games.streams.messages import Message

#: The result is known for certain.
_CERTAIN = 0.0


def names_of(game: Game) -> dict[str, str]:
    """The names that the public sees, by player. One query."""
    rows = game.seats.values_list("player_id", "player__nickname", "player__name")
    return {str(player): nickname or name for player, nickname, name in rows}


def chances_told(
    game: Game, counted: Chances | None, names: Mapping[str, str], points: PlacePoints | None
) -> dict[str, Any]:
    """Chances of a game; ``None`` are those of a game that has been won."""
    return _result(game, names) if counted is None else _counted(game, counted, names, points)


def message_of(game: Game, counted: Chances) -> Message:
    """The message ``chances`` of a stream."""
    points = worth_of_places([game]).get(game.pk)
    told = chances_told(game, counted, names_of(game), points)
    return Message.beside("chances", counted.pk, counted.number, told)


def _counted(
    game: Game, counted: Chances, names: Mapping[str, str], points: PlacePoints | None
) -> dict[str, Any]:
    figures, play = Figures.read(counted.games, counted.figures), game.play()
    return {
        "number": counted.number,
        "recorded_at": counted.recorded_at,
        "games": counted.games,
        "margin": counted.margin,
        "swing": counted.swing,
        "engine": counted.engine,
        "players": [
            {
                "player": {"id": each.player, "name": names[each.player]},
                "chance": estimated(each.wins),
                "places": [estimated(place) for place in each.places],
                "points": None if each.points is None else estimated(each.points),
            }
            for each in figures.players(play, points)
        ],
        "colours": [
            {"colour": colour, "places": [estimated(place) for place in places]}
            for colour, places in figures.colour_chances().items()
        ],
    }


def _result(game: Game, names: Mapping[str, str]) -> dict[str, Any]:
    return {
        "number": game.number,
        "recorded_at": game.ended_at,
        "games": 0,
        "margin": _CERTAIN,
        "swing": _CERTAIN,
        "engine": "",
        "players": [
            {
                "player": {"id": player, "name": names[player]},
                "chance": {"value": float(player == str(game.winner_id)), "margin": _CERTAIN},
                "places": [],
                "points": None,
            }
            for player in game.seating
        ],
        "colours": [],
    }
