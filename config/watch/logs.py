"""Log lines as JSON, one object a line, with the id of the request they belong to; no tokens and no names in them.

What somebody has typed gets into logs by two ways: by addresses, and by the words of errors (a database quotes the
values that it refuses). So of an address its pattern and ids are written, and of an error its kind and where it was.
"""

import json
import logging
import re
import traceback
from datetime import UTC, datetime

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
