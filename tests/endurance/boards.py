"""Games of a running site to be recorded."""

from typing import Any

from tests.endurance.wire import Wire

#: Two players, four pawns each: no game of theirs ends within a few dozen throws.
RULES, COLOURS = "mhd", (["yellow"], ["red"])


def two_players(wire: Wire) -> list[dict[str, Any]]:
    """Two new players and their seats."""
    names = ("Änne Öhler", "Bert Übel")
    players = [wire.post("/api/v1/players/", {"name": name, "new": True}).body["id"] for name in names]
    return [{"player": player, "colours": colours} for player, colours in zip(players, COLOURS, strict=True)]


def new_game(wire: Wire, seats: list[dict[str, Any]]) -> str:
    """The id of a new game that has begun."""
    answer = wire.post("/api/v1/games/", {"rules": RULES, "starter": "yellow", "seats": seats})
    assert answer.status == 201, answer
    return str(answer.body["id"])
