"""All kinds of work, in the order in which ``run_periodic`` does them: what others follow from is first.

The embedded server has a loop for each (``games.work.loops``), and a process beside it for those that are long
(``config.asgi_layers``). In production beat and bells have workers look for work (``config.tasks``).
"""

from collections.abc import Callable, Iterator, Mapping
from datetime import datetime
from typing import Any

from django.contrib.sessions.models import Session
from django.db.models import QuerySet

from config.backup import jobs as backups, second_copy
from config.watch import chain_check
from games.analysis import jobs as analyses
from games.chances import jobs as chances
from games.services.idempotency import old_answers
from games.work.claims import old_claims
from games.work.kinds import Due, Lane, Work
from tournaments.demo import rehearsals
from tournaments.files.result_import import long_lists
from tournaments.files.result_import.long_lists import old_imports
from tournaments.forecasts import queue as forecasts, requests
from tournaments.players import update as statistics
from tournaments.rankings import store as rankings
from tournaments.webhooks import dispatch
from tournaments.webhooks.dispatch import old_deliveries

#: What is past its retention.
OLD: Mapping[str, Callable[[datetime], QuerySet[Any]]] = {
    "answers": old_answers,
    "claims": old_claims,
    "deliveries": old_deliveries,
    "imports": old_imports,
    "sessions": lambda now: Session.objects.filter(expire_date__lt=now),
}


def _old_due(now: datetime) -> Iterator[Due]:
    for name, old in OLD.items():
        if old(now).exists():
            yield name, None


def _drop(key: str, now: datetime) -> None:
    OLD[key](now).delete()


RETENTION = Work("retention", Lane.AT_ONCE, 3600.0, _old_due, _drop, patience=None)


KINDS: Mapping[str, Work] = {
    work.kind: work
    for work in (
        rankings.WORK,
        dispatch.WORK,
        statistics.WORK,
        RETENTION,
        second_copy.WORK,
        backups.WORK,
        chain_check.WORK,
        requests.WORK,
        forecasts.WORK,
        long_lists.WORK,
        rehearsals.WORK,
        chances.WORK,
        analyses.WORK,
    )
}
LONG = [work for work in KINDS.values() if work.lane is Lane.LONG]
SHORT = [work for work in KINDS.values() if work.lane is not Lane.LONG]
