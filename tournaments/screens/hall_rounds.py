"""What the screen of a hall shows of rounds of many tables: seats by name, the clock, the finals."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from games.domain.clock import Clock
from games.models.player import folded
from tournaments.models import HallSlide
from tournaments.standings.presenters import EventPresenter, Said
from tournaments.standings.seat_plan import SeatedRound, SeatedTable, SeatPlan

KIND = HallSlide.Kind


@dataclass(frozen=True, slots=True)
class SeatLine:
    """A person and their seat, with its round."""

    name: str
    table: int
    colours: tuple[str, ...]
    round: Said


@dataclass(frozen=True, slots=True)
class RoundCard:
    """A round that is being played, its clock, and how many of its tables have no result yet."""

    round: SeatedRound
    clock: Clock
    is_over_time: bool

    @property
    def tables(self) -> int:
        return len(self.round.tables)


@dataclass(frozen=True, slots=True)
class FinalCard:
    """A final with its tables; before it is drawn who is in it if it ended now: ``names``, and of ``level`` some."""

    name: Said
    tables: tuple[SeatedTable, ...] = ()
    names: tuple[str, ...] = ()
    level: int = 0
    places: int = 0


def hall_items(kind: HallSlide.Kind, shown: EventPresenter, now: datetime) -> Sequence[Any]:
    """List the content of such a slide; empty while there is none."""
    plan = SeatPlan(shown)
    if kind is KIND.SEATS:
        return _seats(plan)
    if kind is KIND.ROUND:
        return _clocks(plan, now)
    return _finals(plan)


def _seats(plan: SeatPlan) -> list[SeatLine]:
    lines = [
        SeatLine(seat.name, table.table, seat.colours, each.name)
        for each in plan.open_rounds
        for table in each.tables
        for seat in table.seats
    ]
    return sorted(lines, key=lambda line: folded(line.name))


def _clocks(plan: SeatPlan, now: datetime) -> list[RoundCard]:
    """List the rounds that are played; finals have their clocks together."""
    return [
        RoundCard(each, each.clock, _is_over_time(each.clock, now))
        for each in plan.open_rounds
        if each.clock is not None
    ]


def _is_over_time(clock: Clock, now: datetime) -> bool:
    return clock.started and clock.limit is not None and clock.elapsed(now) >= clock.limit


def _finals(plan: SeatPlan) -> list[FinalCard]:
    drawn = [FinalCard(each.name, each.tables) for each in plan.rounds if each.is_final]
    names = plan.shown.names
    coming = [
        FinalCard(
            cut["name"],
            names=tuple(names.get(key, key) for key in cut["entrants"]),
            level=len(cut["level"]),
            places=cut["places"],
        )
        for cut in plan.shown.projection.get("cuts", ())
    ]
    return [*drawn, *coming]
