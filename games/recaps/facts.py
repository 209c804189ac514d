"""What is known of a game that is over, as plain values: what its report may say, and nothing else.

A throw is told by its number among the throws of the game.
Fields are counted as remaining steps (rulebook §11).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date

from rules.i18n import Text


@dataclass(frozen=True, slots=True)
class Side:
    """A player: the colours led, and what was counted of them."""

    name: str
    colours: tuple[str, ...]
    sixes: int = 0
    captures: int = 0
    captured: int = 0


@dataclass(frozen=True, slots=True)
class Capture:
    """A pawn that was captured: by which colour, of which, how many fields it had come, and with which throw."""

    throw: int
    by: str
    of: str
    fields: int


@dataclass(frozen=True, slots=True)
class CameHome:
    """A colour brought its fourth pawn home: with which throw of the game."""

    colour: str
    throw: int


@dataclass(frozen=True, slots=True)
class LeadChanges:
    """Who had the fewest steps to go: how often that changed hands, and who had it last, from where on.

    ``name`` led alone from the game's throw ``throw`` to the end.
    """

    changes: int
    name: str
    throw: int


@dataclass(frozen=True, slots=True)
class Played:
    """What a log that has throws tells: how many, and where the turning points stand.

    ``left`` are the steps that each player still had to go in the end; only of those who had any.
    """

    throws: int
    longest_wait: int
    first_capture: Capture | None
    dearest_capture: Capture | None
    homes: tuple[CameHome, ...]
    lead: LeadChanges | None
    left: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class GameFacts:
    """A game that is over. ``None`` and nothing: not known.

    ``why`` is why the starter started, ``verdict`` what decided a game that was not played to its end, in the
    words of the log; ``order`` are the players from first to last, where that is more than who won.
    ``for_places``: it went on for the places, and the winner is who was first to have all their colours home.
    """

    rules: Text
    sides: tuple[Side, ...]
    day: date | None
    starter: str
    why: Text | None
    minutes: int | None
    winner: str
    places: tuple[str, ...]
    order: str
    for_places: bool
    verdict: Text | None
    played: Played | None

    def side_of(self, colour: str) -> Side:
        """Return the side that leads the colour. Raises ``StopIteration`` if nobody does."""
        return next(side for side in self.sides if colour in side.colours)
