"""Webhooks: whether a message is the site's own (https://www.standardwebhooks.com/)."""

from __future__ import annotations

import base64
import binascii
import hmac
import json
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rauswurf_client.errors import WebhookRefused

#: A message is taken for so many seconds after it was sent.
TOLERANCE = 300


@dataclass(frozen=True)
class WebhookMessage:
    """A message that was verified. The same `id` is the same message, sent again: take it once."""

    id: str
    type: str
    timestamp: str
    data: Mapping[str, Any]


def verify_webhook(
    body: bytes,
    headers: Mapping[str, str],
    secret: str | Sequence[str],
    *,
    tolerance: float = TOLERANCE,
    now: float | None = None,
) -> WebhookMessage:
    """The message in a request that came, or `WebhookRefused` with the reason.

    `body` are the bytes as they came, `secret` is what begins with `whsec_`; several while one follows another.
    """
    told = {name.lower(): value for name, value in headers.items()}
    message, sent_at = told.get("webhook-id", ""), told.get("webhook-timestamp", "")
    signatures = [
        each.removeprefix("v1,") for each in told.get("webhook-signature", "").split() if each[:3] == "v1,"
    ]
    if not message or not signatures:
        raise WebhookRefused("webhook-id or webhook-signature is missing")
    if not sent_at.isdecimal() or abs((time.time() if now is None else now) - int(sent_at)) > tolerance:
        raise WebhookRefused(f"webhook-timestamp {sent_at!r} is not within {tolerance:g} seconds of now")
    signed = f"{message}.{sent_at}.".encode() + body
    rights = [_signature(each, signed) for each in ([secret] if isinstance(secret, str) else secret)]
    if not any(hmac.compare_digest(right, each.encode()) for right in rights for each in signatures):
        raise WebhookRefused("webhook-signature does not fit the body and the secret")
    content = json.loads(body)
    return WebhookMessage(message, content["type"], content["timestamp"], content["data"])


def _signature(secret: str, signed: bytes) -> bytes:
    try:
        key = base64.b64decode(secret.removeprefix("whsec_"), validate=True)
    except binascii.Error:
        raise ValueError("the secret is not what the site has shown: whsec_ and base64") from None
    return base64.b64encode(hmac.digest(key, signed, "sha256"))
