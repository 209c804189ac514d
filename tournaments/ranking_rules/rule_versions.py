"""The rules of the rankings that changed over the years, by date (tournament-rules §8).

An event is scored by the version in force on the day it ends, a list by the version in force on the day it
is drawn up. Names of disciplines (2T-XL until spring 2024, 2T+ since) and the GPP of the places (9 for the
first in 2023) are known from the events themselves: their rule set and their settings.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from enum import Enum
from fractions import Fraction

from tournaments.formats import Discipline


class TiedGame(Enum):
    """Who gets the WP of a GP game in which several have the most GPP."""

    EACH = "1 to each tied player"
    SHARED = "shared: ½ each"
    BEST_COLOUR = "to the tied player whose best colour finished higher"


class Window(Enum):
    """What the 2T Rankings count one by one."""

    EVENTS = "events"
    UNITS = "units"


#: What decides among players with equal points, in this order; the names are those of ``ranking.CRITERIA``.
TIES: Mapping[str, tuple[str, ...]] = {
    "2024": (
        "TP",
        "World Championships won",
        "Majors won",
        "events won",
        "level-2 events won",
        "GPP",
        "GPP of Majors",
    ),
    "2026": (
        "TP",
        "WP",
        "Majors won",
        "World Championships won",
        # then as 2024 [T15]
        "events won",
        "level-2 events won",
        "GPP",
        "GPP of Majors",
    ),
}

ONLY_3T = frozenset({Discipline.TRIPLE})
BOTH = frozenset({Discipline.TRIPLE, Discipline.DOUBLE})


@dataclass(frozen=True, slots=True)
class Version:
    """The rules from the day ``since`` on. ``margin``: how far CP put a winner ahead, None where there are none."""

    since: date
    tied_game: TiedGame
    margin: Fraction | None
    ties: str
    window_2t: Window
    medal_race: frozenset[Discipline]


_HALF, _ONE = Fraction(1, 2), Fraction(1)
_2024, _2026 = "2024", "2026"

#: §8, one row a change. What it does not tell of the time before 2024 was as in 2024.
VERSIONS: tuple[Version, ...] = (
    #        since              WP of a tied GP game  CP margin  ties   2T list: last 6  Medal Race counts
    Version(date(1900, 1, 1), TiedGame.EACH, None, _2024, Window.EVENTS, BOTH),
    Version(date(2024, 4, 1), TiedGame.EACH, None, _2024, Window.UNITS, BOTH),
    Version(date(2025, 1, 1), TiedGame.SHARED, _HALF, _2024, Window.UNITS, ONLY_3T),  # [T15] [T16]
    Version(date(2026, 5, 1), TiedGame.BEST_COLOUR, _ONE, _2026, Window.UNITS, ONLY_3T),
)


def in_force_on(day: date) -> Version:
    return next((each for each in reversed(VERSIONS) if each.since <= day), VERSIONS[0])


def next_change_after(day: date) -> date | None:
    """The first day after ``day`` on which other rules hold; None where none is known."""
    return next((each.since for each in VERSIONS if each.since > day), None)
