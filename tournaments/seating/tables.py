"""How many people sit at each table."""

from collections.abc import Sequence

from rules import Text
from tournaments.seating.problem import SeatingError

#: Fewer have no round; two have one only at tables of two.
FEWEST = 3


def table_sizes(people: int, size: int) -> tuple[int, ...]:
    """Sizes of the tables, the largest first: as few tables as possible, as even as possible.

    That is tables of ``size`` and as few of one less as are needed, where there are enough people for that. At
    tables of two an odd one out has a table of their own: they sit this round out. Raises ``SeatingError`` where
    there are too few for a round.
    """
    fewest = min(FEWEST, size)
    if people < fewest:
        raise SeatingError(
            "people",
            Text("a round needs at least {fewest} people, here are {people}", fewest=fewest, people=people),
        )
    tables = -(-people // size)
    least, larger = divmod(people, tables)
    return (least + 1,) * larger + (least,) * (tables - larger)


def seats_at_small(sizes: Sequence[int]) -> int:
    return sum(size for size in sizes if size != max(sizes))
