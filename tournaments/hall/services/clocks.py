"""The clock of a round, one for the whole hall: started, paused, resumed, given more minutes.

Nothing happens by itself when the time is over: screens count by the clock of the table, and the boards left
are adjudicated on request (``results.adjudicate_left``).
"""

from dataclasses import replace
from datetime import datetime, timedelta

from django.db import transaction

from games.domain.clock import Clock, ClockAction
from rules import Text
from tournaments.db import refused
from tournaments.errors import EventStateConflict
from tournaments.hall.services.hall_event import locked_hall
from tournaments.models import Draw
from tournaments.player_refs import resolve_current
from tournaments.services.standings import refresh
from tournaments.standings.event_state import EventState
from tournaments.standings.rounds import round_of_subject, statuses_of

#: No round is longer than a day.
MOST_MINUTES = 24 * 60
#: What the desk can do to a clock; its limit is set by ``set_minutes`` and ``extend_clock``.
ACTIONS = (ClockAction.START, ClockAction.PAUSE, ClockAction.RESUME)


@transaction.atomic
def turn_clock(*, event_id: int, subject: str, action: ClockAction, actor: str, now: datetime) -> Draw:
    """Start, pause or resume the clock of a round. The same action again changes nothing.

    Raises ``EventStateConflict`` for what cannot be done to it now.
    """
    draw = _draw(event_id, subject)
    clock = draw.round_clock
    # Already as the action would have it: two desks pressed the same key.
    if clock.started and (clock.since is None) == (action is ClockAction.PAUSE):
        return draw
    if action not in clock.possible:
        possible = ", ".join(each for each in clock.possible if each in ACTIONS)
        raise EventStateConflict(Text("The clock can now: {possible}", possible=possible))
    return _save(draw, clock.after(action, now), now)


@transaction.atomic
def extend_clock(*, event_id: int, subject: str, minutes: int, actor: str, now: datetime) -> Draw:
    """Give a round more minutes, or fewer: a negative number."""
    draw = _draw(event_id, subject)
    clock = draw.round_clock
    if clock.limit is None:
        raise EventStateConflict(Text("The round has no time limit: set its minutes."))
    return _save(draw, replace(clock, limit=_limit(clock.limit // timedelta(minutes=1) + minutes)), now)


@transaction.atomic
def set_minutes(*, event_id: int, subject: str, minutes: int, actor: str, now: datetime) -> Draw:
    draw = _draw(event_id, subject)
    return _save(draw, replace(draw.round_clock, limit=_limit(minutes)), now)


@transaction.atomic
def pause_everything(*, event_id: int, actor: str, now: datetime) -> None:
    """Pause every clock that runs: a fire alarm."""
    event_state = EventState.load(locked_hall(event_id))
    running = {each.subject for each in statuses_of(event_state) if each.clock and each.clock.since}
    for draw in event_state.draws:
        if draw.subject in running:
            _save(draw, draw.round_clock.after(ClockAction.PAUSE, now), now)


def _draw(event_id: int, subject: str) -> Draw:
    """Lock the event and return the draw of a published round, with a clock of its planned minutes if it has none.

    Raises ``EventStateConflict`` once the time of the round is over.
    """
    event_state = EventState.load(locked_hall(event_id))
    draw = round_of_subject(event_state, subject).draw
    status = next(each for each in statuses_of(event_state) if each.subject == subject)
    if status.clock is None:
        raise EventStateConflict(
            Text("{name} is over, and its clock with it.", name=resolve_current(draw.name))
        )
    if draw.clock is None:
        draw.planned_minutes, draw.clock = status.planned_minutes, status.clock.as_json()
    return draw


def _limit(minutes: int) -> timedelta:
    if not 1 <= minutes <= MOST_MINUTES:
        raise refused("minutes", Text("1 to {most} minutes in all are possible", most=MOST_MINUTES))
    return timedelta(minutes=minutes)


def _save(draw: Draw, clock: Clock, now: datetime) -> Draw:
    draw.clock = clock.as_json()
    # Past the history, in which a key pressed is no line.
    Draw.objects.filter(pk=draw.pk).update(planned_minutes=draw.planned_minutes, clock=draw.clock)
    refresh(event_id=draw.event_id, now=now)
    return draw
