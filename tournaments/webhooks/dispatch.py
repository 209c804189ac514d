"""Sending what waits: one message of a webhook after the other, the oldest first, as often as it takes.

The process with the claim of a webhook sends, then notes the outcome; no transaction is open meanwhile. One that is
killed in between leaves it claimed for a while; then the message is sent again under the same id.
"""

import asyncio
import socket
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime
from random import uniform
from typing import Any

import orjson
from aiohttp import ClientSession, ClientTimeout, DummyCookieJar, TCPConnector
from django.db import transaction
from django.db.models import Min, QuerySet
from django.utils import timezone
from yarl import URL

from games.work.kinds import Due, Work
from rules import Text
from tournaments import webhook_signing
from tournaments.db import save_row
from tournaments.models import Delivery
from tournaments.webhook_address import may_be_called, setting_for
from tournaments.webhooks import chats
from tournaments.webhooks.outbox import KIND, LANE

CONNECT_SECONDS = 5
TOTAL_SECONDS = 10
#: Of an answer no more is read than this.
MOST_ANSWER = 4096


@dataclass(frozen=True, slots=True)
class DeliveryResult:
    """What came of an attempt: the status that was answered, or why there was none."""

    status: int | None = None
    answer: str = ""
    error: Text | None = None
    #: Seconds for which the receiver wants to be left alone, where it says so.
    wait: float | None = None

    @property
    def accepted(self) -> bool:
        """Whether the receiver has the message."""
        return self.status is not None and 200 <= self.status < 300


class PrivateAddress(OSError):
    """The name belongs to an address to which nothing may be sent."""


async def post(*, url: str, body: str, headers: Mapping[str, str], hidden: str = "") -> DeliveryResult:
    """Send once; the outcome says what went wrong. Redirects are not followed.

    ``hidden`` is a part of the address that is not in the outcome.
    """
    try:
        status, answer, wait = await _asked(url, body, headers)
    except Exception as error:  # what is not noted would be sent every minute for ever
        return DeliveryResult(error=_why(error, hidden))
    refused = None if 200 <= status < 300 else Text("answered with {status}", status=status)
    return DeliveryResult(status, _without(hidden, answer), refused, wait)


async def _asked(url: str, body: str, headers: Mapping[str, str]) -> tuple[int, str, float | None]:
    timeout = ClientTimeout(total=TOTAL_SECONDS, sock_connect=CONNECT_SECONDS)
    sent = {"Content-Type": "application/json", "User-Agent": "Rauswurf", "Accept-Encoding": "identity"}
    async with (
        ClientSession(
            connector=TCPConnector(socket_factory=_public_socket, force_close=True),
            cookie_jar=DummyCookieJar(),
            timeout=timeout,
            auto_decompress=False,
        ) as client,
        client.post(
            URL(url, encoded=True), data=body.encode(), headers={**sent, **headers}, allow_redirects=False
        ) as response,
    ):
        answer = b""
        while len(answer) < MOST_ANSWER and (part := await response.content.read(MOST_ANSWER - len(answer))):
            answer += part
    wait = seconds_of(response.headers.get("Retry-After", ""))
    return response.status, _storable(answer.decode(errors="replace")), wait


def seconds_of(retry_after: str) -> float | None:
    """The seconds of a header Retry-After (RFC 9110 §10.2.3), by a number or by a date."""
    try:
        return max(float(retry_after), 0.0) if retry_after[:1].isdigit() else _seconds_until(retry_after)
    except (ValueError, TypeError):
        return None


def _seconds_until(date: str) -> float | None:
    return max((parsedate_to_datetime(date) - datetime.now(UTC)).total_seconds(), 0.0) if date else None


def _without(hidden: str, text: str) -> str:
    return text.replace(hidden, "…") if hidden else text


def _public_socket(address: Any) -> socket.socket:
    """The socket for one of the addresses of the name: that address, and no other, is connected to."""
    family, kind, protocol, _, place = address
    number = place[0].partition("%")[0]
    if not may_be_called(number):
        raise PrivateAddress(setting_for(number))
    return socket.socket(family, kind, protocol)


def _why(error: Exception, hidden: str) -> Text:
    cause = getattr(error, "os_error", error)
    if isinstance(cause, PrivateAddress):
        return Text(
            "the name stands for a private address; to allow it, start the site with {setting}=true",
            setting=str(cause),
        )
    if isinstance(cause, TimeoutError):
        return Text("no answer within {total_seconds} seconds", total_seconds=TOTAL_SECONDS)
    said = _without(hidden, _storable(str(cause) or type(cause).__name__))[:200]
    return Text("not sent: {said}", said=said)


def _storable(text: str) -> str:
    """The text without what a database refuses: zero characters and halves of characters."""
    return text.encode(errors="replace").decode().replace("\0", "\ufffd")


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
#: For so long one sender sends to a webhook before others have their turn.
SECONDS_IN_TURN = 30.0
#: The receiver says that this address is no more.
GONE = 410
#: The receiver says that it got too much; it is believed for how long it wants to be left alone, within bounds.
TOO_MANY = 429
LEAST_ALONE, MOST_ALONE = timedelta(seconds=1), timedelta(hours=1)
#: So long a message waits for that, however often it was tried.
LONGEST_ALONE = timedelta(days=1)
#: For how long the log keeps what is done with.
RETENTION = timedelta(days=30)
_NOTED = (
    "state",
    "next_attempt_at",
    "delivered_at",
    "last_status",
    "last_error",
    "last_answer",
)


def _due(now: datetime) -> Iterator[Due]:
    """Yield the webhooks to which something is to be sent, and since when: that which has waited longest first."""
    webhooks = _waiting(now).order_by().values("webhook").annotate(since=Min("next_attempt_at"))
    for webhook, since in webhooks.order_by("since").values_list("webhook", "since"):
        yield str(webhook), since


def serve(key: str, now: datetime) -> timedelta | None:
    """Send to a webhook until nothing is due or an attempt fails, or others have their turn.

    Returns for how long the receiver wants no message at all; ``None`` where it does not say so.
    """
    until = time.monotonic() + SECONDS_IN_TURN
    while (delivery := _begun(int(key), timezone.now())) is not None:
        outcome = asyncio.run(post(**_sent(delivery, timezone.now())))
        _note(delivery, outcome, timezone.now())
        if not outcome.accepted or time.monotonic() > until:
            return _left_alone(outcome)
    return None


#: An attempt ends after 10 seconds (``TOTAL_SECONDS``).
WORK = Work(KIND, LANE, 1.0, _due, serve, patience=TAKEN, at_once=16)


def old_deliveries(now: datetime) -> QuerySet[Delivery]:
    """Return what was done with long ago."""
    return Delivery.objects.filter(created_at__lt=now - RETENTION).exclude(state=WAITING)


def _waiting(now: datetime) -> QuerySet[Delivery]:
    """What is due."""
    return Delivery.objects.filter(state=WAITING, next_attempt_at__lte=now, webhook__active=True)


def _begun(webhook_id: int, now: datetime) -> Delivery | None:
    """Begin with the oldest message that is due to a webhook; None where there is none."""
    delivery = _waiting(now).filter(webhook=webhook_id).select_related("webhook").order_by("pk").first()
    if delivery is not None:
        delivery.attempts += 1
        delivery.save(update_fields=["attempts"])
    return delivery


def _sent(delivery: Delivery, now: datetime) -> dict[str, Any]:
    """Return what is sent, and where: plain text to a chat, to a program with a signature."""
    webhook = delivery.webhook
    if webhook.is_chat:
        body = chats.body(webhook, orjson.loads(delivery.body)["text"])
        return {"url": chats.address(webhook), "body": body, "headers": {}, "hidden": webhook.secret}
    signers = [webhook.secret]
    if webhook.previous_until is not None and now < webhook.previous_until:
        signers.append(webhook.previous_secret)
    signed = webhook_signing.headers(
        message_id=str(delivery.uuid), now=now, body=delivery.body, signers=signers
    )
    return {"url": webhook.url, "body": delivery.body, "headers": signed}


@transaction.atomic
def _note(delivery: Delivery, outcome: DeliveryResult, now: datetime) -> None:
    """What came of an attempt; nothing is noted if it took so long that another one has begun."""
    webhook = delivery.webhook
    same = Delivery.objects.select_for_update().filter(
        pk=delivery.pk, attempts=delivery.attempts, state=WAITING
    )
    if not same.exists():  # or it was dropped, because its event is not public any more
        return
    left_alone = _left_alone(outcome)
    delivery.last_status = outcome.status
    delivery.last_answer = outcome.answer
    delivery.last_error = outcome.error
    if outcome.accepted:
        delivery.state, delivery.delivered_at = Delivery.State.DELIVERED, now
    elif outcome.status in (chats.GONE[webhook.receiver] if webhook.is_chat else (GONE,)):
        delivery.state = Delivery.State.GIVEN_UP
        # The receiver wants nothing any more; its history says why it was switched off.
        webhook.refresh_from_db()
        webhook.active = False
        save_row(webhook, "webhooks", f"answered with {outcome.status}")
    elif left_alone is not None and now - delivery.created_at < LONGEST_ALONE:
        delivery.next_attempt_at = now + left_alone
    elif delivery.attempts > len(PAUSES):
        delivery.state = Delivery.State.GIVEN_UP
    else:
        delivery.next_attempt_at = now + PAUSES[delivery.attempts - 1] * (1 + uniform(0, JITTER))
    delivery.save(update_fields=_NOTED)


def _left_alone(outcome: DeliveryResult) -> timedelta | None:
    """For how long the receiver wants no message at all; ``None`` where it does not say so."""
    if outcome.status != TOO_MANY:
        return None
    wait = outcome.wait if outcome.wait is not None else chats.wait_of(outcome.answer)
    return None if wait is None else min(max(timedelta(seconds=wait), LEAST_ALONE), MOST_ALONE)
