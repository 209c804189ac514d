"""Days of a hall that play themselves, with invented people, absences and late comers: for rehearsing and measuring."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from random import Random
from typing import Any

from rules.i18n import Text
from tournaments import services
from tournaments.errors import EventStateConflict
from tournaments.formats import DrawNeeded, NextGame
from tournaments.formats.open.rounds import is_round, round_subject
from tournaments.formats.open.slips import boards_count
from tournaments.formats.open.who_plays import came_through
from tournaments.models import Entry, Event
from tournaments.services import hall
from tournaments.services.hall import Description, Mishap, MishapKind, PawnLine, Sheet, TableSheet
from tournaments.services.hall.sheets import order_is_enough
from tournaments.standings.event_state import EventState
from tournaments.standings.hall import HallRound, round_of_subject

Clock = Callable[[], datetime]
#: Of so many people one does not come, one comes late, one leaves after each round.
_ONE_ABSENT, _ONE_LATE, _ONE_LEAVES = 20, 20, 40
_TEAM = 4
#: Of so many tables one is told by its slip's four lines instead of an order.
_ONE_BY_LINES = 3
#: More stages than any day has.
_MOST_STAGES = 60


class HallDay:
    """A day of an open tournament, from the announcement to the prizes."""

    def __init__(self, *, event_id: int, lots: Random, clock: Clock, actor: str) -> None:
        self.event_id, self.lots, self.clock, self.actor = event_id, lots, clock, actor

    def play(self, people: int) -> int:
        """Fill the hall up to so many people and play until the event is finished; how many tables had a result."""
        self._fill(people)
        self._check_in()
        tables = 0
        for _ in range(_MOST_STAGES):
            event_state = self._state()
            if event_state.verdict.finished:
                return tables
            tables += self._play_on(event_state)
        raise EventStateConflict(Text("The event does not come to an end."))

    # -- people ----------------------------------------------------------------------------------------

    def _fill(self, people: int) -> None:
        entered = len(self._state().entries)
        told: list[tuple[Any, Description]] = [
            (Text("Guest {number}", number=number).en, Description(team=f"Team {(number - 1) // _TEAM + 1}"))
            for number in range(entered + 1, people + 1)
        ]
        if told:
            hall.announce(players=told, **self._who())

    def _check_in(self) -> None:
        """Let all come but a few, and a few whom nobody has announced."""
        announced = [each for each in self._state().entries if each.presence == Entry.Presence.ANNOUNCED]
        here = [each.key for each in announced if self.lots.randrange(_ONE_ABSENT)]
        if here:
            hall.check_in(who=here, **self._who())

    def _late_comer(self, round_: HallRound) -> None:
        """Let somebody who was announced come after the round was published, if a table has room."""
        event_state = self._state()
        may_sit = came_through(event_state.contest)
        for entry in event_state.entries:
            if entry.key not in may_sit:
                continue
            if entry.presence == Entry.Presence.ANNOUNCED and not self.lots.randrange(3):
                mishap = Mishap(MishapKind.LATE, entry.key)
                hall.repair_round(subject=round_.subject, mishap=mishap, reason="came late", **self._who())
                return

    def _leaver(self) -> None:
        present = [each.key for each in self._state().entries if each.presence == Entry.Presence.PRESENT]
        for key in present:
            if not self.lots.randrange(_ONE_LEAVES):
                hall.leave(who=key, reason="went home", **self._who())
                return

    # -- rounds ----------------------------------------------------------------------------------------

    def _play_on(self, event_state: EventState) -> int:
        """Hold the next draw and play what it seats, or what is still to be played; how many tables that were."""
        if not event_state.verdict.draws:
            due = event_state.due
            if not due:
                missing = event_state.verdict.missing
                raise EventStateConflict(missing[0] if missing else Text("Nothing can be played now."))
            sheets = [self._sheet(event_state, game) for game in due]
            hall.enter_sheets(sheets=sheets, **self._who())
            return len(sheets)
        self._draw(event_state.verdict.draws[0])
        return 0

    def _draw(self, needed: DrawNeeded) -> None:
        if needed.subject.startswith("lot-"):
            seed = f"{self.lots.getrandbits(64):016x}"
            services.draw_from_seed(subject=needed.subject, seed=seed, **self._who())
            return
        if is_round(needed.subject) and needed.subject != round_subject(1):
            self._leaver()
        hall.plan_round(subject=needed.subject, **self._who())
        hall.publish_round(subject=needed.subject, **self._who())
        if is_round(needed.subject):
            self._late_comer(round_of_subject(self._state(), needed.subject))

    def _sheet(self, event_state: EventState, game: NextGame) -> TableSheet:
        seating, rules = game.seating, event_state.event.rules_of(game.rules)
        needs_lines = boards_count(event_state.contest_without_results, game.number)
        is_told_in_short = len(seating.seats) < 2 or self.lots.randrange(_ONE_BY_LINES)
        if order_is_enough(seating, rules) and is_told_in_short and not needs_lines:
            order = list(seating.entrants)
            self.lots.shuffle(order)
            return TableSheet(game.number, order=tuple(order))
        lines = {}
        for seat in seating.seats:
            for colour in seat.colours:
                home = self.lots.randrange(4)
                lines[colour] = PawnLine(home, 4 - home)
        return TableSheet(game.number, Sheet(lines=lines))

    def _state(self) -> EventState:
        return EventState.load(Event.objects.select_related("season").get(pk=self.event_id))

    def _who(self) -> dict[str, Any]:
        return {"event_id": self.event_id, "actor": self.actor, "now": self.clock()}
