"""The table of an open tournament: the result of all games, then the chain of criteria [T13]."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

from rules import Plural, Text
from tournaments.formats import draws, phrases, tiebreaks
from tournaments.formats.contest import Entrant
from tournaments.formats.open.rounds import OpenContest, schedule
from tournaments.formats.open.scoring import Line, is_by_places, most_steps
from tournaments.formats.open.settings import BEST, BOARD, BOARDS, CHAINS, FIRST_PLACES, MEAN, SECOND_PLACES
from tournaments.formats.tiebreaks import Criterion, MissingFigures, TieBreakRanking
from tournaments.formats.verdict import Column, DrawNeeded, Points, Standings, Unfinished, plain

POINTS = Column("points", Text("Points"), Text("point"), Text("points"))
GAMES = Column("games", Text("Games"), Text("game"), Text("games"))
FIRSTS = Column("firsts", Text("1st places"), Text("first place"), Text("first places"))
SECONDS = Column("seconds", Text("2nd places"), Text("second place"), Text("second places"))

STEPS = "remaining-steps"
#: The most tables without a board that are named.
_TABLES_NAMED = 5


@dataclass(frozen=True, slots=True)
class Tally:
    """What somebody has so far, more being better in all of it.

    ``rounds`` counts the rounds that have given them a result, or are over without. ``without_points`` and
    ``without_board`` are the games without known points or boards; ``is_counted``: all their boards were entered.
    """

    points: Points = 0
    games: int = 0
    rounds: int = 0
    firsts: Points = 0
    seconds: Points = 0
    board: int = 0
    without_points: tuple[int, ...] = ()
    without_board: tuple[int, ...] = ()
    is_counted: bool = True


def tally(contest: OpenContest, lines: Mapping[int, Line], rounds: int) -> Tally:
    """Tally the games of one entrant: number → what it gave."""
    known = [line.points for line in lines.values() if line.points is not None]
    return Tally(
        points=result_of(contest, known),
        games=len(lines),
        rounds=rounds,
        firsts=exact(line.firsts for line in lines.values()),
        seconds=exact(line.seconds for line in lines.values()),
        board=sum(line.board or 0 for line in lines.values()),
        without_points=tuple(number for number, line in lines.items() if line.points is None),
        without_board=tuple(number for number, line in lines.items() if line.board is None),
        is_counted=all(line.is_counted for line in lines.values()),
    )


def result_of(contest: OpenContest, points: Sequence[Points]) -> Points:
    """Return the result of all games, from what each of them gave."""
    settings = contest.settings
    if settings.counted == BEST:
        return exact(sorted(points, reverse=True)[: settings.best_games])
    if settings.counted == MEAN and points:
        return exact([Fraction(sum(points), len(points))])
    return exact(points)


def exact(points: Iterable[Points]) -> Points:
    """Return the sum, a whole number where it is one."""
    return plain(sum(points))


@dataclass(frozen=True)
class OpenTable:
    """The tallies of some entrants, or of teams: ``entrants`` are listed, ``tallies`` are theirs.

    ``members``: how many results stand behind one tally; more than one in a table of teams.
    """

    contest: OpenContest
    entrants: tuple[Entrant, ...]
    tallies: Mapping[str, Tally]
    members: int = 1

    @cached_property
    def _names(self) -> Mapping[str, str]:
        return {each.key: each.name for each in self.entrants}

    def name(self, key: str) -> str:
        return self._names[key]

    def lot(self, group: Sequence[str]) -> DrawNeeded:
        """Return the throw among those who are level."""
        return draws.lot_needed(phrases.names(self.name(key) for key in group), group)

    def ranking(self, keys: Sequence[str] | None = None) -> TieBreakRanking:
        """Rank all entrants, or those of ``keys``."""
        among = self.tallies.keys() if keys is None else frozenset(keys)
        return self._of_all if among == self.tallies.keys() else self._rank(among)

    @cached_property
    def _of_all(self) -> TieBreakRanking:
        return self._rank(self.tallies.keys())

    def _rank(self, among: Collection[str]) -> TieBreakRanking:
        return tiebreaks.rank_entrants([each.key for each in self.entrants if each.key in among], self.chain)

    @cached_property
    def chain(self) -> tuple[Criterion, ...]:
        """Return the criteria in their order; the last is the throw, where there was one."""
        tie_breaks = CHAINS[self.contest.settings.tie_breaks]
        return (
            self._by_result,
            *(self._criteria[name] for name in tie_breaks),
            self.by_lot,
        )

    @property
    def by_lot(self) -> Criterion:
        """Return the throw among those who are level."""
        return tiebreaks.by_lot(lambda group: draws.drawn_lot(self.contest, self.lot(group)))

    @property
    def _criteria(self) -> Mapping[str, Criterion]:
        unfinished = self.contest.settings.unfinished
        return {
            FIRST_PLACES: tiebreaks.by_figure(
                lambda key: self.tallies[key].firsts, tiebreaks.describe_counts(FIRSTS.name)
            ),
            SECOND_PLACES: tiebreaks.by_figure(
                lambda key: self.tallies[key].seconds, tiebreaks.describe_counts(SECONDS.name)
            ),
            BOARD: Criterion(self._boards, self._described(unfinished, BOARDS[unfinished])),
        }

    @property
    def _by_result(self) -> Criterion:
        described = self._described(self.contest.settings.scoring, self.main)
        return tiebreaks.by_figure(lambda key: self.tallies[key].points, described)

    def _boards(self, group: Sequence[str]) -> Mapping[str, int] | MissingFigures | None:
        if not self.shows_boards:
            return None
        without = sorted({number for key in group for number in self.tallies[key].without_board})
        if without:
            return MissingFigures(
                Plural("{n} table has no board yet", "{n} tables have no board yet", len(without))
            )
        return {key: self.tallies[key].board for key in group}

    # -- figures as they are shown -----------------------------------------------------------------

    @property
    def main(self) -> Column:
        return POINTS if is_by_places(self.contest) else BOARDS[self.contest.settings.scoring]

    @property
    def shows_boards(self) -> bool:
        """Check whether the boards are another figure than the results."""
        return self.contest.settings.unfinished != self.contest.settings.scoring

    @property
    def columns(self) -> tuple[Column, ...]:
        boards = (BOARDS[self.contest.settings.unfinished],) if self.shows_boards else ()
        return (self.main, GAMES, FIRSTS, SECONDS, *boards)

    def figures(self, key: str) -> tuple[Points | None, ...]:
        """Return the figures of one row; None for boards that were not counted, unless they decide its place."""
        own = self.tallies[key]
        is_shown = own.is_counted or key in self._parted_by_boards
        boards = (self._shown_board(own) if is_shown else None,) if self.shows_boards else ()
        return (self._shown_result(own), own.games, own.firsts, own.seconds, *boards)

    def _shown_result(self, own: Tally) -> Points:
        """Return the result; steps are shown as those that remain; a missed round has none made."""
        if self.contest.settings.scoring != STEPS:
            return own.points
        counted = {MEAN: min(own.games, 1), BEST: min(own.rounds, self.contest.settings.best_games)}
        games = counted.get(self.contest.settings.counted, own.rounds)
        return exact([most_steps(self.contest) * games * self.members, -own.points])

    @cached_property
    def _parted_by_boards(self) -> frozenset[str]:
        """Return those who are level by all criteria before the boards, which part them."""
        names = CHAINS[self.contest.settings.tie_breaks]
        if BOARD not in names:
            return frozenset()
        before = [self._by_result, *(self._criteria[name] for name in names[: names.index(BOARD)])]
        keys = [each.key for each in self.entrants]
        known: list[Any] = [criterion.figures(keys) for criterion in before]
        level: dict[Any, list[str]] = {}
        for key in keys:
            level.setdefault(tuple(figures[key] for figures in known), []).append(key)
        parted = (group for group in level.values() if len({*self._known_boards(group)}) > 1)
        return frozenset(key for group in parted for key in group)

    def _known_boards(self, group: Sequence[str]) -> list[int]:
        """List the worth of their boards; nothing where that of one of them is not known."""
        own = [self.tallies[key] for key in group]
        return [] if any(each.without_board for each in own) else [each.board for each in own]

    def _shown_board(self, own: Tally) -> int:
        if self.contest.settings.unfinished != STEPS:
            return own.board
        return most_steps(self.contest) * own.rounds * self.members - own.board

    def standings(self, ranking: TieBreakRanking) -> Standings:
        figures = {each.key: self.figures(each.key) for each in self.entrants}
        standings = tiebreaks.standings(ranking, self.entrants, self.columns, figures)
        return Standings(standings.columns, standings.rows, self._unfinished(ranking))

    def _unfinished(self, ranking: TieBreakRanking) -> tuple[Unfinished, ...]:
        """List the figures that are missing; those of the boards only where they would part those who are level."""
        found = []
        if numbers := self._without(self.tallies, "without_points"):
            found.append(Unfinished((self.main.key,), numbers, self._describe_missing(numbers)))
        place = 1
        for tier in ranking.tiers:
            numbers = self._without(tier, "without_board") if tier in ranking.missing else ()
            if numbers:
                said = Text(
                    "{who} are level at {place}: {missing}",
                    who=phrases.names([self.name(key) for key in tier])
                    if len(tier) <= phrases.MOST_NAMED
                    else Text("{n} people", n=len(tier)),
                    place=phrases.place(place),
                    missing=self._describe_missing(numbers),
                )
                found.append(Unfinished((self.columns[-1].key,), numbers, said))
            place += len(tier)
        return tuple(found)

    def _without(self, keys: Iterable[str], what: str) -> tuple[int, ...]:
        return tuple(sorted({number for key in keys for number in getattr(self.tallies[key], what)}))

    def _describe_missing(self, numbers: Sequence[int]) -> Text:
        """Count the tables without a board; of a single round a handful is named."""
        stages = [each for each in schedule(self.contest).stages if each.numbers.intersection(numbers)]
        if len(stages) != 1:
            return Text(
                "{tables} tables of {rounds} rounds have no board yet",
                tables=len(numbers),
                rounds=len(stages),
            )
        named = [str(number - stages[0].first + 1) for number in numbers[:_TABLES_NAMED]]
        return Plural(
            "{n} table of {round} has no board yet: {tables}",
            "{n} tables of {round} have no board yet: {tables}",
            len(numbers),
            round=stages[0].name,
            tables=", ".join([*named, "…"] if len(numbers) > len(named) else named),
        )

    def _described(self, method: str, column: Column) -> Callable[[Points, Points, int], Text]:
        return _compare_steps if method == STEPS else tiebreaks.describe_figures(column)


def _compare_steps(own: Points, other: Points, _: int) -> Text:
    if own > other:
        return Text("{steps} steps further", steps=own - other)
    return Text("{steps} steps behind", steps=other - own)
