"""Repairs of a round, planned or published: a person is absent, late, at the wrong seat, or has a wish.

As few people as possible move, tables whose game has begun stay as they are, and what it costs is shown before
(``consider_repair``) as it is afterwards. The reason stays with the plan of the round.
"""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from rules import Text, Verbatim
from tournaments import seating
from tournaments.db import refused, save_row
from tournaments.errors import EventStateConflict, FormatViolation
from tournaments.formats import came_through
from tournaments.models import Entry
from tournaments.services.decision_log import reason_of, report
from tournaments.services.hall.hall_event import Who, changing_hall, entries_meant
from tournaments.services.hall.people import check_has_place
from tournaments.services.hall.seats import order_of_round, person_of, standing_round
from tournaments.services.hall.seeds import forget_drafts, sealed_plan
from tournaments.standings.event_state import EventState
from tournaments.standings.hall import rounds_of

Presence = Entry.Presence


class MishapKind(StrEnum):
    """What has gone wrong, or is wished."""

    #: A person does not come: they are away, and their table is filled up or plays on.
    ABSENT = "absent"
    #: A person comes after the round was published.
    LATE = "late"
    #: Two people exchange their seats, or have done so.
    EXCHANGE = "exchange"
    #: A person is to sit at another table.
    TABLE = "table"
    #: Two people are not to sit together.
    APART = "apart"


@dataclass(frozen=True, slots=True)
class Mishap:
    """A mishap: what, who, and the other person or the table that it needs."""

    kind: MishapKind
    who: Who
    other: Who | None = None
    table: int | None = None


def consider_repair(event_state: EventState, subject: str, mishap: Mishap) -> seating.Repair:
    """Return how a round would be mended and what that costs; nothing is changed.

    Raises ``FormatViolation`` where it cannot be, ``BadRequest`` for missing people or tables.
    """
    here = standing_round(event_state, subject, order_of_round(event_state, subject))
    entry = _entry(event_state, mishap.who, "who")
    try:
        match mishap.kind:
            case MishapKind.ABSENT:
                return seating.remove(here, entry.key)
            case MishapKind.LATE:
                _check_came_through(event_state, entry)
                return seating.add(here, person_of(entry))
            case MishapKind.EXCHANGE:
                return seating.exchange(here, entry.key, _other(event_state, mishap).key)
            case MishapKind.TABLE:
                if mishap.table is None:
                    raise refused("table", Text("the number of a table is needed"))
                return seating.move_to_table(here, entry.key, mishap.table)
            case MishapKind.APART:
                return seating.separate(here, entry.key, _other(event_state, mishap).key)
    except seating.SeatingError as error:
        raise FormatViolation(_naming(event_state, error), field=error.field) from error


def _naming(event_state: EventState, error: seating.SeatingError) -> Text:
    about = next((entry for entry in event_state.entries if entry.key == error.person), None)
    if about is None:
        return error.message
    return error.message.filled(key=Verbatim(f"{about.number} {event_state.name(about)}"))


def _check_came_through(event_state: EventState, entry: Entry) -> None:
    """Raise ``FormatViolation`` for a person who is out of a knock-out, or came after its first round."""
    if entry.key in came_through(event_state.contest):
        return
    raise FormatViolation(
        Text("{name} has not come through the rounds before this one", name=event_state.name(entry)),
        field="who",
    )


def repair_round(
    *, event_id: int, subject: str, mishap: Mishap, reason: str, actor: str, now: datetime
) -> seating.Repair:
    """Mend a round as ``consider_repair`` returns; absent people become away, late ones present.

    Of the published rounds only the last can be mended. Raises as ``consider_repair`` does.
    """
    with changing_hall(event_id, now) as event:
        why = reason_of(reason)
        event_state = EventState.load(event)
        published = rounds_of(event_state)
        if any(each.subject == subject for each in published[:-1]):
            raise EventStateConflict(
                Text("Another round has been published since: this one stays as it was.")
            )
        found = consider_repair(event_state, subject, mishap)
        order = list(seating.order_of(found.round.tables))
        if mishap.kind == MishapKind.LATE:
            check_has_place(event, [_entry(event_state, mishap.who, "who")])
        plan = sealed_plan(event, subject, actor, now)
        change = {
            "kind": mishap.kind.value,
            "reason": why,
            "order": order,
            "made_by": actor,
            "made_at": now.isoformat(),
        }
        plan.changes = [*plan.changes, change]
        plan.save()
        _set_presence(_entry(event_state, mishap.who, "who"), mishap.kind, actor)
        draw = event.draws.filter(subject=subject).first()
        if draw is not None:
            draw.order = order
            save_row(draw, actor, why)
            report(event, Text("seats changed: {round}", round=draw.name), why, actor, now)
            forget_drafts(event, actor, now)
        return found


def _set_presence(entry: Entry, kind: MishapKind, actor: str) -> None:
    meant = {MishapKind.ABSENT: Presence.AWAY, MishapKind.LATE: Presence.PRESENT}.get(kind)
    if meant is not None and entry.presence != meant:
        entry.presence = meant
        save_row(entry, actor)


def _entry(event_state: EventState, who: Who, field: str) -> Entry:
    return entries_meant(event_state.event, [who], field)[0]


def _other(event_state: EventState, mishap: Mishap) -> Entry:
    if mishap.other is None:
        raise refused("other", Text("the other person is needed"))
    other = _entry(event_state, mishap.other, "other")
    if other == _entry(event_state, mishap.who, "who"):
        raise refused("other", Text("two different people are needed"))
    return other
