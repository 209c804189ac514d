"""What a line in the log may say of a request: its id, and the pattern of its address. Needs no models."""

import re
import uuid
from contextvars import ContextVar

from django.urls import Resolver404, resolve

#: The id of the request, or of what asked for the task, that is worked on.
request_id: ContextVar[str] = ContextVar("request_id", default="")

#: What watches the process asks here.
WATCHING = ("/healthz", "/readyz", "/metrics")

#: What an id may look like that somebody else has made.
_WELL_FORMED = re.compile(r"[A-Za-z0-9._-]{8,64}")


def well_formed(sent: str) -> str:
    """Return the id that somebody sent, if it looks like one, else a new one."""
    return sent if _WELL_FORMED.fullmatch(sent) else uuid.uuid4().hex


def place(path: str) -> dict[str, str]:
    """Return what a log may have of an address: its pattern and ids; the rest may be somebody's key or name."""
    try:
        found = resolve(path)
    except Resolver404:
        return {"route": ""}
    ids = {name: str(value) for name, value in found.kwargs.items() if isinstance(value, uuid.UUID)}
    return {"route": found.route, **ids}
