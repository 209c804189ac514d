"""Knock-out: only the best of each table go on, round after round, until one table is left for the final ([T23])."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from rules import Text
from tournaments.formats import draws
from tournaments.formats.open.rounds import OpenContest, Stage, Table, table_sizes
from tournaments.formats.open.scoring import Line
from tournaments.formats.verdict import DrawNeeded


@dataclass(frozen=True, slots=True)
class Through:
    """Who goes on from a round; of those who are level at the last place a throw decides, ``lots``.

    ``out`` are those who do not, ``undecided`` those who still play or throw; ``places`` is how many go on in all.
    """

    sure: tuple[str, ...]
    out: tuple[str, ...]
    undecided: tuple[str, ...]
    lots: tuple[DrawNeeded, ...]
    places: int

    @property
    def on(self) -> frozenset[str]:
        """Return who is not out, those who throw included."""
        return frozenset((*self.sure, *self.undecided))


def places_on(going_on: int, people: int) -> int:
    """Return how many go on from a table of ``people``; somebody is always out, except at a table of one."""
    return max(1, min(going_on, people - 1))


def left_after(going_on: int, sizes: Iterable[int]) -> int:
    return sum(places_on(going_on, size) for size in sizes)


def games_of_rounds(going_on: int, people: int, size: int) -> int:
    """Return how many games ``people`` play until one table is left."""
    games = 0
    while not games or people > size:
        sizes = table_sizes(people, size)
        games += sum(each > 1 for each in sizes)
        people = left_after(going_on, sizes)
    return games


def through(
    contest: OpenContest, stage: Stage, lines: Mapping[int, tuple[Line, ...]], *, is_over: bool
) -> Through:
    """Say who goes on from a round. At a table without a result all are level, once the round is over."""
    going_on = contest.settings.going_on
    sure, out, undecided = list(stage.alone), list[str](), list[str]()
    lots: list[DrawNeeded] = []
    places = len(stage.alone)
    for table in stage.tables:
        left = places_on(going_on, len(table.seating.entrants))
        places += left
        if table.number not in lines and not is_over:
            undecided += table.seating.entrants
            continue
        for group in _groups(table, lines.get(table.number, ())):
            if len(group) <= left:
                sure += group
                left -= len(group)
            elif not left:
                out += group
            else:
                drawn = draws.drawn_lot(contest, lot := draws.lot_needed(contest.names(group), group))
                if drawn is None:
                    lots.append(lot)
                    undecided += group
                else:
                    best_first = sorted(group, key=drawn.__getitem__, reverse=True)
                    sure += best_first[:left]
                    out += best_first[left:]
                left = 0
    return Through(tuple(sure), tuple(out), tuple(undecided), tuple(lots), places)


def _groups(table: Table, lines: Sequence[Line]) -> list[tuple[str, ...]]:
    """List the players of a table from first to last, level ones together; absent ones are last."""
    found = [
        tuple(line.entrant for line in group) for _, group in groupby(lines, key=lambda line: line.place)
    ]
    there = {line.entrant for line in lines}
    absent = tuple(key for key in table.seating.entrants if key not in there)
    return [*found, absent] if absent else found


def parted_by(stage: Stage | None) -> tuple[Text, Text]:
    """Say how those who went on from a round compare with those who did not; ``None``: who was never seated."""
    if stage is None:
        return Text("has played"), Text("has not played")
    return Text("went on from {stage}", stage=stage.name), Text("out in {stage}", stage=stage.name)
