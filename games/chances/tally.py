"""How often who won and came where in the games that were played on from a position: what is stored of them."""

from __future__ import annotations

import itertools
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

from games.domain.place_points import FOR_PLACES, PlacePoints
from rules import Ends, Estimate, Game
from rules.simulate import Outcome, cores, playouts
from rules.stats import share

#: The events over which a swing is measured.
SWING_EVENTS = 20

Places = Mapping[str, Sequence[int]]


@dataclass(frozen=True, slots=True)
class PlayerOdds:
    """What a player can expect of a game."""

    player: str
    wins: Estimate
    #: Chance of the 1st, 2nd … place; empty where the game does not go on for the places.
    places: Sequence[Estimate]
    #: Expected points, where places are worth something.
    points: Estimate | None


@dataclass(frozen=True, slots=True)
class ChancesTally:
    """Numbers of games: in all, won by each player, and in which each player and each colour had which place.

    Places are counted where the game goes on for them (rulebook §9).
    """

    games: int
    wins: Mapping[str, int]
    places: Places
    colours: Places

    @classmethod
    def from_outcome(cls, play: Game, outcome: Outcome) -> ChancesTally:
        """What came of playing on from ``play``."""
        if play.rules.ends in FOR_PLACES:
            return cls(outcome.games, outcome.wins, outcome.places, outcome.colour_places)
        return cls(outcome.games, outcome.wins, {}, {})

    def as_json(self) -> dict[str, Any]:
        """As they are stored; the number of games is apart."""
        return {"wins": self.wins, "places": self.places, "colours": self.colours}

    def plus(self, other: ChancesTally) -> ChancesTally:
        """These games and others from the same position."""
        return ChancesTally(
            self.games + other.games,
            {player: often + other.wins[player] for player, often in self.wins.items()},
            _added(self.places, other.places),
            _added(self.colours, other.colours),
        )

    @property
    def margin(self) -> float:
        """How far off the least certain chance of a player may be, of winning or of a place (95 %)."""
        return max(share(often, self.games).margin for often in self._counted())

    def _counted(self) -> Iterator[int]:
        yield from self.wins.values()
        for places in self.places.values():
            yield from places

    def chance(self, player: str) -> float:
        """The chance to win, 0 to 1."""
        return self.wins[player] / self.games

    def players(self, play: Game, points: PlacePoints | None) -> tuple[PlayerOdds, ...]:
        """What each player can expect, in the order of the seats."""
        return tuple(self._odds(player, play, points) for player in play.seats.players)

    def _odds(self, player: str, play: Game, points: PlacePoints | None) -> PlayerOdds:
        places = [share(often, self.games) for often in self.places.get(player, ())]
        wins = self.wins[player]
        if points is None:
            return PlayerOdds(player, share(wins, self.games), places, None)
        by_player = play.rules.ends is Ends.ALL_PLAYERS
        colours = play.seats.colours_of(player)
        placed = [self.places[player]] if by_player else [self.colours[colour] for colour in colours]
        return PlayerOdds(player, share(wins, self.games), places, points.expected(placed, wins, self.games))

    def colour_chances(self) -> dict[str, list[Estimate]]:
        """The chance of each colour to finish 1st, 2nd …"""
        return {
            colour: [share(often, self.games) for often in places] for colour, places in self.colours.items()
        }


def _added(one: Places, other: Places) -> dict[str, list[int]]:
    return {name: [a + b for a, b in zip(often, other[name], strict=True)] for name, often in one.items()}


# -- games played on from a position, as many as the time allows or the chances need ---------------


#: How all play: like a good player.
POLICY = "sensible"
#: Games with which no chance is further off than one percentage point (95 %).
MOST_PLAYOUTS = 10_000
#: A chance that is known as well as this, one percentage point, need not be known better.
TARGET_MARGIN = 0.01
#: Games played at a stretch. The first stretch has the seed 0, the next 1 and so on: every position is played on with
#: the same luck, so that chances differ because positions do.
BATCH = 50


def is_enough(figures: ChancesTally) -> bool:
    """Whether it is not worth while to play more games from the same position."""
    return figures.games >= MOST_PLAYOUTS or figures.margin <= TARGET_MARGIN


def play_on(play: Game, known: ChancesTally | None, seconds: float) -> ChancesTally:
    """More games from a position than are ``known``, until they are enough or ``seconds`` are over.

    At least one stretch is played, and none is broken off. Compiled, on all cores: playing holds no lock.
    """
    run = _ChancesRun(play, known, time.monotonic() + seconds)
    workers = cores()
    with ThreadPoolExecutor(workers) as pool:
        for done in [pool.submit(run.work) for _ in range(workers)]:
            done.result()
    assert run.figures is not None
    return run.figures


class _ChancesRun:
    """Stretches that are taken by one or more workers, and what they brought."""

    def __init__(self, play: Game, known: ChancesTally | None, until: float) -> None:
        self.figures = known
        self._play, self._until = play, until
        self._seeds = itertools.count(0 if known is None else known.games // BATCH)
        self._lock = threading.Lock()

    def work(self) -> None:
        """Play stretch after stretch."""
        while True:
            outcome = playouts(self._play, BATCH, policy=POLICY, seed=next(self._seeds))
            found = ChancesTally.from_outcome(self._play, outcome)
            with self._lock:
                self.figures = found if self.figures is None else self.figures.plus(found)
                if is_enough(self.figures) or time.monotonic() >= self._until:
                    return
