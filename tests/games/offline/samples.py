"""Functions to be translated: one for each thing that the translator understands, and some that it does not."""

from collections.abc import MutableSequence, Sequence
from typing import NamedTuple

LIMIT = 5
WORDS = "abc"


class Place(NamedTuple):
    row: int
    size: int


def bits(one: int, other: int) -> int:
    return (one & ~other | other ^ one << 3) - (one >> 2) * -other


def counted(one: int, other: int) -> int:
    return one.bit_count() * 1000 + other.bit_length()


def remainder(one: int, other: int) -> int:
    return one % (other * other + 1)


def quotient(one: int, other: int) -> int:
    return one // (other * other + 1) * 3


def chosen(one: int, other: int) -> int:
    if one < 0 and other < 0:
        return -1
    if not one or other == 0:
        return 0
    return 1 if one <= other else 2


def looped(one: int, other: int) -> int:
    total, limit = 0, other & 15
    for row in range(limit):
        limit = 0  # the bounds of a loop stay what they were at its beginning
        for column in range(row, 6):
            if column == LIMIT:
                break
            if column & 1:
                continue
            total += one * column - row
    while total > 1000 or total < -1000:
        total >>= 1
    return total + limit


def exchanged(one: int, other: int) -> int:
    left, right = one, other
    left, right = right, left
    numbers = (left, right, LIMIT)
    first, _, last = numbers
    return first * 7 + last + numbers[1] + len(numbers)


def changed_in_place(numbers: MutableSequence[int], place: Place) -> int:
    numbers[0] = numbers[place.row] = place.size
    numbers[1] += added(numbers)
    return numbers[1]


def added(numbers: Sequence[int]) -> int:
    total = 0
    for number in numbers:
        total += number
    return total


def chained(one: int, other: int) -> int:
    return changed_in_place_of(one, other) + LIMIT


def changed_in_place_of(one: int, other: int) -> int:
    total = both = one
    both += other
    return total * both


def written(one: int, other: int) -> str:
    text = "<"
    if WORDS:
        text += f"{one}-{WORDS[other & 1]}\t"
    return text + str(other) + ">"


# -- what is not understood --------------------------------------------------------------------------


def keyword(one: int, other: int) -> int:
    return bits(one=one, other=other)


def by_default(one: int, other: int = 1) -> int:
    return one + other


def between(one: int, other: int) -> bool:
    return 0 < one < other


def divided(one: int, other: int) -> float:
    return one / other


def comprehended(one: int, other: int) -> list[int]:
    return [one + step for step in range(other)]


def elsewhere(one: int, other: int) -> int:
    return max(one, other)
