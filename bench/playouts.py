"""How many games a second playouts play on one core, in CPU time, compiled and interpreted in the same run.

`python -m bench.playouts`. Random games of four players, `schmidt` with `pawns_on_start=0`, and XMädn 3T; then
the other policies and options; medians of several runs. Compiling, or reading what was compiled before, is timed
apart.
"""

import time
from statistics import median

from bench.calibration import calibrate
from bench.size import sized
from rules import RULE_SETS, Game
from rules.simulate import backend, rng, warm_up
from rules.simulate.backend import INTERPRETED
from rules.simulate.jit import Engine
from rules.simulate.scenario import Scenario

RUNS = sized(2, 7)
#: For so many games of a run one is played interpreted.
FOR_ONE_INTERPRETED = 100
#: Broken off nowhere near.
MOST_THROWS = 100_000

FOUR = {"P1": ["yellow"], "P2": ["green"], "P3": ["red"], "P4": ["black"]}
SIX = {"P1": ["yellow", "black"], "P2": ["blue", "red"], "P3": ["green", "violet"]}
#: The game, the policy and how many games a run has.
GAMES = {
    "schmidt, no pawn on A, four players, random": (
        Game.start(RULE_SETS["schmidt"].but(pawns_on_start=0), FOUR, starter="yellow"),
        "random",
        10_000,
    ),
    "XMädn 3T, random": (Game.start(RULE_SETS["xmadn-3t"], SIX, starter="yellow"), "random", 10_000),
    "XMädn 3T, front": (Game.start(RULE_SETS["xmadn-3t"], SIX, starter="yellow"), "front", 10_000),
    "XMädn 3T, sensible": (Game.start(RULE_SETS["xmadn-3t"], SIX, starter="yellow"), "sensible", 3_000),
    "schmidt with barriers and penalties, four players, random": (
        Game.start(RULE_SETS["schmidt"].but(barriers=True, forced_capture="penalty"), FOUR, starter="yellow"),
        "random",
        3_000,
    ),
    "mhd-trapdoors, four players, random": (
        Game.start(RULE_SETS["mhd-trapdoors"], FOUR, starter="yellow", trapdoors=(5, 13, 21, 29)),
        "random",
        3_000,
    ),
    "mhd-trapdoors, four players, sensible": (
        Game.start(RULE_SETS["mhd-trapdoors"], FOUR, starter="yellow", trapdoors=(5, 13, 21, 29)),
        "sensible",
        1_000,
    ),
    "mhd-wormholes, three players, sensible": (
        Game.start(RULE_SETS["mhd-wormholes"], SIX, starter="yellow", wormholes=((3, 27), (9, 41), (12, 20))),
        "sensible",
        1_000,
    ),
}


def rates(player: Engine, setting: Scenario, games: int) -> list[tuple[float, float]]:
    """Games and throws a second of CPU time of each run."""
    found = []
    for run in range(RUNS):
        started = time.process_time()
        _, throws, _ = setting.play(player, rng.key(run), 0, games, MOST_THROWS)
        spent = time.process_time() - started
        found.append((games / spent, sum(throws) / spent))
    return found


def main() -> None:
    """Measure and print."""
    print(calibrate())
    started = time.process_time()
    warm_up().join()
    print(f"numba imported, kernel compiled or read: {time.process_time() - started:.1f} s")
    for name, (game, policy, number) in GAMES.items():
        setting = Scenario(game, policy)
        compiled = rates(backend.best(setting.bits), setting, number)
        interpreted = rates(INTERPRETED, setting, number // FOR_ONE_INTERPRETED)
        games, throws = (median(figures) for figures in zip(*compiled, strict=True))
        plain = median(rate for rate, _ in interpreted)
        least, most = min(compiled)[0], max(compiled)[0]
        print(
            f"{name}: {games:,.0f} games a second ({least:,.0f} to {most:,.0f}), {throws / 1e6:.1f} million throws;"
            f" interpreted {plain:,.0f} games, ratio {games / plain:.0f}"
        )


if __name__ == "__main__":
    main()
