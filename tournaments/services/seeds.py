"""Seeds of rounds: made before it is known who plays, their hashes public at once, themselves with the round."""

import secrets
from collections.abc import Sequence
from datetime import datetime
from hashlib import sha256

from tournaments.formats import is_round
from tournaments.formats.open.knockout import left_after
from tournaments.formats.open.rounds import colours_of_seats, number_of_round, round_subject
from tournaments.models import Event, RoundPlan
from tournaments.standings.rounds import people_at, seated_tables


def new_seed() -> str:
    return secrets.token_hex(16)


def hash_of(seed: str) -> str:
    """Return what is published of a seed beforehand: its SHA-256 in hexadecimal."""
    return sha256(seed.encode()).hexdigest()


def sealed_round(event: Event, actor: str, now: datetime) -> None:
    """Fix the seed of the round that comes next, where it is not fixed yet; the event's row is locked."""
    rounds = [draw for draw in event.draws.all() if is_round(draw.subject)]
    rounds.sort(key=lambda draw: number_of_round(draw.subject))
    if _comes_another(event, [draw.order for draw in rounds if not draw.annulled_why]):
        sealed_plan(event, round_subject(len(rounds) + 1), actor, now)


def _comes_another(event: Event, counted: Sequence[Sequence[str]]) -> bool:
    """Check whether a round follows these; in a knock-out as long as more than a table of people go on."""
    settings = event.format_settings
    if not settings.going_on:
        return len(counted) < settings.rounds
    if not counted:
        return True
    slots = len(colours_of_seats(event.rules_of(event.rules_name)))
    sizes = map(len, people_at(seated_tables(counted[-1], slots)))
    return left_after(settings.going_on, sizes) > min(settings.table_size, slots)


def sealed_plan(event: Event, subject: str, actor: str, now: datetime) -> RoundPlan:
    """Return the plan of a round, with a seed of its own where there was none; the event's row is locked."""
    seed = new_seed()
    plan, _ = RoundPlan.objects.get_or_create(
        event=event,
        subject=subject,
        defaults={
            "number": number_of_round(subject),
            "seed": seed,
            "seed_hash": hash_of(seed),
            "made_by": actor,
            "made_at": now,
        },
    )
    return plan


def seal_again(plan: RoundPlan, actor: str, now: datetime) -> None:
    """Give a plan another seed and forget what was planned: the one before is known by now."""
    plan.seed = new_seed()
    plan.seed_hash = hash_of(plan.seed)
    forget_plan(plan, actor, now)


def forget_plan(plan: RoundPlan, actor: str, now: datetime) -> None:
    """Forget what was planned; the seed stays, as its hash is known."""
    plan.order, plan.people, plan.changes = [], [], []
    plan.made_by, plan.made_at = actor, now
    plan.save()


def forget_drafts(event: Event, actor: str, now: datetime) -> None:
    """Forget all plans that are not published: a round on which they were built is not what it was."""
    published = {draw.subject for draw in event.draws.all()}
    for plan in event.round_plans.all():
        if plan.subject not in published and plan.order:
            forget_plan(plan, actor, now)
