"""Repeats that are known to be the fewest, because every plan was tried: a few small halls.

`python -m bench.seating_proofs` tries them again and tells how many plans it looked at. Two are older than we are:
thirty-six people in four rounds at tables of six without repeats would be two orthogonal Latin squares of order six,
which do not exist (G. Tarry, 1900). Where two of a table come from one of another round, nobody comes from some other
one, whose six are then at five tables: so two rounds of thirty-six never have just one repeat, and two are the fewest.
Thirty-five, nobody twice at the table of five, are thirty-six without one who meets nobody twice.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tournaments.seating.tables import seats_at_small

#: People, the largest table, rounds → the fewest repeats of plans in which small tables are shared evenly.
LEAST: Mapping[tuple[int, int, int], int] = {
    (7, 3, 4): 1,
    (11, 3, 5): 3,
    (11, 3, 6): 6,
    (12, 3, 5): 3,
    (12, 3, 6): 7,
    (10, 4, 4): 7,
    (13, 4, 5): 3,
    (14, 4, 4): 1,
    (14, 4, 5): 2,
    (17, 4, 6): 1,
    (18, 4, 6): 2,
    (19, 4, 6): 6,
    (20, 4, 6): 6,
    (9, 5, 4): 37,
    (9, 5, 5): 61,
    (9, 5, 6): 91,
    (14, 5, 4): 34,
}
#: What others have proved.
TARRY: Mapping[tuple[int, int, int], int] = {(35, 6, 4): 2, (36, 6, 4): 2}


def least_known(sizes: Sequence[int], rounds: int) -> int:
    """The largest number of repeats that is known to be needed, from as many rounds or from fewer.

    Leave out each round in turn: two rounds are both there in all but two of these cases. So C is at least that of one
    round fewer, times rounds / (rounds - 2), as long as nobody is at a second small table in either.
    """
    known = {**LEAST, **TARRY}
    people, small, least = sum(sizes), seats_at_small(sizes), 0
    for number in range(3, rounds + 1):
        least = -(-least * number // (number - 2)) if number * small <= people else 0
        least = max(least, known.get((people, max(sizes), number), 0))
    return least
