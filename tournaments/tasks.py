"""The tasks of the workers in production; what they do is done in ``webhooks``, ``rankings`` and ``players``.

Each takes more keywords than it knows, so that an older worker can run what a newer process asks for.
"""

from __future__ import annotations

from typing import Any

from asgiref.sync import async_to_sync
from celery import shared_task
from django.utils import timezone

from tournaments.players.counting import count_due
from tournaments.rankings.storing import redraw_what_is_due
from tournaments.webhooks import sending
from tournaments.webhooks.waking import wake


@shared_task
def serve_webhook(*, webhook_id: int, **later: Any) -> None:
    """Send what is due to one webhook."""
    async_to_sync(sending.serve)(webhook_id)


@shared_task
def sweep_webhooks(**later: Any) -> None:
    """Have sent whatever is due: what the boards tell, what failed before, what got lost on the way here."""
    for webhook_id in sending.sweep(now=timezone.now()):
        wake(webhook_id=webhook_id)


@shared_task
def redraw_rankings(**later: Any) -> None:
    """Draw up the lists that read otherwise by now: an embargo has ended, other rules are in force."""
    redraw_what_is_due(now=timezone.now())


@shared_task
def count_games(**later: Any) -> None:
    """Count the games that have ended since, and rate their players."""
    count_due(now=timezone.now())
