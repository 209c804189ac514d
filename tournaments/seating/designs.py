"""Rounds that are known to have no repeats where the search finds some: 21, 23 and 24 people at tables of four.

A resolvable design: 24 people in groups of three that never meet, seven rounds. Three people stay, the others move on
in three circles of seven; who meets whom in which circle at which distance happens once. Without one of those who
stay, or without all three, there is a table of three for each, and everybody is at one before somebody is at a second.
Without two of them the third would never be at one.
"""

from __future__ import annotations

CIRCLE = 7
PEOPLE = (21, 23, 24)
#: The first round: places in three circles (0 to 6, 7 to 13, 14 to 20), and who stays (21, 22, 23).
BASE = (
    (5, 9, 14, 21),
    (0, 13, 19, 22),
    (10, 3, 20, 23),
    (7, 12, 16, 8),
    (11, 1, 6, 2),
    (18, 17, 15, 4),
)


def known_rounds(people: int, size: int, rounds: int) -> tuple[tuple[int, ...], ...]:
    """Seat 0, 1, … without repeats, round by round, larger tables first; nothing where no such design is kept."""
    if size != 4 or people not in PEOPLE or rounds > CIRCLE:
        return ()
    found = []
    for number in range(rounds):
        tables = [[moved for at in table if (moved := _moved(at, number)) < people] for table in BASE]
        tables.sort(key=len, reverse=True)
        found.append(tuple(one for table in tables for one in table))
    return tuple(found)


def _moved(at: int, number: int) -> int:
    """Where a place of the first round is so many rounds later."""
    if at >= 3 * CIRCLE:
        return at
    return at // CIRCLE * CIRCLE + (at % CIRCLE + number) % CIRCLE
