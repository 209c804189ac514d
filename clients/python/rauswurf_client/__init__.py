"""Rauswurf from other programs: record games throw by throw, follow them, read tables, verify webhooks."""

from rauswurf_client.client import Client, Message, Throw
from rauswurf_client.errors import (
    IllegalThrow,
    NotAllowed,
    NotFound,
    Problem,
    RauswurfError,
    Stale,
    Unreachable,
    WebhookError,
)
from rauswurf_client.webhooks import WebhookMessage, verify_webhook

__all__ = [
    "Client",
    "IllegalThrow",
    "Message",
    "NotAllowed",
    "NotFound",
    "Problem",
    "RauswurfError",
    "Stale",
    "Throw",
    "Unreachable",
    "WebhookError",
    "WebhookMessage",
    "verify_webhook",
]
