"""The course of an open tournament: which results count, what they gave, and which tables are open."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from rules import Text
from tournaments.formats.contest import Result
from tournaments.formats.open import knockout, rounds
from tournaments.formats.open.knockout import Through
from tournaments.formats.open.rounds import OpenContest, Schedule, Stage, Table
from tournaments.formats.open.scoring import Line, score
from tournaments.formats.open.table import OpenTable, tally
from tournaments.formats.verdict import DrawNeeded, IgnoredGame


@dataclass(frozen=True)
class Course:
    """The contest with its draws read."""

    contest: OpenContest
    drawn: Schedule

    @classmethod
    def of(cls, contest: OpenContest) -> Course:
        """Read the draws of the contest. Raises ``FormatError`` for one that cannot be."""
        return cls(contest, rounds.schedule(contest))

    @cached_property
    def results(self) -> Mapping[int, Result]:
        """Map number → result of those that count."""
        by_number = {result.number: result for result in self.contest.results}
        numbers = [
            table.number for stage in self.drawn.stages if not stage.is_annulled for table in stage.tables
        ]
        return {number: by_number[number] for number in sorted(numbers) if number in by_number}

    @cached_property
    def played(self) -> frozenset[int]:
        return frozenset(self.results)

    @cached_property
    def lines(self) -> Mapping[int, tuple[Line, ...]]:
        """Map number → what the game gave to its players."""
        return {number: score(self.contest, result) for number, result in self.results.items()}

    @property
    def open_tables(self) -> tuple[Table, ...]:
        return tuple(table for stage in self.drawn.stages for table in stage.open_tables(self.played))

    def is_over(self, stage: Stage) -> bool:
        """Check whether no game of that round or final is expected any more."""
        return not stage.open_tables(self.played)

    @property
    def rounds_left(self) -> int:
        """Count the rounds that are still to be drawn, of a knock-out at least; none once a final is."""
        if self.drawn.finals:
            return 0
        if self.is_knockout:
            return int(not self.drawn.counted or len(self.in_play) > rounds.table_size(self.contest))
        return max(0, self.contest.settings.rounds - len(self.drawn.counted))

    @property
    def is_at_finals(self) -> bool:
        return not self.rounds_left and not self.lots and all(map(self.is_over, self.drawn.rounds))

    @property
    def needs_round(self) -> bool:
        """Check whether a round is to be drawn now."""
        return self.rounds_left > 0 and not self.lots and all(map(self.is_over, self.drawn.rounds))

    # -- knock-out [T23] ---------------------------------------------------------------------------

    @property
    def is_knockout(self) -> bool:
        """Check whether only the best of each table go on."""
        return self.contest.settings.going_on > 0

    @cached_property
    def _throughs(self) -> tuple[tuple[Stage, Through], ...]:
        """List the rounds of a knock-out that are over, each with who went on."""
        over = [stage for stage in self.drawn.counted if self.is_over(stage)] if self.is_knockout else []
        return tuple(
            (stage, knockout.through(self.contest, stage, self.lines, is_over=True)) for stage in over
        )

    @property
    def through(self) -> Through | None:
        """Return who has come through the rounds that are over; ``None`` where no one has gone out yet."""
        return self._throughs[-1][1] if self._throughs else None

    @property
    def running(self) -> Through | None:
        """Return who goes on from the round that is played now, as far as its tables have ended."""
        stages = self.drawn.counted[-1:] if self.is_knockout and not self.is_at_finals else ()
        left = [stage for stage in stages if not self.is_over(stage)]
        return knockout.through(self.contest, left[0], self.lines, is_over=False) if left else None

    @property
    def lots(self) -> tuple[DrawNeeded, ...]:
        """Return the throws on which it depends who goes on from the last round."""
        return self.through.lots if self.through and not self.drawn.finals else ()

    @cached_property
    def in_play(self) -> tuple[str, ...]:
        """List who is seated in the next round: they are there, and have come through."""
        there = tuple(entrant.key for entrant in rounds.in_play(self.contest))
        if self.through is None:
            return there
        return tuple(key for key in there if key in self.through.on)

    @property
    def blocks(self) -> tuple[tuple[Stage | None, frozenset[str]], ...]:
        """List who went on from each round of a knock-out that is over, the last first, then who was seated at all.

        Players who went on from a round did so from all before it, so each of them parts those who are left.
        """
        if not self._throughs:
            return ()
        went_on = [(stage, through.on) for stage, through in reversed(self._throughs)]
        seated = {key for stage in self.drawn.counted for key in stage.seated}
        return (*went_on, (None, frozenset(seated)))

    def table_of(self, number: int) -> Table | None:
        return self._tables.get(number)

    @cached_property
    def _tables(self) -> Mapping[int, Table]:
        return {table.number: table for stage in self.drawn.stages for table in stage.tables}

    @cached_property
    def table(self) -> OpenTable:
        """Return the table after the rounds."""
        lines: dict[str, dict[int, Line]] = {key: {} for key in self.contest.keys}
        counted = dict.fromkeys(lines, 0)
        for stage in self.drawn.counted:
            given = {
                line.entrant: (table.number, line)
                for table in stage.tables
                for line in self.lines.get(table.number, ())
            }
            over = self.is_over(stage)
            for key in lines:
                counted[key] += over or key in given
            for key, (number, line) in given.items():
                lines[key][number] = line
        tallies = {key: tally(self.contest, own, counted[key]) for key, own in lines.items()}
        return OpenTable(self.contest, self.contest.by_seed, tallies)

    @property
    def ignored(self) -> tuple[IgnoredGame, ...]:
        return tuple(
            IgnoredGame(result.number, self._why_ignored(result.number))
            for result in sorted(self.contest.results, key=lambda result: result.number)
            if result.number not in self.results
        )

    def _why_ignored(self, number: int) -> Text:
        for stage in self.drawn.stages:
            if stage.is_annulled and stage.first <= number <= stage.last:
                return Text("does not count: {stage} is annulled", stage=stage.name)
        return Text("does not count: there is no such table")
