"""All rounds of a hall that cost few enough repeats, listed: for `bench.exhaustion`.

A person is a bit, a table a mask. Both functions are compiled with numba if it is there.
"""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence


def list_tables(
    met: Sequence[int],
    twin: Sequence[int],
    may: int,
    people: int,
    size: int,
    budget: int,
    kind: int,
    mask: MutableSequence[int],
    price: MutableSequence[int],
    wants: MutableSequence[int],
    kinds: MutableSequence[int],
    after: MutableSequence[int],
    head: MutableSequence[int],
    count: int,
) -> int:
    """List the tables of so many of those who may sit there, under their first person; how many there are now.

    ``wants`` are those who must not be free: of twins, whom nothing tells apart, the first is seated first.
    """
    table = (1 << size) - 1
    while table < 1 << people:
        if table & ~may == 0:
            total, twins, first = 0, 0, -1
            left = table
            while left and total <= budget:
                one = (left & -left).bit_length() - 1
                left &= left - 1
                if first < 0:
                    first = one
                if twin[one] >= 0:
                    twins |= 1 << twin[one]
                others = left
                while others:
                    total += met[one * people + (others & -others).bit_length() - 1]
                    others &= others - 1
            if total <= budget:
                mask[count], price[count], wants[count], kinds[count] = table, total, twins & ~table, kind
                after[count] = head[first]
                head[first] = count
                count += 1
        low = table & -table
        ripple = table + low
        table = (((ripple ^ table) >> 2) // low) | ripple
    return count


def list_rounds(
    met: Sequence[int],
    twin: Sequence[int],
    may: int,
    people: int,
    size: int,
    large: int,
    small: int,
    budget: int,
    mask: MutableSequence[int],
    price: MutableSequence[int],
    wants: MutableSequence[int],
    kinds: MutableSequence[int],
    after: MutableSequence[int],
    head: MutableSequence[int],
    at: MutableSequence[int],
    left: MutableSequence[int],
    steps: MutableSequence[int],
    found: MutableSequence[int],
    room: int,
) -> int:
    """Find all rounds that cost at most ``budget``; how many, of which ``found`` has those there is room for.

    ``steps[0]`` counts the tables tried.
    """
    everybody = (1 << people) - 1
    for one in range(people):
        head[one] = -1
    listed = list_tables(
        met, twin, everybody, people, size, budget, 0, mask, price, wants, kinds, after, head, 0
    )
    if small:
        list_tables(
            met, twin, may, people, size - 1, budget, 1, mask, price, wants, kinds, after, head, listed
        )
    left[0], left[1] = large, small
    tables = large + small
    free, spent, depth, count = everybody, 0, 0, 0
    at[0] = head[0]
    while depth >= 0:
        here = at[depth]
        if here < 0:
            depth -= 1
            if depth >= 0:
                here = at[depth]
                free |= mask[here]
                spent -= price[here]
                left[kinds[here]] += 1
                at[depth] = after[here]
            continue
        steps[0] += 1
        if mask[here] & ~free or wants[here] & free or spent + price[here] > budget or left[kinds[here]] == 0:
            at[depth] = after[here]
        elif depth + 1 == tables:
            if count < room:
                for table in range(tables):
                    found[count * tables + table] = mask[at[table]]
            count += 1
            at[depth] = after[here]
        else:
            free &= ~mask[here]
            spent += price[here]
            left[kinds[here]] -= 1
            depth += 1
            at[depth] = head[(free & -free).bit_length() - 1]
    return count
