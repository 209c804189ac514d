"""How long the analysis of a long game takes: `python -m bench.analysis`.

A 3T for places (xmadn-gp, three players of two colours), played by lot with changing policies until one of about
1,300 throws is found (of 850 or more, unless in full); everything from the record to the finished figures, without the
database.
"""

from __future__ import annotations

import time
from random import Random

from bench.size import sized
from games.analysis.history import GameHistory, RecordedThrow
from games.analysis.luck import analyse_history
from rules import RULE_SETS, Game
from rules.policies import POLICIES
from rules.simulate import warm_up

SEATS = {"Anna": ["yellow", "red"], "Bert": ["black", "green"], "Cora": ["blue", "violet"]}
THROWS = range(*sized((850, 1_340), (1_280, 1_340)))


def played(seed: int) -> GameHistory:
    """A game in which everybody plays now like this, now like that."""
    lots, game = Random(seed), Game.start(RULE_SETS["xmadn-gp"], SEATS, starter="yellow")
    begin = game
    steps: list[RecordedThrow] = []
    while not game.over:
        die = lots.randint(1, 6)
        moves = game.moves(die)
        policy = POLICIES[lots.choice(("random", "front", "sensible", "sensible"))]
        move = policy(game, die, moves, lots) if moves else None
        steps.append(RecordedThrow(len(steps) + 3, game, die, move))
        game = game.play(die, move)
    assert game.winner is not None
    return GameHistory(begin, tuple(steps), game.winner)


def main() -> None:
    """Find the game, analyse it, tell."""
    warm_up().join()
    course = next(game for game in map(played, range(10_000)) if len(game.steps) in THROWS)
    wall, cpu = time.perf_counter(), time.process_time()
    found = analyse_history(course)
    wall, cpu = time.perf_counter() - wall, time.process_time() - cpu
    print(f"{len(course.steps)} throws, {sum(a.decisions for a in found.accounts)} decisions")
    print(f"{wall:.1f} s, {cpu:.1f} s of CPU time")
    for each in found.accounts:
        print(
            f"{each.player}: {each.begin:.3f} to {each.end:.0f}; luck {each.luck:+.2f} ± {each.luck_margin:.2f},"
            f" lost {each.loss:.2f} ± {each.loss_margin:.2f},"
            f" told apart in {each.decisions - each.best} of {each.decisions} decisions,"
            f" others' luck {each.others_luck:+.2f}, their decisions {each.others_decisions:+.2f}"
        )
    for one in found.decisive[:5]:
        print(f"throw {one.throw}: {one.greatest:.3f} (± {one.step.margin:.3f})")


if __name__ == "__main__":
    main()
