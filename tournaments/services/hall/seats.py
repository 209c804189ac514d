"""The current seats of a round, planned or published, as the seating engine mends them."""

from collections.abc import Sequence
from dataclasses import dataclass

from rules import Text
from tournaments import seating
from tournaments.db import refused
from tournaments.formats import came_through, is_round
from tournaments.formats.open.rounds import table_size
from tournaments.models import Entry
from tournaments.standings.event_state import EventState, is_played
from tournaments.standings.hall import HallRound, rounds_before, rounds_of, seated_tables, slots_of


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
