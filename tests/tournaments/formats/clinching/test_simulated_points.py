"""GP and GP+ series: random events, every claim against every ending, extra games included.

`RAUSWURF_TESTS=whole` plays some 3,000 of each.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from heapq import heappop, heappush
from itertools import permutations
from random import Random

import pytest

from tests.endurance.size import patient, sized
from tests.tournaments.formats.clinching.simulations import (
    Ending,
    check_prospects,
    check_sentences,
    prospect_of,
)
from tests.tournaments.formats.entered import contest
from tournaments.formats import FORMATS, EntrantSeating, Result, Verdict
from tournaments.formats.clinching.place_bounds import Decided

pytestmark = [patient, pytest.mark.long]

KEYS = ("anna", "bert", "cleo")
NAMES = {"anna": "Anna", "bert": "Bert", "cleo": "Cleo"}

Points = tuple[int, int, int]


@dataclass(frozen=True)
class Played:
    """So many scheduled games, and what those that are over gave."""

    games: int
    gains: tuple[Points, ...] = ()

    @property
    def left(self) -> int:
        return max(0, self.games - len(self.gains))

    @property
    def totals(self) -> Points:
        return sum(g[0] for g in self.gains), sum(g[1] for g in self.gains), sum(g[2] for g in self.gains)

    @property
    def behind(self) -> Points:
        return from_the_top(self.totals)

    def after(self, gain: Points) -> "Played":
        return Played(self.games, (*self.gains, gain))


@dataclass
class Series:
    """Series with one table of points, played on; every situation – games left, differences – is judged once.

    Between games only the points are added up, as the format itself gave them for the same finishing order in a
    series of one game; and each new situation is checked to have the points that this says.
    """

    format: str
    chosen: dict[str, object]
    seating: EntrantSeating = field(init=False)
    #: What a game can give, with the places that give it.
    ways: dict[Points, tuple[str, ...]] = field(default_factory=dict)
    judged: dict[tuple[int, Points], tuple[int, ...] | None] = field(default_factory=dict)
    known: dict[tuple[int, Points], frozenset[tuple[Points, Points]]] = field(default_factory=dict)
    tied: dict[Points, Played] = field(default_factory=dict)
    extra: dict[Points, tuple[tuple[int, ...], tuple[int, ...]]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        start = contest(self.format, settings=self.chosen)
        (due,) = FORMATS[self.format].judge(start).next_games
        self.seating = due.seating
        for players in sorted(set(permutations(KEYS * 2))):
            places = self.places(players)
            single = contest(
                self.format, [Result(1, start.rules, self.seating, places)], {**self.chosen, "games": 1}
            )
            (counted,) = FORMATS[self.format].judge(single).games
            points = {score.entrant: int(score.points) for score in counted.scores}
            self.ways[points["anna"], points["bert"], points["cleo"]] = places

    def places(self, players: tuple[str, ...]) -> tuple[str, ...]:
        """The colours of these players in this order, in GP+ until two have both home."""
        left = {seat.entrant: list(seat.colours) for seat in self.seating.seats}
        places = tuple(left[player].pop() for player in players)
        if self.format == "gp-plus-series":
            return places[: next(at for at in range(7) if home(players[:at]) == 2)]
        return places

    def judge(self, played: Played) -> Verdict:
        rules = FORMATS[self.format].rule_sets[0]
        results = [
            Result(number, rules, self.seating, self.ways[gain])
            for number, gain in enumerate(played.gains, start=1)
        ]
        return FORMATS[self.format].judge(
            contest(self.format, results, {**self.chosen, "games": played.games})
        )

    def look(self, played: Played) -> tuple[int, ...] | None:
        """The places if the event is over, else None."""
        key = played.left, played.behind
        if key not in self.judged:
            verdict = self.judge(played)
            rows = {row.entrant: row for row in verdict.standings.rows}
            assert tuple(rows[player].figures[0] for player in KEYS) == played.totals
            assert tuple(rows[player].place for player in KEYS) == placed(played.behind)
            self.judged[key] = placed(played.behind) if verdict.finished else None
        return self.judged[key]

    def tables(self, played: Played) -> frozenset[tuple[Points, Points]]:
        """All tables at the end or with a tie after the games left: counted from the top, and what was gained."""
        key = played.left, played.behind
        if key not in self.known:
            over = self.look(played) is not None
            if over or played.left == 0:
                if not over:
                    self.tied.setdefault(played.behind, played)
                self.known[key] = frozenset({(played.behind, (0, 0, 0))})
            else:
                self.known[key] = frozenset(
                    (ended, plus(gain, more))
                    for gain in self.ways
                    for ended, more in self.tables(played.after(gain))
                )
        return self.known[key]

    def after_extra_games(self, tied: Points) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Best and worst places after a tie: every gap is played on, up to eight times what a game gives.

        Given up as soon as everybody has been everything.
        """
        if tied not in self.extra:
            best: tuple[int, ...] = (3, 3, 3)
            worst: tuple[int, ...] = (1, 1, 1)
            limit = 8 * max(max(gain) for gain in self.ways) - min(tied)
            waiting, seen = [(-min(tied), tied)], {tied}
            while waiting and (best, worst) != ((1, 1, 1), (3, 3, 3)):
                _, totals = heappop(waiting)
                for gain in self.ways:
                    after = self.tied[totals].after(gain)
                    places = self.look(after)
                    if places is not None:
                        best = tuple(map(min, best, places))
                        worst = tuple(map(max, worst, places))
                    elif after.behind not in seen and -min(after.behind) <= limit:
                        seen.add(after.behind)
                        self.tied.setdefault(after.behind, after)
                        heappush(waiting, (-min(after.behind), after.behind))
            self.extra[tied] = best, worst
        return self.extra[tied]


def home(players: tuple[str, ...]) -> int:
    return sum(players.count(key) == 2 for key in KEYS)


def plus(one: Points, other: Points) -> Points:
    return one[0] + other[0], one[1] + other[1], one[2] + other[2]


def from_the_top(totals: Iterable[int]) -> Points:
    first, second, third = totals
    most = max(first, second, third)
    return first - most, second - most, third - most


def check(series: Series, played: Played) -> None:
    verdict = series.judge(played)
    left = played.left
    ways = {gain: series.tables(played.after(gain)) for gain in series.ways}
    endings = {gain: at_the_end(series, found) for gain, found in ways.items()}
    every = [(places, plus(gain, own)) for gain, found in endings.items() for places, own in found]
    of_the_event, *of_the_table = verdict.decided()
    assert of_the_event.subject.en == "the event"
    assert of_the_event.unit.en == "GPP"
    assert of_the_event.proof.exact == (left <= 3)
    check_prospects(of_the_event, KEYS, every)
    courses = [
        (
            {f"Game {len(played.gains) + 1}": dict(zip(KEYS, gain, strict=True))},
            {key: max(places[i] for places, _ in found) for i, key in enumerate(KEYS)},
        )
        for gain, found in endings.items()
    ]
    check_sentences(of_the_event, NAMES, courses, most_alternatives=None)
    assert len(of_the_table) == (left > 0)
    for decided in of_the_table:
        assert decided.subject.en == f"the table after Game {played.games}"
        assert decided.proof.exact == (left <= 3)
        after = [(placed(ended), plus(gain, own)) for gain, found in ways.items() for ended, own in found]
        check_prospects(decided, KEYS, after)
    if left and of_the_event.proof.exact:
        check_words(of_the_event, [ended for found in ways.values() for ended, _ in found])


def check_words(event: Decided, ended: Iterable[Points]) -> None:
    """Only through extra games: if no ending without them has that place."""
    without = [placed(totals) for totals in ended if totals.count(0) == 1]
    for i, key in enumerate(KEYS):
        prospect = prospect_of(event, key)
        only = prospect.best < min((places[i] for places in without), default=prospect.worst)
        assert ("only through extra games" in prospect.text.en) == only
        assert ("nur über Zusatzspiele" in prospect.text.de) == only


def at_the_end(series: Series, found: Iterable[tuple[Points, Points]]) -> list[Ending]:
    """Places and points gained; a tie for 1st place stands for the best and the worst that can come of it."""
    endings: list[Ending] = []
    for ended, own in found:
        if ended.count(0) == 1:
            endings.append((placed(ended), own))
        else:
            endings += [(places, own) for places in series.after_extra_games(ended)]
    return endings


def placed(totals: Points) -> tuple[int, ...]:
    return tuple(1 + sum(other > own for other in totals) for own in totals)


def random_event(lots: Random, series: Series, left: int) -> Played:
    """Running, with so many scheduled games left; with none left there is a tie for 1st place.

    Often only a few of all games are played, so that somebody falls far behind.
    """
    while True:
        choices = lots.sample(list(series.ways), lots.randint(1, len(series.ways)))
        over = lots.randint(1 if left == 0 else 0, 7)
        played = Played(over + left)
        for _ in range(over + (lots.randint(0, 2) if left == 0 else 0)):
            played = played.after(lots.choice(choices))
        if not series.judge(played).finished:
            return played


def gp(table: tuple[int, ...], bonus: int) -> Series:
    return Series("gp-series", {"table": list(table), "bonus": bonus})


def gp_plus(table: tuple[int, ...]) -> Series:
    return Series("gp-plus-series", {"table": list(table)})


#: Tables with few different games, so that all endings of many events can be played: ones in which who is behind
#: can come back in extra games however far, ones in which he cannot, and ones in which ties are the rule.
SMALL = [
    ((1, 0, 0, 0, 0, 0), 0),
    ((0, 0, 0, 0, 0, 0), 2),
    ((2, 1, 0, 0, 0, 0), 0),
    ((1, 1, 1, 0, 0, 0), 0),
    ((1, 1, 1, 1, 0, 0), 1),
    ((2, 2, 1, 1, 0, 0), 0),
    ((3, 2, 1, 1, 0, 0), 1),
]
PLUS = [(4, 2, 1), (4, 4, 1), (4, 1, 1), (3, 2, 1), (1, 0, 0), (9, 3, 2)]


@pytest.mark.parametrize(("table", "bonus"), SMALL)
def test_gp_series_with_small_tables(table: tuple[int, ...], bonus: int) -> None:
    lots, series = Random(f"gp {table} {bonus}"), gp(table, bonus)
    farthest = sized(4 if len(series.ways) < 30 else 3, 4)
    for _ in range(sized(20, 400, thorough=100)):
        check(series, random_event(lots, series, lots.randint(0, farthest)))


def test_gp_series_with_the_usual_table() -> None:
    lots, series = Random("gp"), gp((10, 6, 4, 3, 2, 1), 2)
    for left, events in enumerate(
        [sized(8, 100, thorough=20), sized(8, 100, thorough=20), sized(0, 20), sized(0, 2)]
    ):
        for _ in range(events):
            check(series, random_event(lots, series, left))


@pytest.mark.parametrize("table", PLUS)
def test_gp_plus_series(table: tuple[int, ...]) -> None:
    lots, series = Random(f"gp+ {table}"), gp_plus(table)
    for _ in range(sized(20, 500, thorough=100)):
        check(series, random_event(lots, series, lots.randint(0, 5)))
