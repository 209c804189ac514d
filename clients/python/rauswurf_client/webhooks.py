"""Webhooks: whether a message is the site's own (https://www.standardwebhooks.com/)."""

import base64
import binascii
import hmac
import json
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rauswurf_client.errors import WebhookError

#: A message is accepted this many seconds after it was sent.
TOLERANCE = 300


@dataclass(frozen=True)
class WebhookMessage:
    """A verified message. The same `id` is the same message, sent again: act on it once."""

    id: str
    type: str
    timestamp: str
    data: dict[str, Any]


def verify_webhook(
    secret: str | Sequence[str], body: bytes, headers: Mapping[str, str], *, now: float | None = None
) -> WebhookMessage:
    """The message of a request; raises `WebhookError` with the reason.

    `body` is the request's body, unchanged; `secret` begins with `whsec_`: give both while a new one replaces another.
    """
    found = {name.lower(): value for name, value in headers.items()}
    message, sent_at = found.get("webhook-id", ""), found.get("webhook-timestamp", "")
    signatures = found.get("webhook-signature", "").encode().split()
    if not message or not signatures:
        raise WebhookError("webhook-id or webhook-signature is missing")
    age = (time.time() if now is None else now) - (int(sent_at) if sent_at.isdecimal() else 0)
    if abs(age) > TOLERANCE:
        raise WebhookError(f"webhook-timestamp {sent_at!r} is not within {TOLERANCE} seconds of now")
    signed = f"{message}.{sent_at}.".encode() + body
    expected = [_signature(each, signed) for each in ([secret] if isinstance(secret, str) else secret)]
    if not any(hmac.compare_digest(right, each) for right in expected for each in signatures):
        raise WebhookError("webhook-signature does not fit the body and the secret")
    content = json.loads(body)
    return WebhookMessage(message, content["type"], content["timestamp"], content["data"])


def _signature(secret: str, signed: bytes) -> bytes:
    try:
        key = base64.b64decode(secret.removeprefix("whsec_"), validate=True)
    except binascii.Error:
        raise ValueError("the secret is not one of the site: whsec_ and base64") from None
    return b"v1," + base64.b64encode(hmac.digest(key, signed, "sha256"))
