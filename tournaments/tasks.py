"""The tasks of the workers in production; what they do is done in ``webhooks``, ``rankings``, ``statistics``,
``forecasts``, ``transfer`` and ``rehearsals``.

Each takes more keywords than it knows, so that an older worker can run what a newer process asks for.
"""

from __future__ import annotations

import time
from typing import Any

from asgiref.sync import async_to_sync
from celery import group, shared_task
from django.utils import timezone

from tournaments.forecasts.queue import hand_out, on_their_way, work_on
from tournaments.forecasts.requests import ask_where_changed
from tournaments.rankings.store import redraw_what_is_due
from tournaments.rehearsals import work_due as play_what_is_due
from tournaments.statistics.update import count_due
from tournaments.transfer.result_import.long_lists import work_off as work_off_imports
from tournaments.webhooks import dispatch
from tournaments.webhooks.notify import wake

#: Parts of forecasts on their way to workers at once: enough for as many workers as one may have.
MOST_PARTS = 64
#: Whatever else is waiting goes before a part (the lower number is the more urgent one).
LEAST_URGENT = 9
#: So long a worker goes on with a result list.
IMPORTING_SECONDS = 10.0


@shared_task
def serve_webhook(*, webhook_id: int, **later: Any) -> None:
    async_to_sync(dispatch.serve)(webhook_id)


@shared_task
def sweep_webhooks(**later: Any) -> None:
    """Send all due messages: of boards, after failures, and those lost on the way here."""
    for webhook_id in dispatch.sweep(now=timezone.now()):
        wake(webhook_id=webhook_id)


@shared_task
def redraw_rankings(**later: Any) -> None:
    """Compute lists that have changed: other rules are in force, a day has come."""
    redraw_what_is_due(now=timezone.now())


@shared_task
def count_games(**later: Any) -> None:
    count_due(now=timezone.now())


@shared_task
def sweep_forecasts(**later: Any) -> None:
    """Order forecasts of what has changed, and hand out parts to be computed: also those that never came back.

    A group and not a chord: what a chord's last task would do, the part that comes last does with the row of
    its forecast. So nothing has to be stored at the broker, and no part that got lost there stops the others.
    """
    now = timezone.now()
    ask_where_changed(now=now)
    parts = hand_out(now=now, most=MOST_PARTS - on_their_way(now))
    group(work_on_forecast.s(part=part) for part in parts).apply_async(priority=LEAST_URGENT)


@shared_task
def work_on_forecast(*, part: int, **later: Any) -> None:
    work_on(part)


@shared_task
def work_on_imports(**later: Any) -> None:
    """Continue the long result lists that are due, for a limited time, so that other tasks get their turn."""
    until = time.monotonic() + IMPORTING_SECONDS
    work_off_imports(lambda: time.monotonic() < until)


@shared_task
def play_rehearsals(**later: Any) -> None:
    play_what_is_due(now=timezone.now())
