"""Whether chances come true: of what is told to happen in 30 of 100 cases, does it happen in 30 of 100?

Games by `sensible` are stopped at a random throw (one that has ended by then is left out), playouts give the chances
from there, with numbers that have nothing to do with the game's, and the game's end is compared with them: who won
(XMädn rules, four players of one colour) and who came where (a GP+ of three players).

Forecasts go into ten bins by the chance told. The band around each bin is where the share that came true lies if all
chances are right: the places of every game are drawn again by its chances, 1,000 times (consistency
resampling: Bröcker, Smith: Increasing the Reliability of Reliability Diagrams, Weather and Forecasting 22, 2007; one
winner a game, so that the forecasts of one game stay bound together), and the band is as many standard
deviations wide in every bin as it takes for 95 % of these draws to lie within it in all bins at once.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate, count
from random import Random

from rules import Game
from rules.move import Move
from rules.simulate import backend, playouts, rng
from rules.simulate.scenario import Scenario
from rules.stats import quantile

BINS = 10
DRAWS = 1_000
WITHIN = 0.95
POLICY = "sensible"
SEED = 20_261_121
#: Far from every seed of a game.
SEED_OF_CHANCES = 10**12

FOUR = {"P1": ["yellow"], "P2": ["green"], "P3": ["red"], "P4": ["black"]}
THREE = {"P1": ["yellow", "red"], "P2": ["black", "green"], "P3": ["blue", "violet"]}


@dataclass(frozen=True, slots=True)
class Forecast:
    """What was told of one game: the chance of each player, one of whom it is (they make 1), and which it was."""

    chances: tuple[float, ...]
    came: int


@dataclass(frozen=True, slots=True)
class Bin:
    """Chances that are about the same."""

    forecasts: int
    #: The mean of the chances, and the share of them that came true.
    told: float
    came: float
    #: Where that share lies if all chances are right, in all bins at once with 95 %.
    low: float
    high: float

    @property
    def within(self) -> bool:
        """Whether what came lies in the band."""
        return self.low - 1e-9 <= self.came <= self.high + 1e-9


def reliability(forecasts: Sequence[Forecast], lots: Random) -> list[Bin]:
    """The reliability curve with its band: the bins that have forecasts, ascending."""
    binned = [[_bin(chance) for chance in forecast.chances] for forecast in forecasts]
    sizes, told = [0] * BINS, [0.0] * BINS
    for forecast, bins in zip(forecasts, binned, strict=True):
        for chance, at in zip(forecast.chances, bins, strict=True):
            sizes[at] += 1
            told[at] += chance
    happened = _counts(binned, [forecast.came for forecast in forecasts])
    limits = [tuple(accumulate(forecast.chances)) for forecast in forecasts]
    draws = [_counts(binned, [_drawn(limit, lots) for limit in limits]) for _ in range(DRAWS)]
    used = [at for at in range(BINS) if sizes[at]]
    spread = {at: math.sqrt(sum((draw[at] - told[at]) ** 2 for draw in draws) / DRAWS) for at in used}
    furthest = sorted(
        max((abs(draw[at] - told[at]) / spread[at] for at in used if spread[at]), default=0.0)
        for draw in draws
    )
    width = furthest[math.ceil(WITHIN * DRAWS) - 1]
    return [
        Bin(
            sizes[at],
            told[at] / sizes[at],
            happened[at] / sizes[at],
            max(0.0, (told[at] - width * spread[at]) / sizes[at]),
            min(1.0, (told[at] + width * spread[at]) / sizes[at]),
        )
        for at in used
    ]


def _bin(chance: float) -> int:
    return min(int(chance * BINS), BINS - 1)


def _counts(binned: Sequence[Sequence[int]], came: Sequence[int]) -> list[int]:
    """How many came true in each bin."""
    counts = [0] * BINS
    for bins, one in zip(binned, came, strict=True):
        counts[bins[one]] += 1
    return counts


def _drawn(limits: Sequence[float], lots: Random) -> int:
    """One of the players, each as likely as their chance."""
    lot = lots.random() * limits[-1]
    return next(number for number, limit in enumerate(limits) if lot < limit)


# -- games and chances -----------------------------------------------------------------------------


def told_and_came(game: Game, games: int, tries: int) -> list[list[Forecast]]:
    """For each place that the game decides the forecasts of so many games, by ``tries`` playouts each."""
    lots = Random(SEED)
    players = game.seats.players
    decided = len(players) if game.rules.ends.value == "all players" else 1
    found: list[list[Forecast]] = [[] for _ in range(decided)]
    usual = quantile(playouts(game, 200, policy=POLICY, seed=SEED_OF_CHANCES - 1).lengths, 0.9)
    for number in count():
        if len(found[0]) == games:
            break
        ended = playouts(game, 1, policy=POLICY, seed=SEED + number)
        throws = lots.randrange(usual)
        if throws >= max(ended.lengths):
            continue  # Were the throw drawn from those that the game has, quick wins would be asked about too often.
        here = _replayed(game, SEED + number, throws)
        chances = playouts(here, tries, policy=POLICY, seed=SEED_OF_CHANCES + number)
        for place in range(decided):
            told = tuple(chances.places[player][place] / tries for player in players)
            came = next(at for at, player in enumerate(players) if ended.places[player][place])
            found[place].append(Forecast(told, came))
    return found


def _replayed(game: Game, seed: int, throws: int) -> Game:
    """The game number 0 of a seed after so many throws."""
    if throws == 0:
        return game
    setting = Scenario(game, POLICY)
    _, _, trace = setting.play(backend.best(setting.bits), rng.key(seed), 0, 1, throws, throws)
    for told in trace:
        die, source = told >> 40 & 1023, (told >> 10 & 1023) - 2
        game = game.play(die, _from(source, game.moves(die)))
    return game


def _from(source: int, moves: Sequence[Move]) -> Move | None:
    """The move that leaves this field; without furniture, barriers and backward captures there is one at most."""
    return next((move for move in moves if move.source == source), None)
