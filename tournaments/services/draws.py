"""Draws: from a published seed, by seed, by choice, or held at the table and typed in."""

import secrets
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime

from games.enums import GameState
from rules import Text
from tournaments.db import check_row, delete_row, reason_of, refused, report, save_row
from tournaments.errors import EventStateConflict
from tournaments.formats import DrawNeeded, DrawOutcome, draws
from tournaments.models import Draw, EventGame
from tournaments.player_refs import ref, resolve_current
from tournaments.services.seeds import seal_again
from tournaments.services.standings import changing
from tournaments.standings.event_state import EventState

#: Holds a draw: what is to be drawn in which event → the outcome.
Held = Callable[[DrawNeeded, EventState], DrawOutcome]


def draw_from_seed(*, event_id: int, actor: str, now: datetime, seed: str = "", subject: str = "") -> Draw:
    """Draw from a seed that was published beforehand; without one the program makes its own.

    It is stored and shown, so that anybody can draw again (``formats.draws``).
    """
    return _hold(event_id, subject, by_seed(seed), actor, now)


def by_seed(seed: str = "") -> Held:
    """Draw from this seed, or from a new one."""
    chosen = seed or secrets.token_hex(8)
    return lambda needed, _: draws.draw_from_seed(needed, chosen)


def draw_in_seed_order(*, event_id: int, actor: str, now: datetime, subject: str = "") -> Draw:
    """Draw in seed order: the highest seed gets the first place, and so on."""
    return _hold(
        event_id,
        subject,
        lambda needed, course: draws.draw_in_seed_order(needed, course.contest),
        actor,
        now,
    )


def draw_chosen(
    *, event_id: int, choices: Sequence[int], actor: str, now: datetime, subject: str = ""
) -> Draw:
    """Draw by choice in seed order: ``choices`` are the places taken, from 0; the last gets what is left."""
    return _hold(
        event_id,
        subject,
        lambda needed, course: draws.draw_chosen(needed, course.contest, choices),
        actor,
        now,
    )


def draw_by_hand(
    *, event_id: int, order: Sequence[str], actor: str, now: datetime, subject: str = ""
) -> Draw:
    """Record a draw held at the table: ``order`` are the keys in the order of the places."""
    return _hold(event_id, subject, lambda needed, _: draws.draw_by_hand(needed, order), actor, now)


def draw_by_throws(
    *, event_id: int, rounds: Sequence[Mapping[str, int]], actor: str, now: datetime, subject: str = ""
) -> Draw:
    """Draw by throws at the table: ``rounds`` are key → die; highest first, ties throw again."""
    return _hold(
        event_id,
        subject,
        lambda needed, course: draws.draw_by_rolls(
            needed, course.contest, rounds, course.event.rules.die_faces
        ),
        actor,
        now,
    )


def rests_on_draw(made_at: datetime, games: Iterable[EventGame]) -> EventGame | None:
    """Return a game that rests on a draw held at that moment, which is final then; ``None`` if there is none."""
    since = (each for each in games if each.game.created_at >= made_at)
    return next((each for each in since if each.game.state != GameState.ABANDONED), None)


def why_final(rests: EventGame) -> Text:
    return resolve_current(Text("The draw is final: {name} has begun since.", name=rests.name))


def void_draw(*, event_id: int, subject: str, reason: str, actor: str, now: datetime) -> None:
    """Void a draw, which is then to be held again, as long as no game has begun that rests on it."""
    with changing(event_id, now) as event:
        why = reason_of(reason)
        draw = event.draws.filter(subject=subject).first()
        if draw is None:
            known = ", ".join(event.draws.values_list("subject", flat=True)) or "–"
            raise refused("subject", Text("drawn are {known}", known=known))
        if rests := rests_on_draw(draw.made_at, event.games.select_related("game").order_by("number")):
            raise EventStateConflict(why_final(rests))
        delete_row(draw, actor, why)
        for plan in event.round_plans.filter(subject=subject):
            seal_again(plan, actor, now)
        report(event, Text("void, to be drawn again: {draw}", draw=draw.name), why, actor, now)


def _hold(event_id: int, subject: str, held: Held, actor: str, now: datetime) -> Draw:
    with changing(event_id, now) as event:
        return hold_draw(EventState.load(event), subject, held, actor, now)


def hold_draw(event_state: EventState, subject: str, held: Held, actor: str, now: datetime) -> Draw:
    """Hold a draw in an event that is locked, which the caller brings up to date."""
    needed = due_draw(event_state.calling(ref), subject)
    if needed is None:
        raise EventStateConflict(Text("Nothing is to be drawn now."))
    # Errors name people; what is stored has their ids.
    outcome = held(needed, event_state)
    draw = Draw(
        event=event_state.event,
        subject=needed.subject,
        name=needed.name,
        places=[place.as_json() for place in needed.places],
        order=list(outcome.order),
        method=outcome.method.value,
        published_seed=outcome.published_seed,
        throws=[dict(thrown) for thrown in outcome.throws],
        made_by=actor,
        made_at=now,
    )
    check_row(draw)
    save_row(draw, actor)
    return draw


def due_draw(event_state: EventState, subject: str) -> DrawNeeded | None:
    """Return the due draw of that subject, or the first one that is due; ``None`` if there is none.

    Raises ``EventStateConflict`` for what is missing before it.
    """
    verdict = event_state.verdict
    for needed in verdict.draws:
        if subject in ("", needed.subject):
            return needed
    if verdict.missing:
        raise EventStateConflict(
            Text("Before the draw: {missing}.", missing=resolve_current(verdict.missing[0]))
        )
    return None
