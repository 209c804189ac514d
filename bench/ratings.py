"""Whether forecasts by ratings are better than calling all equal: leagues of known strengths, played by lot.

`python -m bench.ratings [LEAGUES]`: of each spread so many leagues (4; with RAUSWURF_BENCH=whole 100) of 20 players,
1,000 games at boards of three, seats by lot. Strengths (logarithms of weights) are normal with the spread as their
standard deviation, games are drawn by Plackett–Luce, and each is forecast from those before it. Told is how much worse
a forecast was than "equal" a game, as a mean of logarithms (less is better): by the ratings as they are, by the best
spread of all leagues held fast (which nobody knows beforehand), by the true strengths, and by openskill as it comes.

`python -m bench.ratings gaps`: how much better a good player does, by playouts of every rule set; these are the figures
of `tournaments/ratings/luck.py`.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from random import Random
from statistics import fmean, stdev

from bench.calibration import calibrate
from bench.size import sized
from rules import RULE_SETS
from rules.simulate import cores, playouts, warm_up
from tests.rules.simulate.tables import usual_game
from tournaments.ratings.finishing_orders import grouped, log_chance
from tournaments.ratings.luck import GAPS, LOOKED_AT, Luck, spread_of
from tournaments.ratings.rating import Evidence, Strength, estimate_strength, logarithms, update_evidence
from tournaments.statistics.ratings import RatedGame, RunningRating, after

SPREADS = (0.0, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5)
LEAGUES = sized(4, 100)
PLAYERS, GAMES, AT_A_BOARD = 20, 1_000, 3
KIND = "xmadn-3t"
EQUAL = [0.0] * AT_A_BOARD
#: A forecast: the players at the board → the logarithms of their weights; and what is told of the game afterwards.
Forecaster = tuple[Callable[[Sequence[int]], Sequence[float]], Callable[[Sequence[int]], None]]


def by_ratings() -> Forecaster:
    """As the site forecasts: mu and sigma as they were after each player's last game, and luck as it is known now."""
    stood: dict[str, RunningRating] = {}
    luck: Luck = {}

    def told(board: Sequence[int]) -> Sequence[float]:
        here = [stood.get(str(player), RunningRating()) for player in board]
        return logarithms([Strength(each.mu, each.sigma) for each in here], spread_of(KIND, luck))

    def ended(order: Sequence[int]) -> None:
        nonlocal luck
        places = {str(player): place for place, player in enumerate(order, start=1)}
        found, luck = after(RatedGame(KIND, places, str(order[0]), True), stood, luck)
        stood.update(found)

    return told, ended


def by_fixed(spread: float) -> Forecaster:
    """The same, with a spread that stays as it is."""
    stood: dict[int, Evidence] = {}
    fixed = {KIND: spread}

    def told(board: Sequence[int]) -> Sequence[float]:
        return logarithms([estimate_strength(stood.get(player, {}), fixed) for player in board], spread)

    def ended(order: Sequence[int]) -> None:
        before = [stood.get(player, {}) for player in order]
        found = update_evidence(grouped(range(len(order))), KIND, before, fixed)
        stood.update(zip(order, found, strict=True))

    return told, ended


def by_library() -> Forecaster:
    """By openskill, with what it proposes."""
    from openskill.models import PlackettLuce

    model = PlackettLuce()
    stood = [model.rating() for _ in range(PLAYERS)]

    def told(board: Sequence[int]) -> Sequence[float]:
        c = math.sqrt(sum(stood[player].sigma ** 2 + model.beta**2 for player in board))
        return [stood[player].mu / c for player in board]

    def ended(order: Sequence[int]) -> None:
        for player, (rating,) in zip(order, model.rate([[stood[player]] for player in order]), strict=True):
            stood[player] = rating

    return told, ended


@dataclass(frozen=True)
class Loss:
    """How much worse than "equal" a game, on average: of the whole order and of the winner alone."""

    order: float
    winner: float
    order_late: float

    @classmethod
    def of(cls, games: Sequence[tuple[float, float]]) -> Loss:
        """Of all games, and of the second half of them."""
        late = games[len(games) // 2 :]
        return cls(
            fmean(order for order, _ in games),
            fmean(won for _, won in games),
            fmean(order for order, _ in late),
        )


def league(seed: str, spread: float) -> dict[str, Loss]:
    """A league: each forecaster → its loss."""
    lots = Random(seed)
    true = [lots.gauss(0, spread) for _ in range(PLAYERS)]
    forecasters: dict[str, Forecaster] = {
        "ratings": by_ratings(),
        "truth": (lambda board: [true[player] for player in board], lambda order: None),
        "openskill": by_library(),
        **{f"fixed {each}": by_fixed(each) for each in (0.0, *LOOKED_AT)},
    }
    losses: dict[str, list[tuple[float, float]]] = {name: [] for name in forecasters}
    order_of, winner_of = grouped(range(AT_A_BOARD)), grouped([1] + [2] * (AT_A_BOARD - 1))
    for _ in range(GAMES):
        board = lots.sample(range(PLAYERS), AT_A_BOARD)
        times = {player: lots.expovariate(math.exp(true[player])) for player in board}
        order = sorted(board, key=times.__getitem__)
        for name, (told, ended) in forecasters.items():
            worth = told(order)
            losses[name].append(
                (
                    log_chance(order_of, EQUAL) - log_chance(order_of, worth),
                    log_chance(winner_of, EQUAL) - log_chance(winner_of, worth),
                )
            )
            ended(order)
    return {name: Loss.of(found) for name, found in losses.items()}


def told(found: Sequence[Mapping[str, Loss]], name: str, which: str) -> str:
    """A mean over leagues, and twice its standard error."""
    figures = [getattr(each[name], which) for each in found]
    return f"{fmean(figures):+.4f} ± {2 * stdev(figures) / math.sqrt(len(figures)):.4f}"


def leagues(number: int) -> None:
    """Play the leagues of all spreads, and print."""
    print(
        f"{number} leagues of {PLAYERS} players, {GAMES} games at boards of {AT_A_BOARD}: log-loss against equal"
    )
    with ProcessPoolExecutor(cores()) as pool:
        for spread in SPREADS:
            seeds = [f"{spread}/{each}" for each in range(number)]
            found = list(pool.map(league, seeds, [spread] * number))
            for line in _lines(spread, found):
                print(line, flush=True)


def _lines(spread: float, found: Sequence[Mapping[str, Loss]]) -> Iterator[str]:
    fixed = [name for name in found[0] if name.startswith("fixed")]
    for which, what in (
        ("order", "all orders"),
        ("winner", "all winners"),
        ("order_late", "orders of the last half"),
    ):
        best = min(fixed, key=lambda name: fmean(getattr(each[name], which) for each in found))
        yield f"spread {spread}, {what}: " + ", ".join(
            f"{label} {told(found, name, which)}"
            for label, name in (
                ("ratings", "ratings"),
                (best, best),
                ("truth", "truth"),
                ("openskill", "openskill"),
            )
        )


def gaps() -> None:
    """How many times the weight of the others one good player has, as a logarithm, by playouts of every rule set."""
    warm_up().join()
    games = sized(6_000, 60_000)
    for name in RULE_SETS:
        game, won = usual_game(name), 0
        players = [player for player, _ in game.setup.seating.seats]
        for player in players:
            policy = dict.fromkeys(players, "front") | {player: "sensible"}
            won += playouts(game, games // len(players), policy=policy, seed=1).wins[player]
        share = won / (games // len(players) * len(players))
        gap = math.log(share / (1 - share) * (len(players) - 1))
        margin = 1.96 / math.sqrt(games * share * (1 - share))
        told = f"sensible wins {share:.1%}, gap {gap:.2f} ± {margin:.2f}, kept {GAPS[name]}"
        print(f"{name}, {len(players)} players: {told}", flush=True)


if __name__ == "__main__":
    print(calibrate())
    if sys.argv[1:] == ["gaps"]:
        gaps()
    else:
        leagues(int(sys.argv[1]) if sys.argv[1:] else LEAGUES)
        gaps()
