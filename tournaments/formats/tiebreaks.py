"""Tie-breaking: ranking players by a chain of criteria (tournament-rules §3.5).

Each criterion is applied to the whole group of those who are level. Where it parts them, the chain starts
again within each part; where it does not, the next criterion is applied.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import groupby
from typing import Any

from rules import Text
from tournaments.formats import phrases
from tournaments.formats.contest import Entrant
from tournaments.formats.verdict import Column, Points, Standing, Standings

#: The figure of one player, more being better: numbers, or tuples of them.
Figure = Any


@dataclass(frozen=True, slots=True)
class Criterion:
    """``figures`` gives the figure of each player in a group; None where it says nothing about this group, and
    ``MissingFigures`` where some are still to be entered: later criteria are not applied then, for they might
    part those whom this one would have parted otherwise.

    ``describe`` says how a player's own figure compares with another's, in a group of a given size.
    """

    figures: Callable[[Sequence[str]], Mapping[str, Figure] | MissingFigures | None]
    describe: Callable[[Figure, Figure, int], Text]
    #: Whether it parts those who are level even where the figures of an earlier one are missing: the lot does.
    settles: bool = False


@dataclass(frozen=True, slots=True)
class MissingFigures:
    """Figures of a criterion that are not known yet, although it may part the group: which, in words."""

    text: Text


#: What parted two neighbouring places: says how a player compares with the other by it.
Split = Callable[[str, str], Text]


@dataclass(frozen=True, slots=True)
class TieBreakRanking:
    """``tiers``, best first: those in one tier are level by all criteria; ``splits[i]`` parts i from i + 1.

    ``missing``, tier → what is missing to part it further, where that is why its players are level.
    """

    tiers: tuple[tuple[str, ...], ...]
    splits: tuple[Split, ...]
    missing: Mapping[tuple[str, ...], Text] = field(default_factory=dict)

    @property
    def order(self) -> tuple[str, ...]:
        """List all entrants, best first; those who are level in the order in which they were handed in."""
        return tuple(key for tier in self.tiers for key in tier)


def rank_entrants(group: Sequence[str], chain: Sequence[Criterion]) -> TieBreakRanking:
    """Rank the group by the chain."""
    missing: Text | None = None
    for criterion in chain if len(group) > 1 else ():
        if missing is not None and not criterion.settles:
            continue
        figures = criterion.figures(group)
        if isinstance(figures, MissingFigures):
            missing = figures.text
            continue
        if figures is None or len(set(figures.values())) == 1:
            continue
        best_first = sorted(group, key=figures.__getitem__, reverse=True)
        parts = [tuple(part) for _, part in groupby(best_first, key=figures.__getitem__)]
        inner = [rank_entrants(part, chain) for part in parts]
        splits = list(inner[0].splits)
        for part in inner[1:]:
            splits += [partial(_compared, criterion, figures), *part.splits]
        gaps = {tier: gaps for part in inner for tier, gaps in part.missing.items()}
        return TieBreakRanking(tuple(tier for part in inner for tier in part.tiers), tuple(splits), gaps)
    tier = tuple(group)
    return TieBreakRanking((tier,) if tier else (), (), {} if missing is None else {tier: missing})


def by_figure(figure: Callable[[str], Figure], describe: Callable[[Figure, Figure, int], Text]) -> Criterion:
    """Return the criterion of a figure that everybody has, whatever the group."""
    return Criterion(lambda group: {key: figure(key) for key in group}, describe)


def describe_counts(what: Text) -> Callable[[Figure, Figure, int], Text]:
    return lambda own, other, _: Text("{what} {own} to {other}", what=what, own=own, other=other)


def describe_figures(column: Column) -> Callable[[Points, Points, int], Text]:
    return lambda own, other, _: Text("{count} to {other}", count=column.count(own), other=other)


def by_lot(figures: Callable[[Sequence[str]], Mapping[str, int] | None]) -> Criterion:
    """Return the lot, or the throw, among those who are level."""
    return Criterion(figures, lambda own, other, _: Text("by lot"), settles=True)


def _compared(criterion: Criterion, figures: Mapping[str, Figure], own: str, other: str) -> Text:
    return criterion.describe(figures[own], figures[other], len(figures))


def standings(
    ranking: TieBreakRanking,
    entrants: Sequence[Entrant],
    columns: Sequence[Column],
    figures: Mapping[str, tuple[Points | None, ...]],
    level: Callable[[str], Text] = lambda key: Text("level by all criteria"),
) -> Standings:
    """Build the table of a ranking; each row says which criterion parts it from the next place, or who is level.

    ``level`` says by what somebody is level with others.
    """
    names = {entrant.key: entrant.name for entrant in entrants}
    rows: list[Standing] = []
    for index, tier in enumerate(ranking.tiers):
        place = len(rows) + 1
        for key in tier:
            others = [names[each] for each in tier if each != key]
            if others:
                missing = ranking.missing.get(tier)
                reason = Text(
                    "shares {where} with {who}: {why}",
                    where=phrases.place(place),
                    who=phrases.names_or_number(others),
                    why=Text("level so far, {missing}", missing=missing) if missing else level(key),
                )
            elif index < len(ranking.splits):
                below = ranking.tiers[index + 1]
                who = phrases.names_or_number([names[each] for each in below])
                reason = Text("above {who}: {told}", who=who, told=ranking.splits[index](key, below[0]))
            elif index:
                above = ranking.tiers[index - 1]
                who = phrases.names_or_number([names[each] for each in above])
                reason = Text("below {who}: {told}", who=who, told=ranking.splits[index - 1](key, above[0]))
            else:
                reason = Text("the only player so far")
            rows.append(Standing(place, bool(others), key, figures[key], reason))
    return Standings(tuple(columns), tuple(rows))


def by_one_figure(entrants: Sequence[Entrant], column: Column, figures: Mapping[str, Points]) -> Standings:
    """Build the table in which more of one figure is better and equal means a shared place (1, 2, 2)."""
    criterion = by_figure(figures.__getitem__, describe_figures(column))
    ranking = rank_entrants([entrant.key for entrant in entrants], [criterion])
    rows = {key: (figure,) for key, figure in figures.items()}
    return standings(
        ranking, entrants, [column], rows, lambda key: Text("{count} each", count=column.count(figures[key]))
    )
