"""The search for the best tables: simulated annealing with whole numbers alone.

Two people of one round are exchanged, the cost is known from the difference. The numbers are those of the
playouts (``rules.simulate.rng``), so the same seed gives the same tables compiled and interpreted.
"""

import threading
from collections.abc import MutableSequence, Sequence
from typing import Any

from rules.simulate import jit
from rules.simulate.jit import Engine
from rules.simulate.rng import WORD, below, next_word

#: What things cost: a pair that meets again; team-mates that meet, in the end; a step between scores; who never meet.
REPEAT = 1 << 12
TEAM = 1 << 5
SCORE = 1 << 18
NEVER = 1 << 36


def anneal(
    stream: MutableSequence[int],
    who: MutableSequence[int],
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
    uneven_cost: int,
    cost: int,
    target: int,
) -> int:
    """Exchange people for this number of steps at each temperature, until ``target`` is reached; the least cost found.

    ``best`` gets the tables of that cost. Positions of a round go from table to table; ``first`` and ``end`` are
    where the table of a position begins and ends. ``short`` says how often each sat at a small table: more may
    sit at a second one on the way, for ``uneven_cost``, never in what is found.
    """
    least, uneven, fewest = cost, 0, 0
    keep(who, best, rounds * people)
    for temperature in temperatures:
        for _ in range(steps):
            if least <= target:
                return least
            base = below(stream, rounds) * people
            one, other = below(stream, people), below(stream, people)
            allowed = temperature * surprise(next_word(stream)) >> 8
            if first[one] == first[other] or pinned[who[base + one]] or pinned[who[base + other]]:
                continue
            seconds = more_seconds(who, first, end, short, base, one, other)
            change = exchange_cost(who, met, static, first, end, people, base, one, other)
            if change + uneven_cost * seconds > allowed:
                continue
            exchange(who, met, first, end, short, people, base, one, other)
            cost += change
            uneven += seconds
            if uneven < fewest or (uneven == fewest and cost < least):
                least, fewest = cost, uneven
                keep(who, best, rounds * people)
    return least


def keep(who: Sequence[int], best: MutableSequence[int], seats: int) -> None:
    """Keep the tables as they are."""
    for at in range(seats):
        best[at] = who[at]


def more_seconds(
    who: Sequence[int],
    first: Sequence[int],
    end: Sequence[int],
    short: Sequence[int],
    base: int,
    one: int,
    other: int,
) -> int:
    """How many more second small tables there are if two positions are exchanged."""
    smaller = end[other] - first[other] - end[one] + first[one]
    if smaller == 0:
        return 0
    leaves, comes = short[who[base + one]], short[who[base + other]]
    if smaller < 0:
        leaves, comes = comes, leaves
    change = 0
    if comes >= 1:
        change += 1
    if leaves >= 2:
        change -= 1
    return change


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
    met: MutableSequence[int],
    first: Sequence[int],
    end: Sequence[int],
    short: MutableSequence[int],
    people: int,
    base: int,
    one: int,
    other: int,
) -> None:
    """Exchange two positions at different tables of the round that begins at ``base``."""
    left, right = who[base + one], who[base + other]
    part(who, met, first, end, people, base, one, left, right)
    part(who, met, first, end, people, base, other, right, left)
    who[base + one], who[base + other] = right, left
    smaller = end[other] - first[other] - end[one] + first[one]
    short[left] -= smaller
    short[right] += smaller


def part(
    who: Sequence[int],
    met: MutableSequence[int],
    first: Sequence[int],
    end: Sequence[int],
    people: int,
    base: int,
    seat: int,
    leaves: int,
    comes: int,
) -> None:
    """Count the meetings at the table of a seat again: one leaves it, another comes."""
    for at in range(first[seat], end[seat]):
        if at != seat:
            third = who[base + at]
            met[leaves * people + third] -= 1
            met[third * people + leaves] -= 1
            met[comes * people + third] += 1
            met[third * people + comes] += 1


def surprise(word: int) -> int:
    """-log2 of a word as a share of 2^32, times 256, by straight lines between powers of two."""
    if word == 0:
        return 33 << 8
    length = word.bit_length()
    fraction = (word << 33 - length & WORD) >> 24
    return (33 - length << 8) - fraction


INTERPRETED = Engine(anneal)
_engine: Engine | None = None
_lock = threading.Lock()


def best_engine() -> Engine:
    """The compiled search where it can be had, compiled now where it has not been; else the interpreted one."""
    global _engine
    with _lock:
        if _engine is None:
            _engine = jit.compiled_engine(anneal, _no_people, "the seating search is") or INTERPRETED
        return _engine


def _no_people(none: Any) -> tuple[Any, ...]:
    return (*(none for _ in range(10)), 0, 0, 0, 0, 0, 0)
