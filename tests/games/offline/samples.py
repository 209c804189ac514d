"""Functions to be translated: some that the translator understands, and some that it does not."""

LIMIT = 5
WORDS = "abc"


def chained(one: int, other: int) -> int:
    return summed(one, other) + LIMIT


def summed(one: int, other: int) -> int:
    return one + other


def looped(one: int, other: int) -> int:
    total = 0
    for row in range(10):
        if row > other:
            break
        if row & 1:
            continue
        if row == 2:
            total += one
        elif row == 4:
            total -= one * 3
        else:
            total += row
    return total


# -- what is not understood --------------------------------------------------------------------------


def keyword(one: int, other: int) -> int:
    return summed(one=one, other=other)


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
