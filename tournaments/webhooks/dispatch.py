"""Sending what waits: one message of a webhook after the other, the oldest first, as often as it takes.

A sender takes the webhook for as long as one attempt can last, then sends, then notes what came of it; no
transaction is open meanwhile. Whoever is killed in between leaves it taken until that time is over; then the
message is sent again under the same id. Any number of senders may do this at once.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from random import uniform

import orjson
from asgiref.sync import async_to_sync, sync_to_async
from django.db import transaction
from django.db.models import Count, Min, Q, QuerySet
from django.utils import timezone

from tournaments import webhook_signing
from tournaments.db import save_row
from tournaments.models import Delivery, Webhook
from tournaments.webhooks import chats
from tournaments.webhooks.http import DeliveryResult, post

WAITING = Delivery.State.WAITING
#: How long is waited after the first attempt, the second, …; after the last one a delivery is given up.
PAUSES = (
    timedelta(seconds=5),
    timedelta(seconds=30),
    timedelta(minutes=2),
    timedelta(minutes=10),
    timedelta(hours=1),
    timedelta(hours=6),
    timedelta(hours=24),
)
#: A pause is longer by up to this part of it, so that not everything comes back at the same moment.
JITTER = 0.1
#: Longer than any attempt can last.
TAKEN = timedelta(seconds=60)
#: Messages that one sender sends to a webhook before others have their turn.
MOST_IN_TURN = 50
#: The receiver says that this address is no more.
GONE = 410
#: The receiver says that it was told too much; it is believed for how long it wants to be left alone, within bounds.
TOO_MANY = 429
LEAST_ALONE, MOST_ALONE = timedelta(seconds=1), timedelta(hours=1)
#: So long a message waits for that, however often it was tried.
LONGEST_ALONE = timedelta(days=1)
#: For how long the log keeps what is done with.
KEPT = timedelta(days=30)
_NOTED = (
    "state",
    "next_attempt_at",
    "delivered_at",
    "last_status",
    "last_error",
    "last_answer",
)


@dataclass(frozen=True, slots=True)
class _Attempt:
    """A message that is being sent, by whom nobody else sends to this webhook."""

    delivery: Delivery
    webhook: Webhook
    url: str
    body: str
    headers: dict[str, str]
    #: A part of the address that nobody may read.
    hidden: str = ""


def sweep(*, now: datetime) -> list[int]:
    """Return the webhooks to which something is to be sent now."""
    idle = _waiting(now).filter(Q(webhook__busy_until=None) | Q(webhook__busy_until__lte=now))
    return list(idle.order_by("webhook").values_list("webhook", flat=True).distinct())


def send_due(*, now: datetime) -> int:
    """Send to all webhooks to which something is due, side by side, and wait for it; how many there were."""
    webhooks = sweep(now=now)
    async_to_sync(_serve_all)(webhooks)
    return len(webhooks)


async def _serve_all(webhooks: Iterable[int]) -> None:
    await asyncio.gather(*map(serve, webhooks))


async def serve(webhook_id: int) -> None:
    """Send to a webhook until nothing is due, or an attempt fails: then others have their turn."""
    for _ in range(MOST_IN_TURN):
        if not await send_next(webhook_id=webhook_id):
            return


async def send_next(*, webhook_id: int) -> bool:
    """Send the oldest message that is due to a webhook; whether there was one and it has arrived."""
    attempt = await sync_to_async(_begun)(webhook_id, timezone.now())
    if attempt is None:
        return False
    outcome = await post(url=attempt.url, body=attempt.body, headers=attempt.headers, hidden=attempt.hidden)
    await sync_to_async(_note)(attempt, outcome, timezone.now())
    return outcome.accepted


def prune_deliveries(*, now: datetime) -> int:
    """Drop from the log what was done with long ago; how much it was."""
    return Delivery.objects.filter(created_at__lt=now - KEPT).exclude(state=WAITING).delete()[0]


def backlog(now: datetime) -> tuple[int, datetime | None]:
    """Return how many messages are due, and since when the oldest is."""
    found = _waiting(now).aggregate(due=Count("pk"), since=Min("next_attempt_at"))
    return found["due"], found["since"]


def _waiting(now: datetime) -> QuerySet[Delivery]:
    """What is due."""
    return Delivery.objects.filter(state=WAITING, next_attempt_at__lte=now, webhook__active=True)


@transaction.atomic
def _begun(webhook_id: int, now: datetime) -> _Attempt | None:
    """Take the webhook and the oldest message that is due to it; None where there is none or it is taken."""
    # Not FOR UPDATE: deliveries that are being written elsewhere refer to the webhook and must not wait.
    webhook = Webhook.objects.select_for_update(no_key=True, of=("self",)).filter(pk=webhook_id).first()
    if webhook is None or (webhook.busy_until is not None and webhook.busy_until > now):
        return None
    delivery = _waiting(now).filter(webhook=webhook).order_by("pk").first()
    if delivery is None:
        return None
    webhook.busy_until = now + TAKEN
    Webhook.objects.filter(pk=webhook.pk).update(busy_until=webhook.busy_until)
    delivery.attempts += 1
    delivery.save(update_fields=["attempts"])
    return _to_chat(delivery, webhook) if webhook.is_chat else _signed(delivery, webhook, now)


def _to_chat(delivery: Delivery, webhook: Webhook) -> _Attempt:
    text: str = orjson.loads(delivery.body)["text"]
    body = chats.body(webhook, text)
    return _Attempt(delivery, webhook, chats.address(webhook), body, {}, hidden=webhook.secret)


def _signed(delivery: Delivery, webhook: Webhook, now: datetime) -> _Attempt:
    signers = [webhook.secret]
    if webhook.previous_until is not None and now < webhook.previous_until:
        signers.append(webhook.previous_secret)
    signed = webhook_signing.headers(
        message_id=str(delivery.uuid), now=now, body=delivery.body, signers=signers
    )
    return _Attempt(delivery, webhook, webhook.url, delivery.body, signed)


@transaction.atomic
def _note(attempt: _Attempt, outcome: DeliveryResult, now: datetime) -> None:
    """What came of an attempt; nothing is noted if it took so long that another one has begun."""
    taken = Webhook.objects.filter(pk=attempt.webhook.pk, busy_until=attempt.webhook.busy_until)
    left_alone = _left_alone(outcome)
    if not taken.update(busy_until=None if left_alone is None else now + left_alone):
        return
    delivery = attempt.delivery
    delivery.last_status = outcome.status
    delivery.last_answer = outcome.answer
    delivery.last_error = outcome.error
    if outcome.accepted:
        delivery.state, delivery.delivered_at = Delivery.State.DELIVERED, now
    elif outcome.status in (chats.GONE[attempt.webhook.receiver] if attempt.webhook.is_chat else (GONE,)):
        delivery.state = Delivery.State.GIVEN_UP
        _switch_off(attempt.webhook, outcome.status)
    elif left_alone is not None and now - delivery.created_at < LONGEST_ALONE:
        delivery.next_attempt_at = now + left_alone
    elif delivery.attempts > len(PAUSES):
        delivery.state = Delivery.State.GIVEN_UP
    else:
        pause = PAUSES[delivery.attempts - 1]
        delivery.next_attempt_at = now + pause * (1 + uniform(0, JITTER))
    # Dropped meanwhile where its event is not public any more.
    noted = {name: getattr(delivery, name) for name in _NOTED}
    Delivery.objects.filter(pk=delivery.pk).update(**noted)


def _left_alone(outcome: DeliveryResult) -> timedelta | None:
    """For how long the receiver wants no message at all; ``None`` where it does not say so."""
    if outcome.status != TOO_MANY:
        return None
    wait = outcome.wait if outcome.wait is not None else chats.wait_of(outcome.answer)
    return None if wait is None else min(max(timedelta(seconds=wait), LEAST_ALONE), MOST_ALONE)


def _switch_off(webhook: Webhook, status: int | None) -> None:
    """The receiver wants nothing any more; its history says why it was switched off."""
    webhook.refresh_from_db()
    webhook.active = False
    save_row(webhook, "webhooks", f"answered with {status}")
