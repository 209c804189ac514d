"""A receiver, webhooks that lead to it, and the time in the test's hand."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from typing import Any

import pytest
from asgiref.sync import async_to_sync
from django.utils import timezone

from tests.tournaments.webhooks.receiving import Receiver
from tournaments.models import Delivery, Event, Webhook
from tournaments.models.webhook import OFFERED
from tournaments.webhooks import dispatch, services

ALL_KINDS = tuple(str(kind) for kind in OFFERED)
Subscribed = Callable[..., Webhook]


@pytest.fixture
def receiver(settings: Any) -> Iterator[Receiver]:
    """A receiver on this machine, which may be sent to."""
    settings.WEBHOOKS_TO_PRIVATE_ADDRESSES = True
    with Receiver() as receiver:
        yield receiver


@pytest.fixture
def webhook(receiver: Receiver, cup: Event) -> Webhook:
    """The receiver is told everything of the cup."""
    return subscribed(cup, receiver.url)


def subscribed(event: Event, url: str, *kinds: str) -> Webhook:
    return services.subscribe(
        event_id=event.pk, url=url, kinds=list(kinds or ALL_KINDS), actor="test", now=timezone.now()
    )


def send_all(after: timedelta = timedelta()) -> None:
    """What a sweep so much later does, waited for."""
    for webhook_id in dispatch.sweep(now=timezone.now() + after):
        async_to_sync(dispatch.serve)(webhook_id)


def kinds_put() -> list[str]:
    """What has been written down to be told, in order."""
    return list(Delivery.objects.order_by("pk").values_list("kind", flat=True))


def ping(webhook: Webhook) -> Delivery:
    return services.ping(webhook_id=webhook.pk, actor="test", now=timezone.now())


def pass_time(pause: timedelta) -> None:
    """Everything that waits for a time waits so much less."""
    for delivery in Delivery.objects.filter(state=Delivery.State.WAITING):
        Delivery.objects.filter(pk=delivery.pk).update(next_attempt_at=delivery.next_attempt_at - pause)
    for webhook in Webhook.objects.exclude(busy_until=None):
        assert isinstance(webhook.busy_until, datetime)
        Webhook.objects.filter(pk=webhook.pk).update(busy_until=webhook.busy_until - pause)
