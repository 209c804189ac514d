"""What is the same of some rounds however people are renamed and tables and rounds put in order: a least text.

For `bench.exhaustion`, which keeps of all that are the same only one. ``canonical`` and what it calls are compiled with
numba if it is there.
"""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence

#: Numbers of which two still have a product in 63 bits.
WORD = (1 << 31) - 1


def mixed(word: int) -> int:
    """Stir the bits of a number."""
    word = ((word ^ (word >> 16)) & WORD) * 0x45D9F3B & WORD
    word = (word ^ (word >> 15)) * 0x2C1B3C6D & WORD
    return word ^ (word >> 16)


def count_colours(colour: Sequence[int], base: int, people: int) -> int:
    """Count the different ones."""
    count = 0
    for one in range(people):
        new = 1
        for other in range(one):
            if colour[base + other] == colour[base + one]:
                new = 0
                break
        count += new
    return count


def refine(
    sits: Sequence[int],
    rounds: int,
    tables: int,
    people: int,
    colour: MutableSequence[int],
    base: int,
    work: MutableSequence[int],
) -> int:
    """Colour people by the colours of those they sit with, until no more are told apart; how many colours there are.

    Colours depend on nothing that renaming changes. Two that fall together by chance tell less apart, no more.
    """
    had, count = 0, count_colours(colour, base, people)
    while had < count < people:
        for each in range(rounds):
            for table in range(tables):
                work[table] = 0
            for one in range(people):
                work[sits[each * people + one]] += mixed(colour[base + one])
            whole = 0
            for table in range(tables):
                work[table] = mixed(work[table] & WORD)
                whole += mixed(work[table])
            for one in range(people):
                if each == 0:
                    work[tables + one] = 0
                work[tables + one] += mixed((work[sits[each * people + one]] + mixed(whole & WORD)) & WORD)
        for one in range(people):
            colour[base + one] = mixed((colour[base + one] + mixed(work[tables + one] & WORD)) & WORD)
        had, count = count, count_colours(colour, base, people)
    return count


def write_down(
    sits: Sequence[int],
    rounds: int,
    people: int,
    colour: Sequence[int],
    base: int,
    work: MutableSequence[int],
    text: MutableSequence[int],
) -> None:
    """Write the rounds: people in the order of their colours, tables by their first person, rounds by their text."""
    for one in range(people):
        rank = 0
        for other in range(people):
            if colour[base + other] < colour[base + one]:
                rank += 1
        work[rank] = one
    for each in range(rounds):
        names = 0
        for table in range(people):
            work[people + table] = -1
        for rank in range(people):
            table = sits[each * people + work[rank]]
            if work[people + table] < 0:
                work[people + table] = names
                names += 1
            text[each * people + rank] = work[people + table]
        row = each
        while row > 0 and compare(text, (row - 1) * people, text, row * people, people) > 0:
            for rank in range(people):
                above = text[(row - 1) * people + rank]
                text[(row - 1) * people + rank] = text[row * people + rank]
                text[row * people + rank] = above
            row -= 1


def compare(one: Sequence[int], at: int, other: Sequence[int], to: int, length: int) -> int:
    """Tell which of two texts is larger: 1, 0 or -1."""
    for place in range(length):
        if one[at + place] != other[to + place]:
            return 1 if one[at + place] > other[to + place] else -1
    return 0


def canonical(
    sits: Sequence[int],
    rounds: int,
    tables: int,
    people: int,
    colour: MutableSequence[int],
    work: MutableSequence[int],
    chosen: MutableSequence[int],
    text: MutableSequence[int],
    best: MutableSequence[int],
) -> None:
    """Write down what is the same for all renamings of these rounds: the least text of all orders worth looking at.

    Of the smallest group of people that nothing tells apart each is told from the others in turn, until all are told.
    """
    for one in range(people):
        colour[one] = 1
    counts = refine(sits, rounds, tables, people, colour, 0, work)
    depth, is_new, is_first = 0, True, True
    while depth >= 0:
        base = depth * people
        if is_new and counts == people:
            write_down(sits, rounds, people, colour, base, work, text)
            if is_first or compare(best, 0, text, 0, rounds * people) > 0:
                for place in range(rounds * people):
                    best[place] = text[place]
                is_first = False
            depth -= 1
            is_new = False
            continue
        if is_new:
            chosen[2 * depth], chosen[2 * depth + 1] = smallest_group(colour, base, people), 0
        one = chosen[2 * depth + 1]
        while one < people and colour[base + one] != chosen[2 * depth]:
            one += 1
        if one == people:
            depth -= 1
            is_new = False
            continue
        chosen[2 * depth + 1] = one + 1
        for other in range(people):
            colour[base + people + other] = colour[base + other]
        colour[base + people + one] = mixed(colour[base + one] ^ 0x1234567)
        counts = refine(sits, rounds, tables, people, colour, base + people, work)
        depth += 1
        is_new = True


def smallest_group(colour: Sequence[int], base: int, people: int) -> int:
    """Choose the colour of the fewest people, but of two at least; of equal ones the least colour."""
    fewest, found = people + 1, 0
    for one in range(people):
        here = colour[base + one]
        many = 0
        for other in range(people):
            if colour[base + other] == here:
                many += 1
        if many > 1 and (many < fewest or (many == fewest and here < found)):
            fewest, found = many, here
    return found
