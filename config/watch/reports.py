"""Errors reported to a Sentry-compatible address, where ``SENTRY_DSN`` names one; without it nothing is loaded.

What is sent is built from what may be sent, not cleaned of what may not: kinds of errors, places in the code,
the pattern of the address, the id of the request. No words of errors, no variables, headers, cookies, bodies, people.
"""

from typing import Any
from urllib.parse import urlsplit

from django.conf import settings

from config.watch.context import place, request_id

_ALLOWED = ("event_id", "timestamp", "level", "platform", "release", "environment", "logger", "sdk")
_OF_A_FRAME = (
    "filename",
    "function",
    "module",
    "lineno",
    "in_app",
    "pre_context",
    "context_line",
    "post_context",
)


def report_errors() -> None:
    """Report errors from now on, where an address is set."""
    if not settings.SENTRY_DSN:
        return
    import sentry_sdk

    sentry_sdk.init(
        dsn=settings.SENTRY_DSN,
        before_send=cleaned,  # type: ignore[arg-type]
        send_default_pii=False,
        include_local_variables=False,
        max_request_body_size="never",
        max_breadcrumbs=0,
        auto_session_tracking=False,
        send_client_reports=False,
        server_name="",
    )


def cleaned(event: dict[str, Any], hint: dict[str, Any]) -> dict[str, Any]:
    """Return what is sent of a report."""
    sent = {name: event[name] for name in _ALLOWED if name in event}
    if known := request_id.get():
        sent["tags"] = {"request_id": known}
    if url := event.get("request", {}).get("url"):
        asked = place(urlsplit(url).path)
        sent["transaction"] = asked["route"]
        sent["request"] = {"method": event["request"].get("method", "")}
        sent.setdefault("tags", {}).update(asked)
    if message := event.get("logentry", {}).get("message"):
        sent["logentry"] = {"message": message}
    if found := event.get("exception", {}).get("values"):
        sent["exception"] = {"values": [_error(each) for each in found]}
    return sent


def _error(error: dict[str, Any]) -> dict[str, Any]:
    frames = error.get("stacktrace", {}).get("frames", [])
    return {
        "type": error.get("type"),
        "module": error.get("module"),
        "value": "",
        "stacktrace": {
            "frames": [{name: frame[name] for name in _OF_A_FRAME if name in frame} for frame in frames]
        },
    }
