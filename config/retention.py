"""What the site keeps for a while only: dropped in the background."""

from collections.abc import Callable, Iterator, Mapping
from datetime import datetime
from typing import Any

from django.contrib.sessions.models import Session
from django.db.models import QuerySet

from games.services.idempotency import old_answers
from games.work.claims import old_claims
from games.work.kinds import Due, Lane, Work
from tournaments.forecasts.queue import old_forecasts
from tournaments.transfer.result_import.long_lists import old_imports
from tournaments.webhooks.dispatch import old_deliveries

#: What is past its retention.
OLD: Mapping[str, Callable[[datetime], QuerySet[Any]]] = {
    "answers": old_answers,
    "claims": old_claims,
    "deliveries": old_deliveries,
    "forecasts": old_forecasts,
    "imports": old_imports,
    "sessions": lambda now: Session.objects.filter(expire_date__lt=now),
}


def _due(now: datetime) -> Iterator[Due]:
    for name, old in OLD.items():
        if old(now).exists():
            yield name, None


def _drop(key: str, now: datetime) -> None:
    OLD[key](now).delete()


WORK = Work("retention", Lane.AT_ONCE, 3600.0, _due, _drop, patience=None)
