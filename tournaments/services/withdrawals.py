"""Withdrawing players from an event that is being played ([T12])."""

from datetime import datetime

from django.db import transaction

from rules import Text
from tournaments.db import locked, refused, save_row
from tournaments.errors import EventStateConflict, FormatViolation
from tournaments.models import Entry
from tournaments.player_refs import ref
from tournaments.services.decision_log import reason_of, report
from tournaments.services.hall.people import leave
from tournaments.services.standings import refresh
from tournaments.standings.event_state import EventState


@transaction.atomic
def withdraw_entry(*, event_id: int, key: str, reason: str, actor: str, now: datetime) -> Entry:
    """Withdraw a player for good: struck from a League, or their unplayed games forfeited, by its settings [T12].

    People who leave a hall are not seated any more, and their results stay. Before the draw an entry is taken
    back instead (``entries.withdraw``). In the other formats a game that a player does not play is forfeited
    (``forfeits.forfeit``).
    """
    event, why = locked(event_id), reason_of(reason)
    if event.format.seats_a_hall:
        return leave(event_id=event_id, who=key, reason=why, actor=actor, now=now)
    event_state = EventState.load(event)
    entry = next((each for each in event_state.entries if each.key == key), None)
    if entry is None:
        known = ", ".join(each.key for each in event_state.entries)
        raise refused("key", Text("entered are {known}", known=known))
    _check(event_state, entry)
    entry.left_after = len(event_state.contest.results)
    save_row(entry, actor, why)
    name = ref(entry.player)
    said = Text("{name} leaves after {left_after} games", name=name, left_after=entry.left_after)
    report(event, said, why, actor, now)
    refresh(event_id=event.pk, now=now)
    return entry


def _check(event_state: EventState, entry: Entry) -> None:
    format, name = event_state.event.format, entry.player.shown_as
    if not format.players_may_leave:
        raise FormatViolation(
            Text(
                "key: in a {format} nobody is struck; a game that somebody does not play is forfeited [T12]",
                format=format.name,
            ),
            field="key",
        )
    if entry.left_after is not None:
        raise EventStateConflict(Text("{name} has left already.", name=name))
    if not event_state.draws:
        raise EventStateConflict(Text("Nothing has been drawn yet: take the entry back instead."))
    if event_state.verdict.finished:
        raise EventStateConflict(event_state.verdict.finished.reason)
