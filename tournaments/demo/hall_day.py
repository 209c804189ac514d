"""Days of a hall that play themselves, with invented people, absences and late comers: for rehearsing and measuring."""

from collections.abc import Callable
from datetime import datetime
from random import Random
from typing import Any

from games.domain.clock import ClockAction
from rules import ENGLISH, Text
from tournaments import services
from tournaments.errors import EventStateConflict
from tournaments.formats import DrawNeeded, NextGame, came_through, is_round
from tournaments.formats.open.hall import boards_count
from tournaments.formats.open.rounds import round_subject
from tournaments.hall import services as hall
from tournaments.hall.services import Description, Mishap, MishapKind, TableSlip
from tournaments.models import Entry
from tournaments.services.slip import PawnLine, Slip, order_is_enough
from tournaments.standings.event_state import EventState
from tournaments.standings.rounds import (
    HallRound,
    RoundState,
    round_of_subject,
    rounds_of,
    statuses_of,
)

Clock = Callable[[], datetime]
#: One of this number of people does not come, one comes late, one leaves after each round.
_ONE_ABSENT, _ONE_LATE, _ONE_LEAVES = 20, 20, 40
_TEAM = 4
_GUEST, _INVENTED_TEAM = Text("Guest {number}", number=0), Text("Team {number}", number=0)
#: One of this number of tables enters its slip's four lines instead of an order.
_ONE_BY_LINES = 3
#: More stages than any day has.
_MOST_STAGES = 60


class HallDay:
    """A day of an open tournament, from the announcement to the prizes.

    What comes next follows from the current state of the event, so that a day can be played on by another process,
    and while people do something in it themselves. ``crowd`` is the seed of who does not come; what many do at once –
    check in, enter their results – they do in ``parts`` steps. The invented people get names in ``language``.
    """

    def __init__(
        self,
        *,
        event_id: int,
        lots: Random,
        clock: Clock,
        actor: str,
        crowd: str = "",
        parts: int = 1,
        language: str = ENGLISH,
    ) -> None:
        self.event_id, self.lots, self.clock, self.actor = event_id, lots, clock, actor
        self.crowd, self.parts = crowd or f"{lots.getrandbits(64):016x}", parts
        self.language = language

    def play(self, people: int) -> int:
        """Fill the hall up to ``people`` and play until the event is finished; how many tables had a result."""
        self.fill(people)
        tables = 0
        for _ in range(_MOST_STAGES):
            played = self.play_on()
            if played is None:
                return tables
            tables += played
        raise EventStateConflict(Text("The event does not come to an end."))

    def play_on(self) -> int | None:
        """Do what comes next; how many tables had a result by it, None where the event is finished."""
        event_state = self._state()
        if event_state.verdict.finished:
            return None
        if coming := self._coming(event_state):
            hall.check_in(who=coming[: self._part(len(event_state.entries))], **self._who())
            return 0
        if event_state.verdict.draws:
            self._draw(event_state.verdict.draws[0])
            return 0
        if subject := _clock_due(event_state):
            hall.turn_clock(subject=subject, action=ClockAction.START, **self._who())
            return 0
        return self._tell_results(event_state)

    def _part(self, whole: int) -> int:
        return max(1, -(-whole // self.parts))

    # -- people ----------------------------------------------------------------------------------------

    def fill(self, people: int) -> None:
        """Announce invented people until there are ``people``."""
        entered = len(self._state().entries)
        players: list[tuple[Any, Description]] = [
            (
                self._called(_GUEST, number),
                Description(team=self._called(_INVENTED_TEAM, -(-number // _TEAM))),
            )
            for number in range(entered + 1, people + 1)
        ]
        if players:
            hall.announce(players=players, **self._who())

    def _called(self, name: Text, number: int) -> str:
        return name.filled(number=number).of(self.language)

    def _coming(self, event_state: EventState) -> list[str]:
        """List who is still to come in the morning: all who are announced but a few."""
        if event_state.draws:
            return []
        announced = [each.key for each in event_state.entries if each.presence == Entry.Presence.ANNOUNCED]
        return [key for key in announced if Random(f"{self.crowd}:{key}").randrange(_ONE_ABSENT)]

    def _late_comer(self, round_: HallRound) -> None:
        """Let an announced person come after the round was published, if a table has room."""
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

    def _tell_results(self, event_state: EventState) -> int:
        """Enter the slips of tables that are being played, in no order; how many."""
        due = list(event_state.due)
        if not due:
            missing = event_state.verdict.missing
            raise EventStateConflict(missing[0] if missing else Text("Nothing can be played now."))
        self.lots.shuffle(due)
        entered = due[: self._part(len(rounds_of(event_state)[-1].playing))]
        slips = [self._slip(event_state, game) for game in entered]
        hall.enter_slips(slips=slips, **self._who())
        return len(slips)

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

    def _slip(self, event_state: EventState, game: NextGame) -> TableSlip:
        seating, rules = game.seating, event_state.event.rules_of(game.rules)
        needs_lines = boards_count(event_state.contest_without_results, game.number)
        takes_order_alone = len(seating.seats) < 2 or self.lots.randrange(_ONE_BY_LINES)
        if order_is_enough(seating, rules) and takes_order_alone and not needs_lines:
            order = list(seating.entrants)
            self.lots.shuffle(order)
            return TableSlip(game.number, Slip(order=tuple(order)))
        lines = {}
        for seat in seating.seats:
            for colour in seat.colours:
                home = self.lots.randrange(4)
                lines[colour] = PawnLine(home, 4 - home)
        return TableSlip(game.number, Slip(lines=lines))

    def _state(self) -> EventState:
        return EventState.of(self.event_id)

    def _who(self) -> dict[str, Any]:
        return {"event_id": self.event_id, "actor": self.actor, "now": self.clock()}


def _clock_due(event_state: EventState) -> str:
    """Return the round whose clock is to be started: one with a time limit in which no game has begun."""
    if not event_state.contest.settings.minutes:
        return ""
    published = (each for each in statuses_of(event_state) if each.state is RoundState.PUBLISHED)
    return next((each.subject for each in published), "")
