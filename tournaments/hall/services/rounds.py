"""Rounds of a hall: planned, changed by hand, published, taken back, annulled, closed, and checked.

A plan is a draft that only the desk sees. Published it is a draw like any other, which anybody can work out again from
the seed, from who was there and from what had been played (``verify_draws``).
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import transaction

from rules import Text
from tournaments import seating
from tournaments.db import check_row, delete_row, reason_of, refused, report, save_row
from tournaments.errors import EventStateConflict, FormatViolation
from tournaments.formats import DrawMethod, DrawNeeded, draws, is_round
from tournaments.formats.open.rounds import seating_wanted, table_size, table_sizes
from tournaments.formats.open.settings import POTS
from tournaments.hall.services.hall_event import changing_hall, check_hall, locked_hall
from tournaments.hall.services.seats import standing_round
from tournaments.models import Draw, Event, RoundPlan
from tournaments.player_refs import ref, resolve_current
from tournaments.services.draws import due_draw
from tournaments.services.seeds import (
    forget_drafts,
    forget_plan,
    hash_of,
    seal_again,
    sealed_plan,
    sealed_round,
)
from tournaments.standings.event_state import EventState, is_played
from tournaments.standings.rounds import (
    HallRound,
    round_of_subject,
    rounds_before,
    rounds_of,
    slots_of,
)


@dataclass(frozen=True, slots=True)
class PlannedSeats:
    """A round as it is planned: its name, its row, its tables, what it costs, what is proved of it.

    ``proof`` is a sentence; ``None`` for finals, whose players follow from the table, and once it was changed.
    """

    name: Text
    plan: RoundPlan
    tables: tuple[tuple[str, ...], ...]
    cost: seating.Cost
    proof: Text | None = None


def plan_round(*, event_id: int, actor: str, now: datetime, subject: str = "") -> PlannedSeats:
    """Plan the round that is due, or that of the subject, from who is present and what was really played.

    It replaces the earlier plan; the same people and the same seed give the same tables. Nothing is locked during the
    search for seats. Raises ``EventStateConflict`` if no round is due, ``FormatViolation`` if the wishes cannot be
    met.
    """
    event_state = EventState.of(event_id)
    check_hall(event_state.event)
    needed = _needed(event_state, subject)
    with transaction.atomic():
        seed = sealed_plan(locked_hall(event_id), needed.subject, actor, now).seed
    made = _planned(event_state, needed, seed)
    with transaction.atomic():
        event = locked_hall(event_id)
        if event.draws.filter(subject=needed.subject).exists():
            raise EventStateConflict(Text("{name} is published already.", name=resolve_current(needed.name)))
        plan = sealed_plan(event, needed.subject, actor, now)
        if plan.seed != seed:
            raise EventStateConflict(Text("The round was planned anew at another desk: look at that plan."))
        plan.order, plan.people, plan.rounds, plan.changes = made.order, made.people, made.rounds, []
        plan.made_by, plan.made_at = actor, now
        plan.save()
    here = standing_round(event_state, plan.subject, plan.seats)
    return PlannedSeats(needed.name, plan, here.tables, here.cost(), made.proof)


def publish_round(*, event_id: int, subject: str, actor: str, now: datetime) -> Draw:
    """Publish the plan of a round as its draw, with its seed; the seed of the next round is fixed.

    Raises ``EventStateConflict`` where the people who are there are no longer those of the plan: plan again.
    """
    with changing_hall(event_id, now) as event:
        event_state = EventState.load(event)
        needed = _needed(event_state.calling(ref), subject)
        plan = event.round_plans.filter(subject=needed.subject).first()
        if plan is None or not plan.order:
            raise EventStateConflict(Text("Plan the round first."))
        if people := come_or_gone(event_state, needed, plan):
            raise EventStateConflict(
                Text(
                    "Since the plan was made, people have come or gone: {who}. Plan the round anew.",
                    who=", ".join(people[:5]),
                )
            )
        # Where equals meet [T22], no result has come or changed since the plan.
        planned = {each["key"]: each["score"] for each in plan.people if "score" in each}
        standing = _scores(event_state)
        if any(standing.get(key) != score for key, score in planned.items()):
            raise EventStateConflict(
                Text(
                    "Since the plan was made, the table has changed, and equals are to meet. Plan the round anew."
                )
            )
        draw = Draw(
            event=event,
            subject=needed.subject,
            name=needed.name,
            places=[],
            order=plan.seats,
            method=(DrawMethod.SEATING if is_round(needed.subject) else DrawMethod.PUBLISHED_SEED).value,
            published_seed=plan.seed,
            made_by=actor,
            made_at=now,
        )
        check_row(draw)
        save_row(draw, actor)
        sealed_round(event, actor, now)
        return draw


@transaction.atomic
def discard_plan(*, event_id: int, subject: str, actor: str, now: datetime) -> None:
    """Delete an unpublished plan; its seed stays, as its hash is known."""
    event = locked_hall(event_id)
    plan = event.round_plans.filter(subject=subject).first()
    if plan is None or event.draws.filter(subject=subject).exists():
        raise refused("round", Text("only a plan that is not published can be thrown away"))
    forget_plan(plan, actor, now)


def withdraw_round(*, event_id: int, subject: str, reason: str, actor: str, now: datetime) -> Draw:
    """Take a published round back before its first game has begun; it is drawn again, from another seed."""
    with changing_hall(event_id, now) as event:
        why = reason_of(reason)
        event_state = EventState.load(event)
        round_ = round_of_subject(event_state, subject)
        last = rounds_of(event_state)[-1]
        # The numbers of later games would move; finals have fixed ones.
        if last.subject != round_.subject and is_round(round_.subject):
            raise EventStateConflict(
                Text("{name} is drawn already: withdraw that first.", name=resolve_current(last.draw.name))
            )
        begun = [each for each in event_state.games if each.number in round_.numbers and is_played(each)]
        if begun:
            name = resolve_current(begun[0].name)
            raise EventStateConflict(
                Text("{name} has begun: annul the round instead, or repair it.", name=name)
            )
        plan = event.round_plans.filter(subject=subject).first()
        if plan is not None:
            seal_again(plan, actor, now)
        event.result_claims.filter(number__in=round_.numbers).delete()
        delete_row(round_.draw, actor, why)
        forget_drafts(event, actor, now)
        report(event, Text("withdrawn, to be drawn anew: {round}", round=round_.draw.name), why, actor, now)
        return round_.draw


def annul_round(*, event_id: int, subject: str, reason: str, actor: str, now: datetime) -> Draw:
    """Annul a whole round: its results do not count, what was played stays, and a round is played instead."""
    with changing_hall(event_id, now) as event:
        why = reason_of(reason)
        draw = round_of_subject(EventState.load(event), subject).draw
        if draw.annulled_why:
            raise EventStateConflict(Text("{name} is annulled already.", name=resolve_current(draw.name)))
        draw.annulled_why = why
        save_row(draw, actor, why)
        report(event, Text("annulled: {round}", round=draw.name), why, actor, now)
        forget_drafts(event, actor, now)
        sealed_round(event, actor, now)
        return draw


def close_round(*, event_id: int, subject: str, reason: str, actor: str, now: datetime) -> Draw:
    """Stop waiting for tables of a round that have no result, with a reason; the next round can be drawn."""
    with changing_hall(event_id, now) as event:
        why = reason_of(reason)
        draw = round_of_subject(EventState.load(event), subject).draw
        if draw.closed_at is not None:
            raise EventStateConflict(Text("{name} is closed already.", name=resolve_current(draw.name)))
        draw.closed_at = now
        save_row(draw, actor, why)
        report(event, Text("closed without all results: {round}", round=draw.name), why, actor, now)
        return draw


def reopen_round(*, event_id: int, subject: str, actor: str, now: datetime) -> Draw:
    """Wait for the tables of a closed round again."""
    with changing_hall(event_id, now) as event:
        draw = round_of_subject(EventState.load(event), subject).draw
        if draw.closed_at is None:
            raise EventStateConflict(Text("{name} is not closed.", name=resolve_current(draw.name)))
        draw.closed_at = None
        save_row(draw, actor)
        return draw


# -- input of the engine -----------------------------------------------------------------------------


def problem_of(
    event_state: EventState, subject: str, people: Sequence[dict[str, Any]], rounds: int, seed: str
) -> seating.SeatingProblem:
    """Return the input of the seating engine for a round: ``people`` as they were, and the rounds before it."""
    wanted = seating_wanted(event_state.contest)
    scores = {each["key"]: each["score"] for each in people if "score" in each}
    return seating.SeatingProblem(
        people=tuple(
            seating.Participant(
                each["key"],
                each.get("team", ""),
                each.get("table"),
                frozenset(each.get("never_with", ())),
            )
            for each in people
        ),
        size=wanted.size,
        rounds=rounds,
        seed=seed,
        played=tuple(each.people for each in rounds_before(event_state, subject)),
        teams_apart=wanted.teams_apart or event_state.contest.settings.meet == POTS,
        scores=scores or None,
    )


@dataclass(frozen=True, slots=True)
class SearchedSeats:
    """What came out of the search."""

    order: list[str]
    people: list[dict[str, Any]]
    rounds: int
    proof: Text | None


def _planned(event_state: EventState, needed: DrawNeeded, seed: str) -> SearchedSeats:
    if not is_round(needed.subject):
        return SearchedSeats(list(draws.draw_from_seed(needed, seed).order), [], 1, None)
    people = _people(event_state, needed)
    counted = [each for each in rounds_before(event_state, needed.subject) if not each.stage.is_annulled]
    settings = event_state.contest.settings
    # Of one round only it is known who plays on in a knock-out, or who is in which pot.
    rounds = 1 if settings.going_on or settings.meet == POTS else max(1, settings.rounds - len(counted))
    return searched(event_state, needed.subject, people, rounds, seed)


def searched(
    event_state: EventState, subject: str, people: Sequence[dict[str, Any]], rounds: int, seed: str
) -> SearchedSeats:
    """Search the seats of a round. Raises ``FormatViolation`` where it cannot be held so."""
    try:
        found = seating.plan(problem_of(event_state, subject, people, rounds, seed))
        before = [each.seated for each in rounds_before(event_state, subject)]
        seated = seating.seat(found.rounds, slots_of(event_state), before)
    except seating.SeatingError as error:
        raise FormatViolation(error.message, field=error.field) from error
    return SearchedSeats(list(seating.order_of(seated[0])), list(people), rounds, found.proof)


def _people(event_state: EventState, needed: DrawNeeded) -> list[dict[str, Any]]:
    """Describe who is seated, as the search needs them: key, and what else there is of team, wishes and score."""
    entries = event_state.by_key
    scores = _scores(event_state)
    teams = _pots(event_state, needed) or {key: entry.team for key, entry in entries.items()}
    return [
        {
            "key": key,
            **({"team": team} if (team := teams[key]) else {}),
            **entries[key].wishes,
            **({"score": scores[key]} if key in scores else {}),
        }
        for key in needed.items
    ]


def _scores(event_state: EventState) -> dict[str, int]:
    """Return the place of each person in the table so far, where equals meet [T22]; equal ones have the same."""
    if not seating_wanted(event_state.contest).equals_meet:
        return {}
    rows = event_state.verdict.standings.rows
    figures = sorted({row.main for row in rows})
    return {row.entrant: figures.index(row.main) for row in rows}


def _pots(event_state: EventState, needed: DrawNeeded) -> dict[str, str]:
    """Return the pot of each person [T24], the best in the first: one of each at every table, as team-mates are."""
    if event_state.contest.settings.meet != POTS:
        return {}
    best_first = [row.entrant for row in event_state.verdict.standings.rows if row.entrant in needed.items]
    tables = len(table_sizes(len(best_first), seating_wanted(event_state.contest).size))
    return {key: f"pot {at // tables + 1}" for at, key in enumerate(best_first)}


# -- checks ----------------------------------------------------------------------------------------


def _needed(event_state: EventState, subject: str) -> DrawNeeded:
    """Return the round or final that is due. Raises ``EventStateConflict`` with what is due first."""
    if needed := due_draw(event_state, subject):
        return needed
    verdict = event_state.verdict
    if verdict.finished:
        raise EventStateConflict(resolve_current(verdict.finished.reason))
    if verdict.draws:
        raise EventStateConflict(Text("draw first: {name}", name=resolve_current(verdict.draws[0].name)))
    raise EventStateConflict(
        Text("{left} tables have no result yet; enter them, or close the round", left=len(verdict.next_games))
    )


def come_or_gone(event_state: EventState, needed: DrawNeeded, plan: RoundPlan) -> list[str]:
    """Return the names of those who have come or gone since the round was planned."""
    planned = {key for key in plan.seats if key}
    names = event_state.names
    return sorted(names.get(key, key) for key in planned ^ set(needed.items))


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
