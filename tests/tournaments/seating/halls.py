"""Halls of people for tests of the seating."""

import hashlib
from collections import Counter
from collections.abc import Sequence
from itertools import combinations

from rules.simulate.jit import Engine
from tournaments.seating import Participant, Plan, Round, SeatingProblem, plan, seat


def people(number: int, team: int = 0, begin: int = 1) -> tuple[Participant, ...]:
    """So many people, in teams of so many if asked for."""
    return tuple(
        Participant(f"p{at}", f"team {(at - 1) // team}" if team else "")
        for at in range(begin, begin + number)
    )


def problem(number: int, rounds: int, size: int = 4, seed: str = "seed", team: int = 0) -> SeatingProblem:
    """A hall before anything is played."""
    return SeatingProblem(people(number, team), size, rounds, seed, teams_apart=bool(team))


def recount(rounds: Sequence[Round]) -> int:
    """C, counted as its definition says and in no other way: pairs together in two rounds."""
    pairs = [{frozenset(pair) for table in each for pair in combinations(table, 2)} for each in rounds]
    return sum(len(one & other) for one, other in combinations(pairs, 2))


def assert_everybody_sits_once(asked: SeatingProblem, made: Plan) -> None:
    for each in made.rounds:
        assert sorted(key for table in each for key in table) == sorted(asked.keys)
        assert max(map(len, each)) <= asked.size


def assert_second_small_tables_come_last(asked: SeatingProblem, made: Plan) -> None:
    tables = [table for each in made.rounds for table in each if len(table) < asked.size]
    small = [sum(key in table for table in tables) for key in asked.keys]
    assert max(small) <= 1 or min(small) >= 1


def most_of_a_slot(seated: Sequence[Sequence[Sequence[str]]]) -> int:
    """How often somebody has one slot, at most."""
    had = Counter((key, slot) for each in seated for table in each for slot, key in enumerate(table) if key)
    return max(had.values())


def drawn(engine: Engine | None = None, hard: SeatingProblem | None = None) -> str:
    """Draw a few halls of all kinds, one of them hard: the SHA-256 of who sits where and with which colour."""
    first = plan(problem(21, 1), engine).rounds
    wishes = Participant("p1", table=3, never_with=frozenset({"p2", "p3"}))
    asked = (
        problem(30, 4),
        problem(15, 3, size=3),
        problem(9, 4, size=2),
        problem(29, 3, size=6),
        problem(24, 6),
        hard or problem(18, 6),
        problem(41, 5, size=6),
        problem(40, 3, team=4),
        SeatingProblem((wishes, *people(27, begin=2)), 4, 3, "wishes"),
        SeatingProblem(people(22, begin=3), 4, 3, "came and went", played=first),
    )
    told = hashlib.sha256()
    for each in asked:
        made = plan(each, engine)
        told.update(repr((made.rounds, seat(made.rounds, each.size))).encode())
    return told.hexdigest()
