"""Rounds that are known to have few repeats, where the search finds more of them.

*Circles*: 21, 23 and 24 people at tables of four. A resolvable design: 24 people in groups of three that never meet,
seven rounds. Three people stay, the others move on in three circles of seven; who meets whom in which circle at which
distance happens once. Without one of those who stay there is a table of three, and all are at one before somebody is
at a second; without all three there are three, and that holds from five rounds on. Without two of them the third
would never be at one.

*Fields*: as many tables as a finite field has elements, all full or one short of one person. Person (group, at) sits
in round r at table at + group·r: two people of different groups share a table in one round alone, those of one group
never do. An absent person meets all others once at most, so no one is at a second small table.

*Found*: rounds that were searched for long.
"""

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
#: Tables smaller than these need no field: the search finds as much.
FIELD_SIZE = 5
#: Elements of a finite field → its prime, and what the power of X that is no element by itself is, digit by digit.
FIELDS = {5: (5, (0,)), 7: (7, (0,)), 8: (2, (1, 1, 0)), 9: (3, (2, 0))}
#: People, size of tables → rounds as letters: those of one letter sit together, the larger tables first.
FOUND = {
    (17, 4): (
        "AAAABBBBCCCDDDEEE",
        "ABCDABCDABEABECDE",
        "ACBDDAECBEACBDABE",
        "ACDBDECACBDBAEBEA",
        "CDEADEABBCAEABBCD",
        "CADBEBCDBDAAECEAB",
    ),
    (18, 4): (
        "AAAABBBBCCCCDDDEEE",
        "ABCDABCDABCEABECDE",
        "ABDCCABEECABBDAEDC",
        "ADBEDBCABCEAEACDCB",
        "DABCECDBABECBEACAD",
        "DABCBECACDABECBDEA",
    ),
}


def known_rounds(people: int, size: int, rounds: int) -> tuple[tuple[int, ...], ...]:
    """Seat 0, 1, …, round by round, larger tables first; nothing where no such rounds are known."""
    if size == 4 and people in PEOPLE and rounds <= CIRCLE:
        found = [_in_circles(people, number) for number in range(rounds)]
    elif size >= FIELD_SIZE and (order := -(-people // size)) in FIELDS and order >= max(size, rounds):
        found = (
            [_in_field(people, order, number) for number in range(rounds)]
            if people + 1 >= order * size
            else []
        )
    else:
        letters = FOUND.get((people, size), ())
        found = [_by_letter(each) for each in letters] if len(letters) == rounds else []
    return tuple(
        tuple(one for table in sorted(tables, key=len, reverse=True) for one in table) for tables in found
    )


def _in_circles(people: int, number: int) -> list[list[int]]:
    """Seat a round of the circles, ``number`` rounds after the first."""
    return [[moved for at in table if (moved := _moved(at, number)) < people] for table in BASE]


def _moved(at: int, number: int) -> int:
    """Where a place of the first round is ``number`` rounds later."""
    if at >= 3 * CIRCLE:
        return at
    return at // CIRCLE * CIRCLE + (at % CIRCLE + number) % CIRCLE


def _in_field(people: int, order: int, number: int) -> list[list[int]]:
    """Seat a round over a field of ``order`` elements."""
    tables: list[list[int]] = [[] for _ in range(order)]
    for one in range(people):
        group, at = divmod(one, order)
        tables[_at_table(order, at, group, number)].append(one)
    return tables


def _at_table(order: int, at: int, group: int, number: int) -> int:
    """Work out at + group·number, all of them elements of a field, as digits of its prime."""
    prime, power = FIELDS[order]
    places = range(len(power))
    total = [at // prime**place % prime for place in places] + [0] * len(power)
    for one in places:
        for other in places:
            total[one + other] += (group // prime**one % prime) * (number // prime**other % prime)
    for high in range(len(total) - 1, len(power) - 1, -1):
        for place in places:
            total[high - len(power) + place] += total[high] * power[place]
    return sum(total[place] % prime * prime**place for place in places)


def _by_letter(letters: str) -> list[list[int]]:
    return [[one for one, mine in enumerate(letters) if mine == letter] for letter in sorted(set(letters))]
