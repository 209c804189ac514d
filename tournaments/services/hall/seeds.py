"""Seeds of rounds: made before it is known who plays, their hashes public at once, themselves with the round."""

from __future__ import annotations

import secrets
from datetime import datetime
from hashlib import sha256

from tournaments.formats.open.rounds import is_round, number_of_round, round_subject
from tournaments.models import Event, RoundPlan


def new_seed() -> str:
    """Return a seed that nobody can guess."""
    return secrets.token_hex(16)


def hash_of(seed: str) -> str:
    """Return what is published of a seed beforehand: its SHA-256 in hexadecimal."""
    return sha256(seed.encode()).hexdigest()


def sealed_round(event: Event, actor: str, now: datetime) -> None:
    """Fix the seed of the round that comes next, where it is not fixed yet; the event's row is locked."""
    drawn = [draw for draw in event.draws.all() if is_round(draw.subject)]
    counted = [draw for draw in drawn if not draw.annulled_why]
    if len(counted) < event.format.settings.read(event.settings).rounds:
        sealed_plan(event, round_subject(len(drawn) + 1), actor, now)


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


def seal_anew(plan: RoundPlan, actor: str, now: datetime) -> None:
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
