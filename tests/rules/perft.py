"""Perft: how many sequences of (face, move) lead on from a position, to a given depth.

Every distinct face of the die counts once. A throw with nothing to move is one sequence; where forfeiting is
a choice ([D14]) it is one more beside the moves. A game that is over has no further sequences.

`python -m tests.rules.perft` writes `perft.json` anew, with the counts of the naive reference.
"""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any, TypeVar

from tests.rules import reference
from tests.rules.reference_positions import Options, State, at, position
from tests.rules.tables import Table, random_start, random_state, random_table, usual_table
from tests.rules.vectors import changes

FILE = Path(__file__).with_name("perft.json")
DEEPEST = 4
MOST_SEQUENCES = 1500
# Boards so small that sequences with moved furniture can be counted further than one throw.
SMALL_BOARDS: list[tuple[str, Options]] = [
    ("mhd-trapdoors", {"board": "4x3"}),
    (
        "mhd-trapdoors",
        {"board": "4x3", "forced_capture": "penalty", "barriers": True, "backward_capture": True},
    ),
    ("mhd-wormholes", {"board": "6x2", "wormholes": 1}),
    ("mhd-wormholes", {"board": "6x2", "wormholes": 1, "forced_capture": "strict", "barriers": True}),
]
Case = dict[str, Any]
Position = TypeVar("Position")


def sequences(here: Position, depth: int, followers: Callable[[Position], list[Position]]) -> int:
    """The number of ways to go on for `depth` throws; `followers` gives the positions after one throw."""
    if depth == 0:
        return 1
    return sum(sequences(after, depth - 1, followers) for after in followers(here))


def followers(state: State) -> list[State]:
    """The reference's states after one throw, one for each face and move."""
    after: list[State] = []
    for die in set(state.options["die_faces"]):
        after += reference.legal(state, die).values()
        forfeited = reference.forfeit(state, die)
        after += [forfeited] if forfeited else []
    return after


def state_of(case: Case) -> State:
    options = reference.options(case["rules"], **changes(case))
    return at(case["position"], options, case["seats"], case["finished"])


def counted(table: Table, state: State) -> Case:
    """A position with its counts, as deep as they stay small."""
    counts: list[int] = []
    while len(counts) < DEEPEST and (not counts or counts[-1] ** (1 + 1 / len(counts)) < MOST_SEQUENCES):
        counts.append(sequences(state, len(counts) + 1, followers))
    return {
        "rules": table.name,
        "options": table.changes,
        "seats": table.seats,
        "position": position(state),
        "finished": state.finished,
        "counts": counts,
    }


def cases() -> Iterator[Case]:
    """Every named rule set from its start and from two positions on the way, then option mixes by lot."""
    for name in reference.RULE_SETS:
        random = Random(f"perft {name}")
        table = usual_table(name)
        for state in (random_start(random, table), random_state(random, table), random_state(random, table)):
            yield counted(table, state)
    for number in range(15):
        random = Random(f"perft mix {number}")
        table = random_table(random, random.choice(list(reference.RULE_SETS)))
        for _ in range(2):
            yield counted(table, random_state(random, table))
    for number, (name, options) in enumerate(SMALL_BOARDS):
        random = Random(f"perft small {number}")
        table = Table(name, options, usual_table(name).seats)
        for _ in range(3):
            yield counted(table, random_state(random, table))


if __name__ == "__main__":
    numbered = ({"id": f"perft-{number:02}", **case} for number, case in enumerate(cases(), start=1))
    lines = [json.dumps(case, ensure_ascii=False) for case in numbered]
    FILE.write_text("[\n" + ",\n".join(lines) + "\n]\n", encoding="utf-8")
