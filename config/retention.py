"""What the site keeps for a while only: dropped from time to time, by whoever runs the background."""

from __future__ import annotations

from datetime import datetime

from django.contrib.sessions.models import Session

from games.services.idempotency import prune_answers
from tournaments.forecasts.queue import prune_forecasts
from tournaments.transfer.result_import.long_lists import prune_imports
from tournaments.webhooks.dispatch import prune_deliveries


def tidy(*, now: datetime) -> int:
    """Drop what is older than it is kept for; how much it was."""
    return (
        prune_answers(now)
        + prune_deliveries(now=now)
        + prune_forecasts(now=now)
        + prune_imports(now=now)
        + prune_sessions(now=now)
    )


def prune_sessions(*, now: datetime) -> int:
    """Delete the sessions that have run out; return how many there were."""
    return Session.objects.filter(expire_date__lt=now).delete()[0]
