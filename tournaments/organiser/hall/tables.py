"""The tables of a round as cards: who sits where with which colours, who meets whom again, what it is worth."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import zip_longest
from typing import Any

from tournaments import seating
from tournaments.formats.open.rounds import FINALS, seating_wanted, seats_at_board
from tournaments.models import RoundPlan
from tournaments.organiser.hall.costs import facts_of, proof_of, worth_of
from tournaments.services.hall.rounds import problem_of
from tournaments.services.hall.seats import standing_round
from tournaments.standings.event_state import EventState
from tournaments.standings.hall import HallRound


@dataclass(frozen=True, slots=True)
class Sitter:
    """Somebody at a table; ``again`` names whom they have met before."""

    key: str
    number: int
    name: str
    team: str
    colours: Sequence[str]
    again: str


@dataclass(frozen=True, slots=True)
class TableCard:
    """A table of a round; one whose game has begun stays as it is."""

    number: int
    sitters: Sequence[Sitter]
    is_small: bool
    has_begun: bool


class RoundCards:
    """A round as it stands, planned or published."""

    def __init__(
        self, event_state: EventState, plan: RoundPlan | None, subject: str, order: Sequence[str]
    ) -> None:
        self.event_state, self.plan, self.subject = event_state, plan, subject
        self.here = standing_round(event_state, subject, order)
        self.entries = {entry.key: entry for entry in event_state.entries}

    @cached_property
    def tables(self) -> list[TableCard]:
        """List the tables at which somebody sits."""
        colours = seats_at_board(self.event_state.contest)
        return [
            self._table(number, people, seats, colours)
            for number, (people, seats) in enumerate(
                zip(self.here.seated, self.here.tables, strict=True), start=1
            )
            if people
        ]

    def _table(
        self, number: int, people: Sequence[str], seats: Sequence[str], colours: Sequence[Sequence[str]]
    ) -> TableCard:
        return TableCard(
            number,
            [
                self._sitter(key, led or (), people)
                for key, led in zip_longest(seats, colours[: len(seats)])
                if key
            ],
            len(people) < self.here.size,
            number in self.here.entered,
        )

    def _sitter(self, key: str, colours: Sequence[str], people: Sequence[str]) -> Sitter:
        entry, met = self.entries[key], self.here.meetings
        again = [self.name(other) for other in people if met[(min(key, other), max(key, other))]]
        return Sitter(key, entry.number, self.name(key), entry.team, colours, ", ".join(again))

    def name(self, key: str) -> str:
        """Return the name of whoever has the key."""
        return self.event_state.name(self.entries[key])

    @cached_property
    def cost(self) -> seating.Cost:
        """What it costs."""
        return self.here.cost()

    @property
    def facts(self) -> list[tuple[Any, int]]:
        """What it costs, in words and numbers, as far as a plan could do anything about it."""
        unaimed = {"repeats"} if not self.here.played else set()
        if self.subject in FINALS:
            unaimed |= {"repeats", "team_meetings", "colours"}
        elif not seating_wanted(self.event_state.contest).teams_apart:
            unaimed.add("team_meetings")
        return facts_of(self.cost, unaimed)

    @property
    def worth(self) -> str:
        """How good it is; empty for the first round, and for finals, whose players follow from the table."""
        if self.subject in FINALS or not self.here.played:
            return ""
        return worth_of(self.cost, self._bound.value if self.cost.repeats else 0)

    @property
    def proof(self) -> str:
        """What is proved of it; empty where nobody meets anybody again, and for finals."""
        return proof_of(self.cost, self._bound) if self.cost.repeats and self.subject not in FINALS else ""

    @cached_property
    def _bound(self) -> seating.LowerBound:
        """So many meetings are repeated in any plan of this round, after those that were played."""
        people = [{"key": key} for table in self.here.seated for key in table]
        problem = problem_of(self.event_state, self.subject, people, 1, "-")
        history = sum(times * (times - 1) // 2 for times in self.here.meetings.values())
        bound = seating.repeats_bound(problem)
        return seating.LowerBound(bound.value - history, bound.name)

    @property
    def colours(self) -> list[str]:
        """The colours that somebody leads."""
        return [colour for led in seats_at_board(self.event_state.contest) for colour in led]

    @property
    def is_changed(self) -> bool:
        """Whether it was changed by hand."""
        return bool(self.plan and self.plan.changes)


class PublishedCards(RoundCards):
    """A round that is published."""

    def __init__(self, event_state: EventState, plan: RoundPlan | None, published: HallRound) -> None:
        super().__init__(event_state, plan, published.subject, published.draw.order)
        self.published = published

    @property
    def has_begun(self) -> bool:
        """Whether a game of it has begun, so that it cannot be withdrawn any more."""
        return bool(self.here.entered)

    @property
    def is_complete(self) -> bool:
        """Whether no table waits for a result."""
        due = {game.number for game in self.event_state.verdict.next_games}
        return due.isdisjoint(self.published.playing)
