"""The table: places by one figure, shared where it is equal, and what decided each place in words."""

from collections.abc import Mapping, Sequence
from itertools import groupby

from rules import Text
from tournaments.formats import phrases
from tournaments.formats.contest import Entrant
from tournaments.formats.verdict import Column, Points, Standing, Standings


def by_first_column(
    entrants: Sequence[Entrant], columns: Sequence[Column], figures: Mapping[str, tuple[Points, ...]]
) -> Standings:
    """Build the table in which more in the first column is better and equal means a shared place (1, 2, 2).

    ``figures`` gives each entrant's figures by key, one per column. Rows of a shared place are written in
    seed order, which decides nothing. The reason compares with the next lower place, in the last place with
    the one above.
    """
    ordered = sorted(entrants, key=lambda each: (-figures[each.key][0], each.seed, each.key))
    groups = [list(group) for _, group in groupby(ordered, key=lambda each: figures[each.key][0])]
    rows: list[Standing] = []
    for index, group in enumerate(groups):
        place = len(rows) + 1
        above = groups[index - 1] if index else []
        below = groups[index + 1] if index + 1 < len(groups) else []
        for entrant in group:
            equals = [other for other in group if other != entrant]
            reason = _reason(columns[0], place, entrant, equals, above, below, figures)
            rows.append(Standing(place, bool(equals), entrant.key, figures[entrant.key], reason))
    return Standings(tuple(columns), tuple(rows))


def _reason(
    column: Column,
    place: int,
    entrant: Entrant,
    equals: Sequence[Entrant],
    above: Sequence[Entrant],
    below: Sequence[Entrant],
    figures: Mapping[str, tuple[Points, ...]],
) -> Text:
    own = figures[entrant.key][0]
    count = column.count(own)
    if equals:
        who, where = phrases.names_or_number([each.name for each in equals]), phrases.place(place)
        return Text("shares {where} with {who}: {count} each", where=where, who=who, count=count)
    if below:
        who, other = phrases.names_or_number([each.name for each in below]), figures[below[0].key][0]
        return Text("above {who}: {count} to {other}", who=who, count=count, other=other)
    if above:
        who, other = phrases.names_or_number([each.name for each in above]), figures[above[0].key][0]
        return Text("below {who}: {count} to {other}", who=who, count=count, other=other)
    return Text("the only player so far")
