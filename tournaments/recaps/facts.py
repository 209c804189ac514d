"""What is known of an event, as plain values: what its report may say, and nothing else."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from rules.i18n import Text


@dataclass(frozen=True, slots=True)
class RecapGame:
    """A game that counts: what it is called, who won it, and how many throws it took, if they are known."""

    number: int
    name: Text
    winners: tuple[str, ...]
    throws: int | None


@dataclass(frozen=True, slots=True)
class GameOnTop:
    """Who was alone first in the table after a game, and had not been before it."""

    game: Text
    name: str


@dataclass(frozen=True, slots=True)
class RecapRow:
    """A row of the table: ``figure`` is the first one with its unit, ``reason`` what decided the place."""

    place: int
    name: str
    figure: Text
    reason: Text


@dataclass(frozen=True, slots=True)
class DecidingGame:
    """The event is decided: for whom, by which game, and why."""

    winner: str
    game: Text
    reason: Text


@dataclass(frozen=True, slots=True)
class PointsGiven:
    """What the event gave one player in ranking points; points as they are written (``2½``)."""

    name: str
    points: str


@dataclass(frozen=True, slots=True)
class RecordSet:
    """A record that a game of the event holds: its kind, how much, and its ``holder`` where it is a player's."""

    kind: Text
    value: Text
    game: Text
    holder: str


@dataclass(frozen=True, slots=True)
class EventFacts:
    """An event as it stands. ``None``, empty: not known, or there is none.

    ``titles`` is the how-manieth ranking event it is that the winner has won; ``crown`` whether with it they
    have won all Majors of the season.
    """

    name: str
    season: str
    format: Text
    rules: Text
    level: str
    first_day: date
    last_day: date | None
    players: tuple[str, ...]
    games: tuple[RecapGame, ...]
    on_top: tuple[GameOnTop, ...]
    table: tuple[RecapRow, ...]
    decision: DecidingGame | None
    outlook: Text
    hold: Text | None
    gave: tuple[PointsGiven, ...]
    titles: int
    crown: bool
    records: tuple[RecordSet, ...]
