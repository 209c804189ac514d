"""Functions to be translated: one that the translator understands, with what it calls, and some that it does not."""

LIMIT = 5
WORDS = "abc"


def chained(one: int, other: int) -> int:
    return summed(one, other) + LIMIT


def summed(one: int, other: int) -> int:
    return one + other


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
