"""How many games a second playouts play on one core, in CPU time, compiled and interpreted in the same run.

`python -m bench.playouts`. Random games of four players, `schmidt` with `pawns_on_start=0`, and XMädn 3T; then
the other policies; medians of several runs. Compiling, or reading what was compiled before, is timed apart.
"""

from __future__ import annotations

import time
from statistics import median

from bench.calibration import calibrate
from rules import RULE_SETS, Game
from rules.simulate import engine, stream, warm_up
from rules.simulate.engine import INTERPRETED, Engine
from rules.simulate.setting import Setting

RUNS = 7
#: Games a run; as many for the interpreted kernel as take about as long.
COMPILED_GAMES = 10_000
INTERPRETED_GAMES = 40
#: Broken off nowhere near.
MOST_THROWS = 100_000

FOUR = {"P1": ["yellow"], "P2": ["green"], "P3": ["red"], "P4": ["black"]}
SIX = {"P1": ["yellow", "black"], "P2": ["blue", "red"], "P3": ["green", "violet"]}
GAMES = {
    "schmidt, no pawn on A, four players, random": (
        Game.start(RULE_SETS["schmidt"].but(pawns_on_start=0), FOUR, starter="yellow"),
        "random",
    ),
    "XMädn 3T, random": (Game.start(RULE_SETS["xmadn-3t"], SIX, starter="yellow"), "random"),
    "XMädn 3T, front": (Game.start(RULE_SETS["xmadn-3t"], SIX, starter="yellow"), "front"),
    "XMädn 3T, sensible": (Game.start(RULE_SETS["xmadn-3t"], SIX, starter="yellow"), "sensible"),
    "schmidt with barriers and penalties, four players, random": (
        Game.start(RULE_SETS["schmidt"].but(barriers=True, forced_capture="penalty"), FOUR, starter="yellow"),
        "random",
    ),
    "mhd-trapdoors, four players, random": (
        Game.start(RULE_SETS["mhd-trapdoors"], FOUR, starter="yellow", trapdoors=(5, 13, 21, 29)),
        "random",
    ),
}


def rates(player: Engine, setting: Setting, games: int) -> list[tuple[float, float]]:
    """Games and throws a second of CPU time of each run."""
    found = []
    for run in range(RUNS):
        started = time.process_time()
        _, throws, _ = setting.play(player, stream.key(run), 0, games, MOST_THROWS)
        spent = time.process_time() - started
        found.append((games / spent, sum(throws) / spent))
    return found


def main() -> None:
    """Measure and print."""
    print(calibrate())
    started = time.process_time()
    warm_up().join()
    print(f"numba imported, kernel compiled or read: {time.process_time() - started:.1f} s")
    for name, (game, policy) in GAMES.items():
        setting = Setting(game, policy, {})
        compiled = rates(engine.best(setting.bits), setting, COMPILED_GAMES)
        interpreted = rates(INTERPRETED, setting, INTERPRETED_GAMES)
        games, throws = (median(figures) for figures in zip(*compiled, strict=True))
        plain = median(rate for rate, _ in interpreted)
        least, most = min(compiled)[0], max(compiled)[0]
        print(
            f"{name}: {games:,.0f} games a second ({least:,.0f} to {most:,.0f}), {throws / 1e6:.1f} million throws;"
            f" interpreted {plain:,.0f} games, ratio {games / plain:.0f}"
        )


if __name__ == "__main__":
    main()
