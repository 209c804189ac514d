"""The verdict: the table, what is played next and why, what is decided – as plain values with reasons.

``as_json`` writes any of them for stored tables and APIs; every ``Text`` becomes ``{"en", "de"}``.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, fields, is_dataclass
from datetime import datetime
from enum import Enum
from fractions import Fraction
from typing import Any
from uuid import UUID

from rules import Text
from tournaments.formats import phrases
from tournaments.formats.clinching.place_bounds import MEMBER, Decided
from tournaments.formats.contest import EntrantSeating

#: Wins or points. Shared ones (half a win [T5], place points of equal places) are exact, never floats.
Points = int | Fraction


def plain(points: Points) -> Points:
    """Return the same, a whole number where it is one."""
    return points.numerator if points.denominator == 1 else points


@dataclass(frozen=True, slots=True)
class Column:
    """A figure of the table: its heading, and its unit in the singular and the plural."""

    key: str
    name: Text
    one: Text
    many: Text

    def count(self, points: Points) -> Text:
        """Describe the figure with its unit: ``1 win``, ``3 wins``."""
        unit = self.one if points == 1 else self.many
        return Text("{points} {unit}", points=points, unit=unit)


@dataclass(frozen=True, slots=True)
class Standing:
    """A row of the table: ``figures`` by the table's columns, ``reason`` says what decided the place.

    A figure that is not known is None; that of the first column always is known.
    """

    place: int
    shared: bool
    entrant: str
    figures: tuple[Points | None, ...]
    reason: Text

    @property
    def main(self) -> Points:
        """Return the figure of the first column."""
        assert self.figures[0] is not None
        return self.figures[0]


@dataclass(frozen=True, slots=True)
class Unfinished:
    """Figures that are missing: the columns, by key, that lack them, the games, and a description."""

    columns: tuple[str, ...]
    games: tuple[int, ...]
    text: Text = field(metadata={MEMBER: "sentence"})


@dataclass(frozen=True, slots=True)
class Standings:
    """The table, best first; equal entrants share a place and the next places are left out (1, 2, 2).

    Figures of columns that are ``unfinished`` are those that are known so far.
    """

    columns: tuple[Column, ...]
    rows: tuple[Standing, ...]
    unfinished: tuple[Unfinished, ...] = ()

    def row(self, entrant: str) -> Standing:
        """Return the row of that entrant. Raises ``KeyError`` if there is none."""
        return {row.entrant: row for row in self.rows}[entrant]


@dataclass(frozen=True, slots=True)
class Score:
    """What one game gave to one entrant, in the unit of the table's first column."""

    entrant: str
    points: Points


@dataclass(frozen=True, slots=True)
class ScoredGame:
    """A game that counts: what it gave to each player, who won it (several when tied), and why."""

    number: int
    name: Text
    scores: tuple[Score, ...]
    winners: tuple[str, ...]
    reason: Text


@dataclass(frozen=True, slots=True)
class IgnoredGame:
    """A result that does not count, and why (the event was decided before; an earlier result is missing)."""

    number: int
    reason: Text


@dataclass(frozen=True, slots=True)
class NextGame:
    """A game that can be started now.

    ``reason`` says why it is played, ``starter_reason`` why ``starter`` throws first; a starter of None is to
    be thrown for by the colours ``to_throw``, by all of the seating where these are not given.
    """

    number: int
    name: Text
    rules: str
    seating: EntrantSeating
    starter: str | None
    starter_reason: Text
    reason: Text
    to_throw: tuple[str, ...] = ()

    @property
    def contenders(self) -> dict[str, Text]:
        """List the colours that throw for the start, where it is thrown for, with their names."""
        return {colour: phrases.colour(colour) for colour in self.to_throw or self.seating.colours}


@dataclass(frozen=True, slots=True)
class PlannedGame:
    """A game that is still to be played, with known players; a starter of None is thrown for."""

    number: int
    seating: EntrantSeating
    starter: str | None


@dataclass(frozen=True, slots=True)
class PlannedRound:
    """Games ``first`` to ``last`` of the schedule; ``games`` are those still to be played, as far as they are drawn.

    ``name`` is empty where the schedule has no rounds.
    """

    name: Text
    first: int
    last: int
    games: tuple[PlannedGame, ...]


@dataclass(frozen=True, slots=True)
class SeatingWanted:
    """How the tables of a round are made up: ``seats`` are the places of each, ``size`` is how many sit at a full one.

    ``teams_apart``: team-mates meet as little as possible. ``equals_meet``: equals by the table come before players who
    have not met yet [T22].
    """

    seats: int
    size: int
    teams_apart: bool = False
    equals_meet: bool = False


@dataclass(frozen=True, slots=True)
class DrawNeeded:
    """A draw that must be held before play goes on: ``items`` are to be assigned to ``places``.

    ``empty`` are the places, counted from 0, that a lot leaves empty: seats at tables that are not full.
    ``groups`` are items that sit at different tables, one at each: team-mates. ``seating`` describes the tables, where
    places are seats at several ones.
    """

    subject: str
    name: Text
    items: tuple[str, ...]
    places: tuple[Text, ...]
    empty: tuple[int, ...] = ()
    groups: tuple[tuple[str, ...], ...] = ()
    seating: SeatingWanted | None = None

    def seated(self, drawn: Sequence[str]) -> tuple[str, ...]:
        """Return what gets each place when these are drawn in this order; an empty text where a place stays empty.

        With groups the first drawn of each sits at the first table, and so on; their seats move on by one each time.
        """
        if self.groups:
            return self._group_by_group(drawn)
        waiting = iter(drawn)
        return tuple("" if i in self.empty else next(waiting, "") for i in range(len(self.places)))

    def _group_by_group(self, drawn: Sequence[str]) -> tuple[str, ...]:
        groups = [[item for item in drawn if item in group] for group in self.groups]
        groups.sort(key=lambda group: drawn.index(group[0]))
        tables = max(map(len, groups))
        seats = len(self.places) // tables
        order = [""] * len(self.places)
        for number, group in enumerate(groups):
            for table, item in enumerate(group):
                order[table * seats + (number + table) % seats] = item
        return tuple(order)


@dataclass(frozen=True, slots=True)
class Finished:
    """The event is decided by the game of that number, and nothing that could still be played reopens it."""

    winner: str
    number: int
    reason: Text


#: The key of the playoffs among the units.
PLAYOFFS = "playoffs"


@dataclass(frozen=True, slots=True)
class Unit:
    """A part of an event that is concluded and that rankings count by itself (tournament-rules §7).

    ``games`` are the numbers of the games that made its table.
    """

    key: str
    name: Text
    standings: Standings
    games: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Part:
    """A further table from the same games: of teams, or of a group of the players.

    The ``entrant`` of a row is the name of a team where ``of_teams``.
    """

    key: str
    name: Text
    standings: Standings
    of_teams: bool = False


@dataclass(frozen=True, slots=True)
class Cut:
    """Who goes on if it ended now: ``entrants``, and ``places`` of those who are ``level``.

    They are names of teams where teams go on.
    """

    key: str
    name: Text
    entrants: tuple[str, ...]
    level: tuple[str, ...] = ()
    places: int = 0


def nothing() -> tuple[()]:
    """Return nothing decided, no rounds known before they are due, or no fixed games."""
    return ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """Everything that follows from a contest.

    ``missing``: what must be put right before the event can be played, in words.
    ``draws``: draws to be held before the next game. ``next_games``: games that can be started now (none
    while something is missing or to be drawn, or when the event is finished); the other scheduled numbers
    are ``to_come``, or ``cancelled`` once the event is decided. ``outlook``: what is still needed, in words.
    ``decided``: places that are certain before the end, with the proof; of the event, a table or a series. It is
    computed when it is called: a search through all that can still happen costs more than all the rest together.
    ``schedule``: the rounds that are known before they are due, listed when it is called.
    ``units``: the parts concluded so far that rankings count by themselves; none where the event is one.
    ``fixed_games``: the games that are played whatever the others bring, the next ones among them, in their order; none
    where the format does not know them. Forecasts use them.
    ``parts``: further tables from the same games. ``cuts``: who goes on to finals that are not drawn yet.
    ``out``: who plays no more in a knock-out.
    """

    missing: tuple[Text, ...]
    draws: tuple[DrawNeeded, ...]
    games: tuple[ScoredGame, ...]
    ignored: tuple[IgnoredGame, ...]
    standings: Standings
    next_games: tuple[NextGame, ...]
    to_come: tuple[int, ...] = ()
    cancelled: tuple[int, ...] = ()
    finished: Finished | None
    outlook: Text
    decided: Callable[[], tuple[Decided, ...]] = field(default=nothing, compare=False)
    schedule: Callable[[], tuple[PlannedRound, ...]] = field(default=nothing, compare=False)
    units: tuple[Unit, ...] = ()
    fixed_games: Callable[[], tuple[NextGame, ...]] = field(default=nothing, compare=False)
    parts: tuple[Part, ...] = ()
    cuts: tuple[Cut, ...] = ()
    out: tuple[str, ...] = ()


def as_json(value: object) -> Any:
    """Serialise any value to JSON: ``Text`` in every language, half points as ``"5/2"``; moments stay what they are.

    A function is replaced by what it returns. Equal values give equal JSON, keys in a fixed order.
    """
    if isinstance(value, EntrantSeating):
        return {seat.entrant: list(seat.colours) for seat in value.seats}
    if isinstance(value, Enum):
        return str(value.value)
    if isinstance(value, Fraction):
        return value.numerator if value.denominator == 1 else str(value)
    if value is None or isinstance(value, bool | int | str | datetime):
        return value
    if hasattr(value, "as_json"):
        return value.as_json()
    if isinstance(value, UUID):
        return str(value)
    if isinstance(value, tuple):
        return [as_json(item) for item in value]
    if is_dataclass(value):
        return {
            each.metadata.get(MEMBER, each.name): as_json(getattr(value, each.name)) for each in fields(value)
        }
    if callable(value):
        return as_json(value())
    raise TypeError(f"{value!r} cannot be written as JSON")
