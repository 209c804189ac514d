"""Working every round out again: from its seed, from who was there and from what had been played before."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from rules import Text
from tournaments.errors import FormatViolation
from tournaments.formats import is_round
from tournaments.formats.open.rounds import table_size
from tournaments.models import Draw, Event, RoundPlan
from tournaments.services.hall.hall_event import check_hall
from tournaments.services.hall.rounds import searched
from tournaments.services.hall.seeds import hash_of
from tournaments.standings.event_state import EventState
from tournaments.standings.hall import HallRound, rounds_of


@dataclass(frozen=True, slots=True)
class CheckedRound:
    """A round and what was found: nothing is wrong where ``wrong`` is empty; ``changes`` are those made by hand."""

    subject: str
    wrong: tuple[Text, ...]
    changes: tuple[str, ...]


def verify_draws(event: Event) -> Iterator[CheckedRound]:
    """Check every published round, one after the other; each is searched for again."""
    check_hall(event)
    event_state = EventState.load(event)
    plans = {plan.subject: plan for plan in event.round_plans.all()}
    for round_ in rounds_of(event_state):
        plan = plans.get(round_.subject)
        wrong = tuple(_wrong(event_state, round_, plan))
        made = () if plan is None else tuple(f"{each['kind']}: {each['reason']}" for each in plan.changes)
        yield CheckedRound(round_.subject, wrong, made)


def _wrong(event_state: EventState, round_: HallRound, plan: RoundPlan | None) -> Iterator[Text]:
    draw = round_.draw
    if plan is None or not plan.order:
        if draw.method == Draw.Method.PUBLISHED_SEED and not draw.value.can_be_checked:
            yield Text("the draw does not follow from its seed")
        elif draw.method == Draw.Method.SEATING:
            yield Text("there is no plan of it")
        return
    if plan.seed != draw.published_seed:
        yield Text("the seed of the draw is not that of the plan")
    if hash_of(plan.seed) != plan.seed_hash:
        yield Text("the seed is not the one whose hash was published")
    if list(draw.order) != plan.seats:
        yield Text("the seats are neither those of the plan nor those of the last change")
    if not plan.people:
        return
    try:
        again = searched(event_state, round_.subject, plan.people, plan.rounds, plan.seed)
    except FormatViolation as error:
        yield error.message
        return
    if again.order != plan.order:
        yield Text("seed, people and rounds before lead to other seats")


def exported_draws(event: Event) -> dict[str, Any]:
    """Return everything about the rounds that a check by another program needs.

    ``docs/examples/verify_draw.py`` is one. Names are not in it: keys stand for people.
    """
    check_hall(event)
    event_state = EventState.load(event)
    plans = {plan.subject: plan for plan in event.round_plans.all()}
    rounds = [each for each in rounds_of(event_state) if is_round(each.subject)]
    teams = {entry.key: entry.team for entry in event_state.entries}
    return {
        "event": event.slug,
        "size": table_size(event_state.contest),
        "seed": ", ".join(each.draw.published_seed for each in rounds),
        "rounds": [_exported(each, plans.get(each.subject), teams) for each in rounds],
    }


def _exported(round_: HallRound, plan: RoundPlan | None, teams: Mapping[str, str]) -> dict[str, Any]:
    return {
        "name": round_.subject,
        "tables": [
            [
                {"key": seat.entrant, "team": teams[seat.entrant], "colour": " ".join(seat.colours)}
                for seat in table.seating.seats
            ]
            for table in round_.stage.tables
        ],
        "first_game": round_.stage.first,
        "seed": round_.draw.published_seed,
        "seed_hash": plan.seed_hash if plan else "",
        "people": plan.people if plan else [],
        "rounds_planned": plan.rounds if plan else 1,
        "changes": [
            {"kind": each["kind"], "reason": each["reason"]} for each in (plan.changes if plan else [])
        ],
    }
