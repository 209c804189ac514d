"""The proofs that a few small halls need the repeats that they have: every plan with fewer is tried, none is there.

`python -m bench.seating_proofs [PEOPLE SIZE ROUNDS]`: all halls of `tournaments.seating.known_bounds`, or one; in a
line how many beginnings of plans there are after each round, none after the last, how many tables were tried for
that, and whether the plan that is made needs no more. Seventeen and eighteen people take minutes and a gigabyte;
they are tried with RAUSWURF_BENCH=whole or where they are asked for.
"""

from __future__ import annotations

import sys
import time

from bench.calibration import calibrate
from bench.exhaustion import Exhaustion, Hall
from bench.seating import hall as people_of
from bench.size import sized
from rules.simulate import jit
from tournaments.seating import SeatingProblem, plan
from tournaments.seating.known_bounds import LEAST

LONG = sized({(17, 4, 6), (18, 4, 6)}, set[tuple[int, int, int]]())


def prove(hall: Hall, least: int) -> bool:
    """Try all plans with fewer repeats than these and make one with as many; whether it is so."""
    begun = time.perf_counter()
    tried = Exhaustion(hall, jit.available())
    counts = [len(plans) for _, plans in tried.plans(least - 1)]
    made = plan(SeatingProblem(people_of(hall.people), hall.size, hall.rounds, "bench")).repeats
    is_so = counts[-1] == 0 and made == least
    print(
        f"{hall.people} people, tables of {hall.size}, {hall.rounds} rounds: "
        f"{'no plan' if counts[-1] == 0 else 'A PLAN'} with fewer than {least}, made {made}; "
        f"beginnings {' '.join(map(str, counts))}, tables tried {tried.steps:,}, "
        f"{time.perf_counter() - begun:.1f} s",
        flush=True,
    )
    return is_so


def main(asked: list[str]) -> int:
    """Prove and print; 1 if anything is not so."""
    print(calibrate())
    halls = [(int(asked[0]), int(asked[1]), int(asked[2]))] if asked else sorted(LEAST.keys() - LONG)
    proved = [prove(Hall(*each), LEAST[each]) for each in halls]
    return 0 if all(proved) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
