"""Log lines as JSON, one object a line, with the id of the request they belong to; no tokens and no names in them.

And errors reported to a Sentry-compatible address, where ``SENTRY_DSN`` names one; without it nothing is loaded.

What somebody has typed gets into logs by two ways: by addresses, and by the words of errors (a database quotes the
values that it refuses). So of an address its pattern and ids are written, and of an error its kind and where it was.
What is reported is built from what may be sent, not cleaned of what may not: no words of errors, no variables, headers,
cookies, bodies, people.
"""

import json
import logging
import re
import traceback
from datetime import UTC, datetime
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings

from config.watch.context import place, request_id

#: What opens something: tokens of this site, what follows Bearer, the last part of links that let in.
_SECRETS = re.compile(
    r"(?P<kept>Bearer\s+|/enter/|/setup/|/your-data/|/accounts/email/|/accounts/(?:join|start)/[^/\s]+/"
    r"|/events/[^/\s]+/(?:here|(?:register|slips)/[^/\s]+)/|[?&](?:token|key)=)[^\s/&\"']+"
    r"|rauswurf_[A-Za-z0-9_-]{8,}"
)


def without_secrets(text: str) -> str:
    """Return a text with whatever opens something replaced by ``[…]``."""
    return _SECRETS.sub(lambda found: f"{found['kept'] or ''}[…]", text)


class JsonFormatter(logging.Formatter):
    """A line: time, level, logger, message, request id; of a request what it was, of an error where it happened."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the line."""
        line: dict[str, object] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            **_message(record),
        }
        if known := request_id.get():
            line["request_id"] = known
        line |= getattr(record, "told", {})
        if record.exc_info and record.exc_info[0] is not None:
            line["error"] = record.exc_info[0].__qualname__
            frames = traceback.extract_tb(record.exc_info[2])
            line["at"] = [f"{frame.filename}:{frame.lineno} {frame.name}" for frame in frames]
        return json.dumps(line, ensure_ascii=False, default=str)


class PlainFormatter(logging.Formatter):
    """A line for people, without secrets."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the line."""
        return without_secrets(super().format(record))


class OneLineRefusals(logging.Filter):
    """Requests that are refused for what they are, such as one for another host: where in the program says nothing."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Take the traceback off; let everything pass."""
        if record.name.startswith("django.security"):
            record.exc_info = None
        return True


def _message(record: logging.LogRecord) -> dict[str, str]:
    """Return what is said; where Django speaks of a request, its address is logged as a pattern."""
    path = getattr(getattr(record, "request", None), "path", None)
    if isinstance(path, str) and isinstance(record.args, tuple) and record.args:
        return {"message": str(record.args[0]), **place(path)}
    # What is left of errors' own words, where they are parameters.
    args = record.args if isinstance(record.args, tuple) else ()
    arguments = tuple(type(each).__qualname__ if isinstance(each, Exception) else each for each in args)
    message = record.msg % arguments if arguments and isinstance(record.msg, str) else record.getMessage()
    return {"message": without_secrets(message)}


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
