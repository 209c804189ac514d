"""What the rows of the demo are called, so that lists can leave them out and they can be removed."""

from __future__ import annotations

import uuid

SEASON = "demo"
CHAMPIONSHIP = "demo-championship"
SERIES = "demo-gp-series"
LEAGUE = "demo-league"
SPRING, SUMMER = "demo-spring-cup", "demo-masters"
EVENTS = (CHAMPIONSHIP, LEAGUE, SERIES, SUMMER, SPRING)
HALL = "demo-hall"
#: Invented; their ids are made of the names, so that the demo is the same everywhere.
NAMES = ("Anna Amsel", "Bruno Bach", "Clara Clausen", "Dora Dahl")
#: Who has made the rows, as their history keeps it.
ACTOR = "demo"


def player_id(name: str) -> uuid.UUID:
    """Return the id of an invented player."""
    return uuid.uuid5(uuid.NAMESPACE_URL, f"urn:rauswurf:demo:{name}")


PLAYERS = frozenset(map(player_id, NAMES))
