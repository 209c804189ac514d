"""How the places of a list have moved: since the last event that counted, and over the last few."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import lru_cache
from typing import Any

import orjson
from django.utils import timezone

from games.drawing.svg_builder import escape_text, tag
from tournaments.rankings.queries import ranking

#: How many days on which something that counts ended are looked at.
DAYS = 8
#: The picture of a player's places.
_WIDTH, _HEIGHT, _EDGE = 80, 24, 4


@dataclass(frozen=True, slots=True)
class Movement:
    """The places of a player, the earliest first, None where they were not on the list; the last one is today's."""

    places: Sequence[int | None]

    @property
    def up(self) -> int:
        """By how many places they have moved up since last time; negative: down."""
        before, now = self.places[-2:] if len(self.places) > 1 else (None, None)
        return 0 if before is None or now is None else before - now

    @property
    def down(self) -> int:
        """By how many places they have moved down."""
        return -self.up

    @property
    def is_new(self) -> bool:
        """Whether they were not on the list last time."""
        return len(self.places) > 1 and self.places[-2] is None

    @property
    def known(self) -> list[int]:
        """List the places since they came to the list for good."""
        late: list[int] = []
        for place in self.places:
            late = [] if place is None else [*late, place]
        return late


def movements(told: Mapping[str, Any]) -> dict[str, Movement]:
    """Map player to movement for a list as it is served. At most eight lists are drawn up, once for each version."""
    ends = _days(told)
    fingerprint = hashlib.sha256(orjson.dumps(told)).hexdigest()
    earlier = [_places_on(told["list"], day, fingerprint) for day in ends[:-1]]
    return {
        row["player"]: Movement([*(places.get(row["player"]) for places in earlier), row["place"]])
        for row in told["rows"]
    }


def has_history(told: Mapping[str, Any]) -> bool:
    """Check whether anything of the list has counted on an earlier day."""
    return len(_days(told)) > 1


def _days(told: Mapping[str, Any]) -> list[str]:
    """List the last days on which something that counts ended."""
    return sorted({unit["ended_on"] for unit in told["counted"]})[-DAYS:]


@lru_cache(maxsize=512)
def _places_on(key: str, day: str, fingerprint: str) -> Mapping[str, int]:
    """Map player to place at the end of a day; asked anew whenever the list has changed (``fingerprint``)."""
    rows = orjson.loads(ranking(key, date.fromisoformat(day), timezone.now()).text)["rows"]
    return {row["player"]: row["place"] for row in rows}


def curve_of_places(movement: Movement, last: int, title: str) -> str:
    """Draw a player's places as a line, first place on top; ``title`` tells it in words. Empty for one place."""
    known = movement.known
    if len(known) < 2:
        return ""
    across = (_WIDTH - 2 * _EDGE) / (len(movement.places) - 1)
    first = len(movement.places) - len(known)
    points = [
        (
            _EDGE + (first + at) * across,
            _EDGE + (_HEIGHT - 2 * _EDGE) * (place - 1) / max(last - 1, 1),
        )
        for at, place in enumerate(known)
    ]
    x, y = points[-1]
    return tag(
        "svg",
        tag("title", escape_text(title)),
        tag("polyline", points=" ".join(f"{x:.1f},{y:.1f}" for x, y in points), class_="curve-line"),
        tag("circle", cx=f"{x:.1f}", cy=f"{y:.1f}", r=3, class_="curve-end"),
        viewBox=f"0 0 {_WIDTH} {_HEIGHT}",
        class_="place-curve",
        role="img",
    )
