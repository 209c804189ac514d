"""The current seats of a round, planned or published, and their repairs: a person is absent, late, or has a wish.

As few people as possible move, tables whose game has begun stay as they are, and what it costs is shown before
(``consider_repair``) as it is afterwards. The reason stays with the plan of the round.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from rules import Text, Verbatim
from tournaments import seating
from tournaments.db import reason_of, refused, report, save_row
from tournaments.errors import EventStateConflict, FormatViolation
from tournaments.formats import came_through, is_round
from tournaments.formats.open.rounds import table_size
from tournaments.hall.services.hall_event import Who, changing_hall, entries_meant
from tournaments.hall.services.people import check_has_place
from tournaments.models import Entry
from tournaments.services.seeds import forget_drafts, sealed_plan
from tournaments.standings.event_state import EventState, is_played
from tournaments.standings.rounds import (
    HallRound,
    rounds_before,
    rounds_of,
    seated_tables,
    slots_of,
)


def standing_round(event_state: EventState, subject: str, order: Sequence[str]) -> seating.PublishedRound:
    """Return a round with this order beside those before it; tables whose game has begun stay as they are."""
    begun = {game.number for game in event_state.games if is_played(game)}
    entered = frozenset(
        number - each.stage.first + 1
        for each in rounds_of(event_state)
        if each.subject == subject
        for number in each.numbers
        if number in begun
    )
    return seating.PublishedRound(
        tables=seated_tables(order, slots_of(event_state)),
        size=table_size(event_state.contest),
        played=tuple(each.seated for each in rounds_before(event_state, subject)),
        people={entry.key: person_of(entry) for entry in event_state.entries},
        entered=entered,
    )


def person_of(entry: Entry) -> seating.Participant:
    wishes = entry.wishes
    return seating.Participant(
        entry.key, entry.team, wishes.get("table"), frozenset(wishes.get("never_with", ()))
    )


def order_of_round(event_state: EventState, subject: str) -> list[str]:
    """Return the current order of a round, published or planned. Raises ``BadRequest`` where there is none."""
    for draw in event_state.draws:
        if draw.subject == subject:
            return list(draw.order)
    plan = event_state.event.round_plans.filter(subject=subject).first()
    if plan is None or not plan.order:
        raise refused("round", Text("there is no plan of this round"))
    return list(plan.seats)


@dataclass(frozen=True, slots=True)
class WithoutSeat:
    """The round that is published, and who is there, has no seat in it and could still get one."""

    round: HallRound
    people: tuple[Entry, ...]


def people_without_seat(event_state: EventState) -> WithoutSeat | None:
    """Return who has come since the last round was published; ``None`` where there is none, or it is full."""
    published = rounds_of(event_state)
    round_ = published[-1] if published else None
    if (
        round_ is None
        or not is_round(round_.subject)
        or not round_.stage.open_tables(event_state.with_result)
    ):
        return None
    meant, seated = came_through(event_state.contest), set(round_.draw.order)
    people = tuple(
        entry
        for entry in event_state.entries
        if entry.presence == Entry.Presence.PRESENT and entry.key in meant and entry.key not in seated
    )
    here = standing_round(event_state, round_.subject, round_.draw.order)
    return WithoutSeat(round_, people) if people and seating.has_room(here) else None


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
                if entry.key not in came_through(event_state.contest):
                    out = Text(
                        "{name} has not come through the rounds before this one", name=event_state.name(entry)
                    )
                    raise FormatViolation(out, field="who")
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
    about = event_state.by_key.get(error.person)
    if about is None:
        return error.message
    return error.message.filled(key=Verbatim(event_state.numbered(about)))


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
        entry = _entry(event_state, mishap.who, "who")
        meant = {MishapKind.ABSENT: Presence.AWAY, MishapKind.LATE: Presence.PRESENT}.get(mishap.kind)
        if meant is not None and entry.presence != meant:
            entry.presence = meant
            save_row(entry, actor)
        draw = event.draws.filter(subject=subject).first()
        if draw is not None:
            draw.order = order
            save_row(draw, actor, why)
            report(event, Text("seats changed: {round}", round=draw.name), why, actor, now)
            forget_drafts(event, actor, now)
        return found


def _entry(event_state: EventState, who: Who, field: str) -> Entry:
    return entries_meant(event_state.event, [who], field)[0]


def _other(event_state: EventState, mishap: Mishap) -> Entry:
    if mishap.other is None:
        raise refused("other", Text("the other person is needed"))
    other = _entry(event_state, mishap.other, "other")
    if other == _entry(event_state, mishap.who, "who"):
        raise refused("other", Text("two different people are needed"))
    return other
