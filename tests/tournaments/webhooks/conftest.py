"""A receiver, webhooks that lead to it, and the time in the test's hand."""

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.db.models import F
from django.utils import timezone

from games.models import WorkClaim
from games.work.claims import take
from tests.tournaments.webhooks.receiving import Receiver
from tournaments.models import Delivery, Event, Webhook
from tournaments.models.webhook import OFFERED
from tournaments.webhooks import dispatch, services

ALL_KINDS = tuple(str(kind) for kind in OFFERED)


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
    """What is due so much later, each webhook once."""
    now = timezone.now() + after
    for claim in [each for _ in range(9) if (each := take(dispatch.WORK, now)) is not None]:
        claim.perform()


def kinds_put() -> list[str]:
    """What has been written down to be told, in order."""
    return list(Delivery.objects.order_by("pk").values_list("kind", flat=True))


def ping(webhook: Webhook) -> Delivery:
    return services.ping(webhook_id=webhook.pk, actor="test", now=timezone.now())


def pass_time(pause: timedelta) -> None:
    """Everything that waits for a time waits so much less."""
    for delivery in Delivery.objects.filter(state=Delivery.State.WAITING):
        Delivery.objects.filter(pk=delivery.pk).update(next_attempt_at=delivery.next_attempt_at - pause)
    WorkClaim.objects.update(claimed_until=F("claimed_until") - pause, next_at=F("next_at") - pause)
