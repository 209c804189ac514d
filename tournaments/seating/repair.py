"""A published round is mended: somebody is absent, late, sits wrongly, wishes another table.

As few as possible move, at most three for one absence; tables with an entered result stay as they are. Every way is
only shown, with its cost, until its tables are published: it costs what was shown before.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import combinations, product
from typing import NamedTuple

from rules import Text, Verbatim
from rules.simulate import rng
from tournaments.seating.bounds import are_mates
from tournaments.seating.colours import SeatedRound, assign, count_slots, count_surplus, people_of
from tournaments.seating.problem import (
    FEWEST,
    Pair,
    Participant,
    SeatingError,
    Table,
    count_meetings,
    pairs_of,
    table_sizes,
)

#: The most people who move for one absence.
MOST_MOVED = 3
#: How many places, the best by themselves, are tried for each of several who move together.
TRIED = 8


class Cost(NamedTuple):
    """What a round costs, beside what was played before it; the worst first.

    ``lonely`` are people missing at tables that are too small to play, ``broken`` pairs that were never to meet,
    ``again`` people at a small table who had one before, ``repeats`` what the round adds to C, ``colours`` slots
    that somebody has too often.
    """

    lonely: int
    broken: int
    small_tables: int
    again: int
    repeats: int
    team_meetings: int
    colours: int


FREE = Cost(0, 0, 0, 0, 0, 0, 0)


@dataclass(frozen=True)
class PublishedRound:
    """A published round; what was played before, who sits in it, and at which tables (from 1) a result is entered.

    A table that was given up stays with empty slots, so that no number moves.
    """

    tables: SeatedRound
    size: int
    played: tuple[SeatedRound, ...] = ()
    people: Mapping[str, Participant] = field(default_factory=dict)
    entered: frozenset[int] = frozenset()

    @property
    def slots(self) -> int:
        return len(self.tables[0])

    @cached_property
    def seated(self) -> tuple[Table, ...]:
        return people_of(self.tables)

    @cached_property
    def table_of(self) -> dict[str, int]:
        """Where each person sits: the index of the table."""
        return {key: at for at, table in enumerate(self.seated) for key in table}

    @cached_property
    def meetings(self) -> Counter[Pair]:
        return count_meetings(tuple(people_of(each) for each in self.played)).times

    @cached_property
    def had_small(self) -> frozenset[str]:
        rounds = (people_of(each) for each in self.played)
        return frozenset(key for each in rounds for table in each if len(table) < self.size for key in table)

    def cost(self) -> Cost:
        return self._costs_of(self.seated)._replace(
            colours=count_surplus((*self.played, self.tables), self.slots)
        )

    def _cost_of(self, table: Table) -> Cost:
        """What one table costs, but for its colours."""
        if not table:
            return FREE
        is_small = len(table) < self.size
        broken = repeats = mates = 0
        for pair in pairs_of(table):
            one, other = (self.people.get(key, Participant(key)) for key in pair)
            broken += one.key in other.never_with or other.key in one.never_with
            repeats += self.meetings[pair]
            mates += are_mates({one.key: one.team, other.key: other.team}, *pair)
        return Cost(
            max(0, min(FEWEST, self.size - 1) - len(table)),
            broken,
            int(is_small),
            sum(key in self.had_small for key in table) if is_small else 0,
            repeats,
            mates,
            0,
        )

    def _costs_of(self, tables: Sequence[Table]) -> Cost:
        return Cost(*(sum(each) for each in zip(FREE, *map(self._cost_of, tables), strict=True)))

    def difference(self, after: Sequence[Table], before: Sequence[Table]) -> Cost:
        """What tables cost more than those in whose place they are."""
        new, old = self._costs_of(after), self._costs_of(before)
        return Cost(*(one - other for one, other in zip(new, old, strict=True)))


@dataclass(frozen=True, slots=True)
class Repair:
    """A way to mend a round: its tables, who has to move, what it costs now and what it will."""

    round: PublishedRound
    moved: tuple[str, ...]
    before: Cost
    after: Cost


#: People → the index of the table at which they are to sit.
_Moves = dict[str, int]


def remove(here: PublishedRound, key: str) -> Repair:
    """Somebody is absent: their table plays on, is filled up or given up. Raises ``SeatingError``."""
    at = _unlocked(here, key)
    left = _without(here.seated[at], key)
    ways: list[_Moves] = [{}]
    floor = _floor(here, len(here.table_of) - 1)
    if len(left) < floor:
        ways += [
            {one: at} for one, source in _movable(here) if source != at and len(here.seated[source]) > floor
        ]
        ways += _ways_to_dissolve(here, at, left)
    return _best(here, ways, leaves=key, floor=floor)


def add(here: PublishedRound, person: Participant) -> Repair:
    """Somebody comes late: to a small table, or to a new one with others. Raises ``SeatingError``."""
    if person.key in here.table_of:
        raise SeatingError(
            "people", Text("{key} sits in this round already", key=Verbatim(person.key)), person.key
        )
    here = replace(here, people={**here.people, person.key: person})
    ways: list[_Moves] = [{person.key: at} for at in _with_free_places(here)]
    if not ways:
        ways = list(_ways_to_open(here, person.key))
    if not ways:
        raise SeatingError(
            "people",
            Text(
                "no table is left for {key} in this round: they play from the next one on",
                key=Verbatim(person.key),
            ),
            person.key,
        )
    return _best(here, ways, floor=_floor(here, len(here.table_of) + 1))


def has_room(here: PublishedRound) -> bool:
    """Check whether any late comer can still be seated (``add``)."""
    return bool(_with_free_places(here)) or next(_ways_to_open(here, ""), None) is not None


def _with_free_places(here: PublishedRound) -> list[int]:
    """List the small tables that are still open: their indices."""
    return [
        at
        for at, table in enumerate(here.seated)
        if 0 < len(table) < here.size and at + 1 not in here.entered
    ]


def exchange(here: PublishedRound, one: str, other: str) -> Repair:
    """Two people exchange their seats with their colours, or have done so. Raises ``SeatingError``."""
    for key in (one, other):
        _unlocked(here, key)
    places = {one: other, other: one}
    tables = tuple(tuple(places.get(key, key) for key in table) for table in here.tables)
    return _as_repair(here, replace(here, tables=tables), (one, other))


def move_to_table(here: PublishedRound, key: str, number: int) -> Repair:
    """Somebody wishes another table: they take a free place, or exchange with whom it costs least."""
    source = _unlocked(here, key)
    at = number - 1
    if not 0 <= at < len(here.seated) or number in here.entered or at == source or not here.seated[at]:
        raise SeatingError("table", Text("nobody can be moved to table {number}", number=number))
    floor = _floor(here, len(here.table_of))
    if len(here.seated[at]) < here.size and len(here.seated[source]) > floor:
        return _best(here, [{key: at}], floor=floor)
    movable = [one for one, place in _movable(here) if place == at]
    if not movable:
        raise SeatingError("table", Text("everybody at table {number} keeps this table", number=number))
    return min((exchange(here, key, one) for one in movable), key=lambda way: way.after)


def separate(here: PublishedRound, one: str, other: str) -> Repair:
    """Two people are not to sit together: one of them exchanges with whom it costs least. Raises ``SeatingError``."""
    at = _unlocked(here, one)
    if _unlocked(here, other) != at:
        return _as_repair(here, here, ())
    movable = _movable(here)
    apart = replace(here.people.get(one, Participant(one)), never_with=frozenset({other}))
    watched = replace(here, people={**here.people, one: apart})
    ways = []
    for mover in [key for key, place in movable if key in (one, other) and place == at]:
        for partner, to in movable:
            if to != at:
                own, others = here.seated[at], here.seated[to]
                after = (_with(own, mover, partner), _with(others, partner, mover))
                ways.append((watched.difference(after, (own, others)), mover, partner))
    if not ways:
        raise SeatingError("people", Text("there is nobody to exchange with"))
    _, mover, partner = min(ways)
    return exchange(here, mover, partner)


def _with(table: Table, leaves: str, comes: str) -> Table:
    return tuple(comes if key == leaves else key for key in table)


def _unlocked(here: PublishedRound, key: str) -> int:
    """The table of somebody who can still be moved."""
    if key not in here.table_of:
        raise SeatingError("people", Text("{key} does not sit in this round", key=Verbatim(key)), key)
    at = here.table_of[key]
    if at + 1 in here.entered:
        raise SeatingError("table", Text("the result of table {number} is entered: it stays", number=at + 1))
    return at


def _floor(here: PublishedRound, people: int) -> int:
    """How small a table may be among ``people`` people."""
    fewest = min(FEWEST, here.size)
    usual = here.size - 1
    return min(usual, *table_sizes(people, here.size)) if people >= fewest else 1


def _movable(here: PublishedRound) -> list[tuple[str, int]]:
    """Who may be moved, and from which table: not from one whose result is entered, nor who keeps a table."""
    return [
        (key, at)
        for at, table in enumerate(here.seated)
        if at + 1 not in here.entered
        for key in table
        if here.people.get(key, Participant(key)).table is None
    ]


def _ways_to_dissolve(here: PublishedRound, at: int, left: Table) -> Iterator[_Moves]:
    """Give a table up: its people go to tables with free places."""
    if not 0 < len(left) <= MOST_MOVED or set(left) - {key for key, _ in _movable(here)}:
        return
    room = {to: here.size - len(here.seated[to]) for to in _with_free_places(here) if to != at}
    choices = [sorted(room, key=lambda to: (_addition(here, to, key), to))[:TRIED] for key in left]
    for places in product(*choices):
        if all(room[to] >= many for to, many in Counter(places).items()):
            yield dict(zip(left, places, strict=True))


def _ways_to_open(here: PublishedRound, key: str) -> Iterator[_Moves]:
    """Open a table for somebody with people from others, one from each, as few as a table needs."""
    floor = _floor(here, len(here.table_of) + 1)
    donors = [(one, at) for one, at in _movable(here) if len(here.seated[at]) > floor]
    empty = [at for at, table in enumerate(here.seated) if not table and at + 1 not in here.entered]
    new = empty[0] if empty else len(here.seated)
    donors.sort(
        key=lambda each: (here._costs_of(((key, each[0]), _without(here.seated[each[1]], each[0]))), each)
    )
    for chosen in combinations(donors[: 3 * TRIED], floor - 1):
        if len({at for _, at in chosen}) == len(chosen):
            yield {key: new, **{one: new for one, _ in chosen}}


def _without(table: Table, key: str) -> Table:
    return tuple(one for one in table if one != key)


def _addition(here: PublishedRound, to: int, key: str) -> Cost:
    table = here.seated[to]
    return here.difference([(*table, key)], [table])


def _best(here: PublishedRound, ways: Sequence[_Moves], floor: int, leaves: str = "") -> Repair:
    """Choose the way with the fewest too small tables, then the fewest moves, then the least cost."""

    def weigh(way: _Moves) -> tuple[int, int, Cost]:
        touched = {here.table_of[key] for key in (*way, leaves) if key in here.table_of} | set(way.values())
        before = [here.seated[at] for at in touched if at < len(here.seated)]
        after = [_after(here, at, way, leaves) for at in touched]
        lonely = sum(max(0, floor - len(table)) for table in after if table)
        return lonely, len(way), here.difference(after, before)

    way = min(ways, key=lambda each: (weigh(each), sorted(each.items())))
    moved = tuple(key for key in way if key in here.table_of)
    return _as_repair(here, replace(here, tables=_reseated(here, way, leaves)), moved)


def _after(here: PublishedRound, at: int, way: _Moves, leaves: str) -> Table:
    stay = here.seated[at] if at < len(here.seated) else ()
    return (
        *(key for key in stay if key != leaves and way.get(key, at) == at),
        *(key for key, to in way.items() if to == at and key not in stay),
    )


def _reseated(here: PublishedRound, way: _Moves, leaves: str) -> SeatedRound:
    """Let all who move take the free slot that they had least often; the others keep theirs."""
    had = count_slots(here.played)
    tables = [["" if key == leaves or key in way else key for key in table] for table in here.tables]
    for at in sorted(set(way.values())):
        comers = [key for key, to in way.items() if to == at]
        if at == len(tables):
            tables.append([""] * here.slots)
        free = [slot for slot, key in enumerate(tables[at]) if not key]
        wished = {
            key: Counter({place: had.get(key, Counter())[slot] for place, slot in enumerate(free)})
            for key in comers
        }
        stream = [0] * rng.WORDS
        rng.seed_stream(stream, rng.key(at), len(here.played))
        for place, key in enumerate(assign(comers, len(free), wished, stream)):
            tables[at][free[place]] = key
    return tuple(tuple(table) for table in tables)


def _as_repair(before: PublishedRound, after: PublishedRound, moved: tuple[str, ...]) -> Repair:
    return Repair(after, moved, before.cost(), after.cost())
