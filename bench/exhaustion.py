"""Trying every plan of a small hall: what `bench.seating_proofs` proves with.

Only rounds up to renaming matter: people may be renamed, tables and rounds put in another order. So all sets of one
round, of two, of three … are found, each once (``bench.renaming``), and a set that costs too much already is dropped.

How much is too much: a plan of r rounds with C repeats, of which one round has at least 2C/r, those with the others,
leaves a plan of r - 1 rounds with at most C - 2C/r. So every plan can be built round by round with prefixes that cost
no more than ``budgets``. Where two rounds repeat some pairs at any rate, only what is above that is counted so.

A person is a bit, a table a mask.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from math import comb
from typing import Any

from bench.possible_rounds import list_rounds
from bench.renaming import canonical
from rules.simulate import jit
from tournaments.seating.tables import seats_at_small, table_sizes

Masks = tuple[int, ...]


@dataclass(frozen=True)
class Hall:
    """People at tables of a size for some rounds, who share small tables evenly."""

    people: int
    size: int
    rounds: int

    @cached_property
    def sizes(self) -> tuple[int, ...]:
        """The sizes of the tables, the largest first."""
        return table_sizes(self.people, self.size)

    @property
    def largest(self) -> int:
        """The seats at a large table."""
        return self.sizes[0]

    @property
    def large(self) -> int:
        """How many tables are large."""
        return self.sizes.count(self.largest)

    @property
    def small_seats(self) -> int:
        """How many sit at small tables in a round."""
        return seats_at_small(self.sizes)

    @property
    def is_each_once_at_most(self) -> bool:
        """Whether there are no more seats at small tables than people in all rounds."""
        return self.small_seats * self.rounds <= self.people

    def budgets(self, repeats: int) -> list[int]:
        """What 0, 1, … rounds may cost of a plan with so many repeats."""
        tables = len(self.sizes)
        anyway = sum(
            (size % tables) * comb(size // tables + 1, 2) + (tables - size % tables) * comb(size // tables, 2)
            for size in self.sizes
        )
        above = [0] * self.rounds + [repeats - anyway * comb(self.rounds, 2)]
        for number in range(self.rounds, 1, -1):
            above[number - 1] = above[number] - -(-2 * above[number] // number)
        return [spare + anyway * comb(number, 2) for number, spare in enumerate(above)]

    def may_be_shared(self, rounds: Sequence[Masks]) -> bool:
        """Whether everybody can still be at a small table before somebody is at a second one."""
        at_small = [0] * self.people
        for one in self._at_small(rounds):
            at_small[one] += 1
        if self.is_each_once_at_most:
            return max(at_small) <= 1
        return at_small.count(0) <= (self.rounds - len(rounds)) * self.small_seats

    def who_may_be_small(self, rounds: Sequence[Masks]) -> int:
        """Return who may sit at a small table in the next round."""
        everybody = (1 << self.people) - 1
        if not self.is_each_once_at_most:
            return everybody
        return everybody & ~sum(1 << one for one in self._at_small(rounds))

    def _at_small(self, rounds: Sequence[Masks]) -> Iterator[int]:
        for each in rounds:
            for table in each:
                if table.bit_count() < self.largest:
                    yield from members(table)


def members(table: int) -> Iterator[int]:
    """List who sits at a table."""
    while table:
        yield (table & -table).bit_length() - 1
        table &= table - 1


class Exhaustion:
    """All plans of a hall with few enough repeats, round by round."""

    def __init__(self, hall: Hall, compiled: bool) -> None:
        self.hall = hall
        self._compiled = compiled
        listed = sum(comb(hall.people, size) for size in {hall.largest, hall.sizes[-1]})
        self._lists = [self._numbers([0] * listed) for _ in range(5)]
        self._head, self._at = self._numbers([0] * hall.people), self._numbers([0] * len(hall.sizes))
        self._left, self._steps = self._numbers([0, 0]), self._numbers([0])
        self._found = self._numbers([0] * 10_000 * len(hall.sizes))
        seats = hall.people * hall.rounds
        self._colour = self._numbers([0] * hall.people * (hall.people + 1))
        self._work, self._chosen = self._numbers([0] * 2 * hall.people), self._numbers([0] * 2 * hall.people)
        self._text, self._best = self._numbers([0] * seats), self._numbers([0] * seats)
        self._list_rounds = self._made(list_rounds, self._round_arguments((), -1, 0))
        nobody = self._numbers([0] * hall.people)
        self._canonical = self._made(canonical, (nobody, 0, 1, 1, *self._text_arguments(())[4:]))

    @property
    def steps(self) -> int:
        """How many tables were tried."""
        return int(self._steps[0])

    def plans(self, repeats: int) -> Iterator[tuple[int, list[tuple[Masks, ...]]]]:
        """Find all beginnings, up to renaming, of plans with at most so many repeats: of one round, of two …"""
        hall, end = self.hall, 0
        first = []
        for size in hall.sizes:
            first.append((1 << end + size) - (1 << end))
            end += size
        known: list[tuple[Masks, ...]] = [(tuple(first),)]
        yield 1, known
        for number, budget in enumerate(hall.budgets(repeats)[2:], start=2):
            known = list(self._longer(known, budget))
            yield number, known

    def _longer(self, plans: Sequence[tuple[Masks, ...]], budget: int) -> Iterator[tuple[Masks, ...]]:
        """Add one round to each, in all ways up to renaming."""
        seen = set()
        for plan in plans:
            for each in self._next_rounds(plan, budget):
                longer = (*plan, each)
                if self.hall.may_be_shared(longer):
                    text = self._text_of(longer)
                    if text not in seen:
                        seen.add(text)
                        yield longer

    def _next_rounds(self, plan: tuple[Masks, ...], budget: int) -> list[Masks]:
        tables = len(self.hall.sizes)
        room = len(self._found) // tables
        count = int(self._list_rounds(*self._round_arguments(plan, budget, room)))
        if count > room:
            self._found = self._numbers([0] * count * tables)
            return self._next_rounds(plan, budget)
        found = [int(table) for table in self._found[: count * tables]]
        return [tuple(found[at : at + tables]) for at in range(0, count * tables, tables)]

    def _round_arguments(self, plan: tuple[Masks, ...], budget: int, room: int) -> tuple[Any, ...]:
        hall = self.hall
        people = hall.people
        met = [0] * (people * people)
        at_tables: list[tuple[int, ...]] = [()] * people
        for each in plan:
            for table in each:
                for one in members(table):
                    at_tables[one] = (*at_tables[one], table)
                for one, other in combinations(members(table), 2):
                    met[one * people + other] += 1
                    met[other * people + one] += 1
        before = sum(times * (times - 1) // 2 for times in met) // 2
        last: dict[tuple[int, ...], int] = {}
        twin = []
        for one, tables in enumerate(at_tables):
            twin.append(last.get(tables, -1))
            last[tables] = one
        return (
            self._numbers(met),
            self._numbers(twin),
            hall.who_may_be_small(plan),
            people,
            hall.largest,
            hall.large,
            len(hall.sizes) - hall.large,
            budget - before,
            *self._lists,
            self._head,
            self._at,
            self._left,
            self._steps,
            self._found,
            room,
        )

    def _text_of(self, plan: tuple[Masks, ...]) -> bytes:
        self._canonical(*self._text_arguments(plan))
        return bytes(bytearray(int(letter) for letter in self._best[: len(plan) * self.hall.people]))

    def _text_arguments(self, plan: tuple[Masks, ...]) -> tuple[Any, ...]:
        people = self.hall.people
        sits = [0] * (len(plan) * people)
        for number, each in enumerate(plan):
            for at, table in enumerate(each):
                for one in members(table):
                    sits[number * people + one] = at
        return (
            self._numbers(sits),
            len(plan),
            len(self.hall.sizes),
            people,
            self._colour,
            self._work,
            self._chosen,
            self._text,
            self._best,
        )

    def _numbers(self, values: Sequence[int]) -> Any:
        if not self._compiled:
            return list(values)
        import numpy

        return numpy.array(values, dtype=numpy.int64)

    def _made(self, function: Any, arguments: tuple[Any, ...]) -> Any:
        return jit.compiled(function, *arguments) if self._compiled else function
