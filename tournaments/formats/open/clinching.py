"""What is certain of the table after the rounds, and so of the cut ([T17], tournament-rules §5).

While rounds are still to be drawn, by bounds: no one gains more in a game than there is to gain. Once the last round
is drawn, by all ways in which its open tables can end: each with any of its players, in any order, level ones too, or
without a result. The tables do not touch each other, so that the most of them who can come up to somebody add up.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache, cached_property, lru_cache
from math import ceil

from rules import PAWNS, POINTS_SAVED, Text
from tournaments.formats.clinching.place_bounds import Decided, Proof, Prospect, describe_places
from tournaments.formats.open.course import Course
from tournaments.formats.open.rounds import Table, seats_at_board, table_size
from tournaments.formats.open.scoring import is_by_places, most_steps, shared, values_at_table
from tournaments.formats.open.settings import MEAN, TOTAL
from tournaments.formats.open.table import result_of
from tournaments.formats.verdict import Points

#: The most sentences about what makes somebody certain of the cut.
MOST_SENTENCES = 12

#: What a table can give to its players, the most first.
Gains = tuple[Points, ...]


def decide(course: Course, cut: int) -> tuple[Decided, ...]:
    """Decide the table after the rounds; ``cut`` is the last place that leads to the final, 0 without one."""
    most = _most_of_a_game(course)
    if course.is_at_finals or most is None or len(course.contest.entrants) < 2:
        return ()
    race = Race(course, most)
    prospects = tuple(_prospect(race, key, cut) for key in race.order)
    sentences = _must_happen(race, cut) if race.is_by_tables and cut else ()
    return (Decided(Text("the rounds"), course.table.main.many, prospects, sentences, _proof(race)),)


def _most_of_a_game(course: Course) -> int | None:
    """Return the most that a game gives to a player; None where there is no limit: captures."""
    contest = course.contest
    if is_by_places(contest):
        return contest.settings.place_points[0]
    colours = len(seats_at_board(contest)[0])
    return {
        "saved-pawns": PAWNS * colours,
        "counting-points": PAWNS * POINTS_SAVED * colours,
        "remaining-steps": most_steps(contest),
    }.get(contest.settings.scoring)


@dataclass(frozen=True)
class Ladder:
    """Totals of some entrants, to be counted from above."""

    totals: Mapping[str, Points]
    _sorted: tuple[Points, ...]
    _keys: tuple[str, ...]

    @classmethod
    def of(cls, totals: Mapping[str, Points]) -> Ladder:
        keys = sorted(totals, key=totals.__getitem__)
        return cls(totals, tuple(totals[key] for key in keys), tuple(keys))

    def above(self, total: Points) -> int:
        """Count those with more."""
        return len(self._sorted) - bisect_right(self._sorted, total)

    def highest_but(self, key: str) -> Points:
        return self._sorted[-2 if self._keys[-1] == key else -1]

    def at(self, total: Points) -> tuple[str, ...]:
        """List those with as much."""
        return self._keys[bisect_left(self._sorted, total) : bisect_right(self._sorted, total)]


@dataclass(frozen=True)
class Race:
    """The results so far and what can still be gained; ``most`` is the most that a game gives."""

    course: Course
    most: int
    _values: dict[int, tuple[tuple[int, ...], ...]] = field(default_factory=dict, init=False, compare=False)

    @cached_property
    def order(self) -> tuple[str, ...]:
        return self.course.table.ranking().order

    @cached_property
    def _tier(self) -> Mapping[str, int]:
        """Map entrant → the number of those who are level with them."""
        tiers = self.course.table.ranking().tiers
        return {key: number for number, tier in enumerate(tiers) for key in tier}

    @cached_property
    def tables(self) -> tuple[Table, ...]:
        return tuple(
            table for stage in self.course.drawn.counted for table in stage.open_tables(self.course.played)
        )

    @cached_property
    def games(self) -> Mapping[str, int]:
        """Map entrant → the games that can still give them something."""
        left = {each.entrant for each in self.course.contest.departures}
        seated = Counter(key for table in self.tables for key in table.seating.entrants)
        return {
            key: seated[key]
            + (0 if key in left else self.course.rounds_left)
            + len(self.course.table.tallies[key].without_points)
            for key in self.order
        }

    @cached_property
    def is_by_tables(self) -> bool:
        """Check whether the open tables are all that is left, and no one sits at two of them."""
        return (
            not self.course.rounds_left
            and is_by_places(self.course.contest)
            and self.course.contest.settings.counted == TOTAL
            and max(self.games.values()) == 1
        )

    @cached_property
    def _gained(self) -> Mapping[str, list[Points]]:
        found: dict[str, list[Points]] = {key: [] for key in self.order}
        for stage in self.course.drawn.counted:
            for table in stage.tables:
                for line in self.course.lines.get(table.number, ()):
                    if line.points is not None:
                        found[line.entrant].append(line.points)
        return found

    @cached_property
    def low(self) -> Mapping[str, Points]:
        """Map entrant → the least they can have at the end: nothing more."""
        return {key: self._with(key, 0) for key in self.order}

    @cached_property
    def high(self) -> Mapping[str, Points]:
        """Map entrant → the most they can have at the end."""
        return {key: self._with(key, self.most) for key in self.order}

    def _with(self, key: str, gain: int) -> Points:
        games = self.games[key]
        gained = self._gained[key]
        if self.course.contest.settings.counted == MEAN and not gained and not gain:
            return 0
        return result_of(self.course.contest, [*gained, *[gain] * games])

    # -- places ------------------------------------------------------------------------------------

    def best(self, key: str, *, with_level: bool = False) -> int:
        """Return the best place: all others gain nothing more. ``with_level`` puts those who may be level above."""
        return 1 + self._reaching(self._lows, key, self.high[key], with_level)

    @cached_property
    def worst(self) -> Callable[..., int]:
        """Return the worst place of somebody; ``with_level`` puts those who may be level above."""
        return cache(self._find_worst)

    def _find_worst(self, key: str, with_level: bool = True) -> int:
        if not self.is_by_tables or not self.games[key]:
            return 1 + self._above(key, self.low[key], with_level)
        table = self.table_of[key]
        last = self.values(table)[-1][-1]
        # With more than the last place gives the others share what is left, and come no further.
        return max(
            self.worst_with(key, table, gain, with_level) for gain in self.gains(table) if gain <= last
        )

    @cached_property
    def table_of(self) -> Mapping[str, Table]:
        return {key: table for table in self.tables for key in table.seating.entrants}

    def gains(self, table: Table) -> tuple[Points, ...]:
        """List what a player of that table can gain, the least first."""
        return tuple(_options(self.values(table)))

    def values(self, table: Table) -> tuple[tuple[int, ...], ...]:
        """List what the places of the table are worth with one of its players, with two …, with all."""
        people = len(table.seating.entrants)
        if people not in self._values:
            contest, full = self.course.contest, table_size(self.course.contest)
            sizes = range(1, people + 1)
            self._values[people] = tuple(values_at_table(contest.settings, full, size) for size in sizes)
        return self._values[people]

    def worst_with(self, key: str, table: Table, gain: Points, with_level: bool = True) -> int:
        """Return the worst place of somebody who gains so much at their table."""
        total = self.low[key] + gain
        others = [self.low[other] for other in table.seating.entrants if other != key]
        sure, needs = self._needs(others, total, with_level)
        own_table = sure + _most_beside(needs, self.values(table), gain, with_level)
        return 1 + own_table + self._above(key, total, with_level)

    def _needs(
        self, totals: Iterable[Points], total: Points, with_level: bool
    ) -> tuple[int, tuple[Points, ...]]:
        """Count those who are up to ``total`` already; list what those need who can still come up, least first."""
        needs = sorted(total - own for own in totals)
        sure = bisect_right(needs, 0) if with_level else bisect_left(needs, 0)
        return sure, tuple(needs[sure : bisect_right(needs, self.most)])

    def _above(self, key: str, total: Points, with_level: bool) -> int:
        """Count how many can come up to that total at the same time; by tables those of their own left out."""
        if not self.is_by_tables:
            return self._reaching(self.highs, key, total, with_level)
        own = self.table_of.get(key)
        at_tables = self._at_tables(total, with_level) - (self._up_to(own, total, with_level) if own else 0)
        return at_tables + self._reaching(self._settled, key, total, with_level)

    @cached_property
    def _at_tables(self) -> Callable[[Points, bool], int]:
        """Count how many at all open tables can come up to a total at the same time."""
        return cache(
            lambda total, with_level: sum(self._up_to(table, total, with_level) for table in self.tables)
        )

    @cached_property
    def _lows(self) -> Ladder:
        return Ladder.of(self.low)

    @cached_property
    def highs(self) -> Ladder:
        return Ladder.of(self.high)

    @cached_property
    def _settled(self) -> Ladder:
        return Ladder.of({key: low for key, low in self.low.items() if not self.games[key]})

    def _reaching(self, ladder: Ladder, key: str, total: Points, with_level: bool) -> int:
        """Count the others of a ladder who are above ``total``, or level with it and above by the criteria."""
        own = ladder.totals.get(key)
        above = ladder.above(total) - (own is not None and own > total)
        equal = ladder.at(total)
        if self.games[key]:
            return above + with_level * (len(equal) - (own == total))
        return above + sum(self._is_ahead(other, key, with_level) for other in equal if other != key)

    def _is_ahead(self, other: str, key: str, with_level: bool) -> bool:
        """Check whether the criteria put somebody above one who has played everything."""
        if self.games[other] or self._tier[other] == self._tier[key]:
            return with_level
        return self._tier[other] < self._tier[key]

    def _up_to(self, table: Table, total: Points, with_level: bool) -> int:
        """Count how many of a table can come up to that total at the same time."""
        sure, needs = self._needs((self.low[key] for key in table.seating.entrants), total, with_level)
        return sure + _most_of_table(needs, self.values(table), with_level)


# -- what a table can give -------------------------------------------------------------------------


@lru_cache(maxsize=64)
def _endings(values: tuple[tuple[int, ...], ...]) -> tuple[Gains, ...]:
    """List what a table can give to its players, without saying to whom: each way once.

    ``values`` are those of the places with one player, with two …; absent players gain nothing.
    """
    found: dict[Gains, None] = {(0,) * len(values): None}  # no result
    for there in values:
        for sizes in _compositions(len(there)):
            gains: list[Points] = []
            for size in sizes:
                gains += [shared(there[len(gains) : len(gains) + size])] * size
            found[(*gains, *[0] * (len(values) - len(there)))] = None
    return tuple(found)


@lru_cache(maxsize=16)
def _compositions(total: int) -> tuple[tuple[int, ...], ...]:
    """List the ways to write a number as a sum, in order."""
    if total == 0:
        return ((),)
    return tuple((first, *rest) for first in range(1, total + 1) for rest in _compositions(total - first))


@lru_cache(maxsize=64)
def _options(values: tuple[tuple[int, ...], ...]) -> Mapping[Points, tuple[Gains, ...]]:
    """Map what one player can gain, the least first → all that the others can gain then."""
    found: dict[Points, dict[Gains, None]] = {}
    for gains in _endings(values):
        for index, gain in enumerate(gains):
            found.setdefault(gain, {})[gains[:index] + gains[index + 1 :]] = None
    return {gain: tuple(found[gain]) for gain in sorted(found)}


@lru_cache(maxsize=2**16)
def _most_of_table(needs: tuple[Points, ...], values: tuple[tuple[int, ...], ...], with_level: bool) -> int:
    """Count how many of a table can get what they need, however it ends; tables of a hall are often alike."""
    return max(_most_helped(needs, gains, with_level) for gains in _endings(values))


@lru_cache(maxsize=2**16)
def _most_beside(
    needs: tuple[Points, ...], values: tuple[tuple[int, ...], ...], gain: Points, with_level: bool
) -> int:
    """Count how many of the others at a table can get what they need where one of it gains so much."""
    return max(_most_helped(needs, rest, with_level) for rest in _options(values)[gain])


def _most_helped(needs: tuple[Points, ...], gains: Gains, with_level: bool) -> int:
    """Count how many get what they need, the least first, when these gains are dealt out as suits them best.

    With ``with_level`` just as much is enough, else more is needed.
    """
    most_first = sorted(gains, reverse=True)
    for number in range(len(needs), 0, -1):
        dealt = zip(needs, reversed(most_first[:number]), strict=False)
        if all(gain > need or (with_level and gain == need) for need, gain in dealt):
            return number
    return 0


# -- in words --------------------------------------------------------------------------------------


def _prospect(race: Race, key: str, cut: int) -> Prospect:
    best, worst = race.best(key), race.worst(key)
    name = race.course.contest.name(key)
    return Prospect(key, best, worst, _magic(race, key, worst), describe_cut(name, best, worst, cut))


def describe_cut(name: str, best: int, worst: int, cut: int) -> Text:
    """Describe the places of a player, and whether they lead to the final: ``cut`` is the last that does."""
    if 0 < worst <= cut:
        return Text("{name} is certain of the final", name=name)
    if 0 < cut < best:
        return Text("{name} cannot reach the final any more", name=name)
    return describe_places(name, best, worst)


def _magic(race: Race, key: str, worst: int) -> int | None:
    """Return the points of their own that make 1st place certain."""
    if worst == 1:
        return 0
    if race.is_by_tables:
        return _own_points(race, key, 1)
    limit = race.highs.highest_but(key)
    own = race.course.table.tallies[key].points
    needed = int(Fraction(limit) - own) + 1
    is_sum = race.course.contest.settings.counted == TOTAL
    return needed if is_sum and needed <= race.most * race.games[key] else None


def _own_points(race: Race, key: str, place: int) -> int | None:
    """Return the points at their open table with which somebody is certain of that place; None without any."""
    table = race.table_of.get(key)
    if table is None:
        return None
    enough: Points | None = None
    for gain in reversed(race.gains(table)):
        if race.worst_with(key, table, gain) > place:
            break
        enough = gain
    return None if enough is None else ceil(enough)


def _must_happen(race: Race, cut: int) -> tuple[Text, ...]:
    """Say how many points make those certain of the final who can still do it themselves."""
    sentences = []
    for key in race.order:
        if not race.games[key] or race.worst(key) <= cut:
            continue
        points = _own_points(race, key, cut)
        if points is not None:
            sentences.append(
                Text(
                    "{name} is certain of the final with {needed} or more",
                    name=race.course.contest.name(key),
                    needed=race.course.table.main.count(points),
                )
            )
    return tuple(sentences[:MOST_SENTENCES])


def _proof(race: Race) -> Proof:
    if not race.is_by_tables:
        text = Text(
            "bounds by points: nobody gains more than {most} in a game",
            most=race.course.table.main.count(race.most),
        )
        return Proof(0, exact=False, text=text)
    states = sum(len(_endings(race.values(table))) for table in race.tables)
    text = Text("every way in which the open tables can end; whoever is there now counts")
    is_exact = all(
        race.best(key) == race.best(key, with_level=True)
        and race.worst(key) == race.worst(key, with_level=False)
        for key in race.order
    )
    if not is_exact:
        text = Text("{told}; players level in them may finish in either order", told=text)
    return Proof(states, is_exact, text)
