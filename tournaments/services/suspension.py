"""Suspending an event as a whole: interrupted and resumed, called off, closed."""

from datetime import datetime

from games.enums import GameState
from rules import Text
from tournaments.db import save_row
from tournaments.errors import EventStateConflict
from tournaments.models import Event
from tournaments.services.decision_log import reason_of, report
from tournaments.services.standings import changing
from tournaments.standings.event_state import EventState

#: The report's sentences about an event as a whole.
HELD = {
    Event.Hold.NONE: Text("the event goes on"),
    Event.Hold.INTERRUPTED: Text("the event is interrupted"),
    Event.Hold.CALLED_OFF: Text("the event is called off"),
    Event.Hold.CLOSED: Text("the event is closed"),
}


def suspend_event(*, event_id: int, hold: Event.Hold, reason: str, actor: str, now: datetime) -> Event:
    """Interrupt an event, let it go on, call it off, or close it; the reason is in its report.

    While an event is on hold no game of it begins; games that have begun are played on. Only an event that
    is decided can be closed; it can be opened again for a correction, with the reason.
    """
    with changing(event_id, now) as event:
        why = reason_of(reason)
        if event.hold == hold:
            raise EventStateConflict(Text("So it is already: {hold}.", hold=HELD[hold]))
        event_state = EventState.load(event)
        if hold is Event.Hold.CLOSED:
            _check_over(event_state)
        if hold is Event.Hold.CALLED_OFF and event_state.verdict.finished:
            raise EventStateConflict(event_state.verdict.finished.reason)
        event.hold = hold
        save_row(event, actor, why)
        report(event, HELD[hold], why, actor, now)
        return event


def _check_over(event_state: EventState) -> None:
    if not event_state.verdict.finished:
        raise EventStateConflict(Text("Not decided yet: {outlook}.", outlook=event_state.verdict.outlook))
    running = [played for played in event_state.games if played.game.state == GameState.RUNNING]
    if running:
        name = running[0].name
        raise EventStateConflict(Text("{name} is still being played.", name=name))


def check_goes_on(event: Event) -> None:
    """Raise ``EventStateConflict`` for an event that is on hold."""
    if event.hold != Event.Hold.NONE:
        said = HELD[Event.Hold(event.hold)]
        raise EventStateConflict(Text("No game begins: {said}.", said=said))
