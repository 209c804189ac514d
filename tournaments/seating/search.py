"""The search for the best tables: simulated annealing with whole numbers alone.

Two people of one round are exchanged, the cost is known from the difference. The numbers are those of the
playouts (``rules.simulate.rng``), so the same seed gives the same tables compiled and interpreted.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import MutableSequence, Sequence
from typing import Any, Protocol

from rules.simulate import jit
from rules.simulate.rng import WORD, below, next_word

#: What things cost. A pair that meets again; team-mates that meet; a step between scores; who never meet, meeting.
REPEAT = 1 << 12
TEAM = 1 << 5
SCORE = 1 << 18
NEVER = 1 << 36


def anneal(
    stream: MutableSequence[int],
    who: MutableSequence[int],
    where: MutableSequence[int],
    met: MutableSequence[int],
    static: Sequence[int],
    first: Sequence[int],
    end: Sequence[int],
    short: MutableSequence[int],
    pinned: Sequence[int],
    best: MutableSequence[int],
    temperatures: Sequence[int],
    steps: int,
    rounds: int,
    people: int,
    cost: int,
    target: int,
) -> int:
    """Exchange people for so many steps at each temperature, until ``target`` is reached; the least cost found.

    ``best`` gets the tables of that cost. Positions of a round go from table to table; ``first`` and ``end`` are
    where the table of a position begins and ends. ``short`` says how often each sat at a small table, of which
    nobody gets a second one before everybody had one.
    """
    least = cost
    for at in range(rounds * people):
        best[at] = who[at]
    largest = 0
    for at in range(people):
        largest = max(largest, end[at] - first[at])
    for temperature in temperatures:
        for _ in range(steps):
            if least <= target:
                return least
            base = below(stream, rounds) * people
            one, other = below(stream, people), below(stream, people)
            if first[one] == first[other] or pinned[who[base + one]] or pinned[who[base + other]]:
                continue
            allowed = temperature * surprise(next_word(stream)) >> 8
            second = -1
            if end[one] - first[one] != end[other] - first[other]:
                if end[one] - first[one] == largest:
                    one, other = other, one
                # From here on ``one`` sits at a small table.
                leaves, comes = who[base + one], who[base + other]
                if short[comes] >= short[leaves]:
                    second = partner_round(
                        where, first, end, largest, rounds, people, leaves, comes, below(stream, rounds)
                    )
                    if second < 0:
                        continue
                    second *= people
                else:
                    short[leaves] -= 1
                    short[comes] += 1
            change = exchange_cost(who, met, static, first, end, people, base, one, other)
            if second < 0:
                if change > allowed:
                    if end[one] - first[one] != end[other] - first[other]:
                        short[who[base + one]] += 1
                        short[who[base + other]] -= 1
                    continue
                exchange(who, where, met, first, end, people, base, one, other)
            else:
                leaves, comes = who[base + one], who[base + other]
                exchange(who, where, met, first, end, people, base, one, other)
                there, here = where[second + leaves], where[second + comes]
                change += exchange_cost(who, met, static, first, end, people, second, there, here)
                if change > allowed:
                    exchange(who, where, met, first, end, people, base, one, other)
                    continue
                exchange(who, where, met, first, end, people, second, there, here)
            cost += change
            if cost < least:
                least = cost
                for at in range(rounds * people):
                    best[at] = who[at]
    return least


def partner_round(
    where: Sequence[int],
    first: Sequence[int],
    end: Sequence[int],
    largest: int,
    rounds: int,
    people: int,
    leaves: int,
    comes: int,
    start: int,
) -> int:
    """Find a round in which it is the other way round: who leaves a small table sits at a large one; -1 if none."""
    for step in range(rounds):
        number = (start + step) % rounds
        here, there = where[number * people + leaves], where[number * people + comes]
        if end[here] - first[here] == largest and end[there] - first[there] != largest:
            return number
    return -1


def exchange_cost(
    who: Sequence[int],
    met: Sequence[int],
    static: Sequence[int],
    first: Sequence[int],
    end: Sequence[int],
    people: int,
    base: int,
    one: int,
    other: int,
) -> int:
    """What it costs more to exchange two positions at different tables of the round that begins at ``base``."""
    row, column = who[base + one] * people, who[base + other] * people
    change = 0
    for at in range(first[one], end[one]):
        if at != one:
            third = who[base + at]
            change += REPEAT * (met[column + third] - met[row + third] + 1)
            change += static[column + third] - static[row + third]
    for at in range(first[other], end[other]):
        if at != other:
            third = who[base + at]
            change += REPEAT * (met[row + third] - met[column + third] + 1)
            change += static[row + third] - static[column + third]
    return change


def exchange(
    who: MutableSequence[int],
    where: MutableSequence[int],
    met: MutableSequence[int],
    first: Sequence[int],
    end: Sequence[int],
    people: int,
    base: int,
    one: int,
    other: int,
) -> None:
    """Exchange two positions at different tables of the round that begins at ``base``."""
    left, right = who[base + one], who[base + other]
    for at in range(first[one], end[one]):
        if at != one:
            third = who[base + at]
            met[left * people + third] -= 1
            met[third * people + left] -= 1
            met[right * people + third] += 1
            met[third * people + right] += 1
    for at in range(first[other], end[other]):
        if at != other:
            third = who[base + at]
            met[right * people + third] -= 1
            met[third * people + right] -= 1
            met[left * people + third] += 1
            met[third * people + left] += 1
    who[base + one], who[base + other] = right, left
    where[base + left], where[base + right] = other, one


def surprise(word: int) -> int:
    """-log2 of a word as a share of 2^32, times 256, by straight lines between powers of two."""
    if word == 0:
        return 33 << 8
    length = word.bit_length()
    fraction = (word << 33 - length & WORD) >> 24
    return (33 - length << 8) - fraction


class Engine(Protocol):
    """What anneals, and the form of sequences that it reads and changes."""

    def sequence(self, values: Any) -> Any:
        """Numbers in that form."""

    def anneal(self, *arguments: Any) -> int:
        """As ``anneal`` above."""


class Interpreted:
    """The search in plain Python."""

    def sequence(self, values: Any) -> Any:
        """A list."""
        return list(values)

    def anneal(self, *arguments: Any) -> int:
        """As ``anneal`` above."""
        return anneal(*arguments)


class Compiled:
    """The search compiled, or read from what was compiled before: ready when made, which takes some seconds."""

    def __init__(self) -> None:
        import numpy

        self._numpy = numpy
        none = self.sequence((0, 0, 0, 0))
        self._anneal: Any = jit.compiled(anneal, *(none for _ in range(10)), self.sequence(()), 0, 0, 0, 0, 0)

    def sequence(self, values: Any) -> Any:
        """Numbers as numba reads and changes them."""
        return self._numpy.array(list(values), dtype=self._numpy.int64)

    def anneal(self, *arguments: Any) -> int:
        """As ``anneal`` above."""
        return int(self._anneal(*arguments))


INTERPRETED = Interpreted()
_engine: Engine | None = None
_lock = threading.Lock()


def best_engine() -> Engine:
    """The compiled search where it can be had, compiled now where it has not been; else the interpreted one."""
    global _engine
    with _lock:
        if _engine is None:
            _engine = _compiled() or INTERPRETED
        return _engine


def _compiled() -> Engine | None:
    if not jit.available():
        return None
    try:
        return Compiled()
    except Exception:
        logging.getLogger(__name__).exception("the seating search is not compiled and stays slow")
        return None
