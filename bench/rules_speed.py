"""How many throws a second the rules play through their public interface, in CPU time of one core.

`python -m bench.rules_speed`. Random games of four players, `schmidt` with `pawns_on_start=0`; medians
of several runs. Where the package ludopy 1.5.0 is installed (`pip install ludopy==1.5.0`) it plays
random games in the same run and the ratio is told.
"""

import importlib.util
import time
from collections.abc import Callable
from random import Random
from statistics import median
from typing import Any

from bench.calibration import calibrate
from bench.size import sized
from rules import RULE_SETS, Game

RUNS = sized(3, 7)
GAMES = sized(50, 200)
SEATS = {"P1": ["yellow"], "P2": ["green"], "P3": ["red"], "P4": ["black"]}
RULES = RULE_SETS["schmidt"].but(pawns_on_start=0)


def play_random_games(games: int, seed: int) -> int:
    """Play so many games to the end; how many throws they had."""
    lot = Random(seed).random
    throws = 0
    for _ in range(games):
        game = Game.start(RULES, SEATS, starter="yellow")
        while not game.over:
            die = int(lot() * 6) + 1
            moves = game.moves(die)
            game = game.play(die, moves[int(lot() * len(moves))] if moves else None)
            throws += 1
    return throws


def play_with_ludopy(games: int, seed: int) -> int:
    """The same with ludopy: its own dice, a random one of the pieces that can move."""
    import ludopy

    lots, throws = Random(seed), 0
    for _ in range(games):
        game: Any = ludopy.Game()
        finished = False
        while not finished:
            (_, pieces, _, _, _, finished), _ = game.get_observation()
            piece = pieces[lots.randrange(len(pieces))] if len(pieces) else -1
            *_, finished = game.answer_observation(piece)
            throws += 1
    return throws


def throws_a_second(play: Callable[[int, int], int], games: int) -> list[float]:
    """The rate of each run, in throws a second of CPU time."""
    rates = []
    for run in range(RUNS):
        started = time.process_time()
        throws = play(games, run)
        rates.append(throws / (time.process_time() - started))
    return rates


def main() -> None:
    """Measure and print."""
    print(calibrate())
    play_random_games(GAMES, seed=99)
    ours = throws_a_second(play_random_games, GAMES)
    print(
        f"rules: {median(ours):,.0f} throws a second (median of {RUNS}; {min(ours):,.0f} to {max(ours):,.0f})"
    )
    if importlib.util.find_spec("ludopy") is None:
        print("ludopy is not installed here; pip install ludopy==1.5.0 to compare")
        return
    theirs = throws_a_second(play_with_ludopy, 3)
    print(f"ludopy: {median(theirs):,.0f} throws a second; ratio {median(ours) / median(theirs):.1f}")


if __name__ == "__main__":
    main()
