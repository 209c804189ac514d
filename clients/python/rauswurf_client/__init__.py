"""Rauswurf from other programs: record games throw by throw, follow them, read tables, verify webhooks.

from rauswurf_client import Client, api

with Client("https://league.example", token="rauswurf_…") as client:
    table = client.ask(api.events_standings_retrieve("autumn-cup"))
"""

from rauswurf_client import api, models
from rauswurf_client.async_client import AsyncClient
from rauswurf_client.calls import Call, export
from rauswurf_client.client import Client
from rauswurf_client.errors import (
    BadValue,
    BeingRecorded,
    EventState,
    FormatRefused,
    IdReused,
    IllegalThrow,
    NotAuthenticated,
    NotDue,
    NotFound,
    NotRolled,
    PermissionDenied,
    RauswurfError,
    RecordDiffers,
    Refusal,
    RulesRefused,
    Stale,
    TooManyRequests,
    TooManyStreams,
    Unreachable,
    WebhookRefused,
    WrongState,
)
from rauswurf_client.recording import AsyncRecorder, Recorder
from rauswurf_client.webhooks import WebhookMessage, verify_webhook

__all__ = [
    "AsyncClient",
    "AsyncRecorder",
    "BadValue",
    "BeingRecorded",
    "Call",
    "Client",
    "EventState",
    "FormatRefused",
    "IdReused",
    "IllegalThrow",
    "NotAuthenticated",
    "NotDue",
    "NotFound",
    "NotRolled",
    "PermissionDenied",
    "RauswurfError",
    "RecordDiffers",
    "Recorder",
    "Refusal",
    "RulesRefused",
    "Stale",
    "TooManyRequests",
    "TooManyStreams",
    "Unreachable",
    "WebhookMessage",
    "WebhookRefused",
    "WrongState",
    "api",
    "export",
    "models",
    "verify_webhook",
]
