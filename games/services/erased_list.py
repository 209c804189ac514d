"""The list of those whose names were erased: ids alone, beside the database, so that a restored backup forgets too.

A line for each: when, and ``player:ID`` or ``user:ID``. The security events hold the same; the list is what an
older database does not know.
"""

import os
from datetime import datetime
from pathlib import Path

from django.conf import settings
from django.db import transaction

from games.models import SecurityEvent

_FILE = "erased"


def path_of_list() -> Path:
    return Path(settings.DATA_DIR) / _FILE


def keep_after_commit(about: str, now: datetime) -> None:
    """Add somebody (``player:ID``, ``user:ID``) to the list once the transaction is done."""
    transaction.on_commit(lambda: _add(f"{now.isoformat(timespec='seconds')} {about}\n"))


def erased() -> dict[str, datetime]:
    """Return whom list and database know to be erased, and since when."""
    noted = SecurityEvent.objects.filter(kind=SecurityEvent.Kind.PLAYER_ERASED).order_by("pk")
    try:
        lines = path_of_list().read_text(encoding="utf-8").splitlines()
    except FileNotFoundError:
        lines = []
    listed = (line.split(maxsplit=1) for line in lines if line.strip())
    return dict(noted.values_list("about", "happened_at")) | {
        about: datetime.fromisoformat(when) for when, about in listed
    }


def merged_with(other: bytes) -> bytes:
    """Return the list with the lines of another one, the earliest first: no one on either is forgotten."""
    here = path_of_list().read_bytes() if path_of_list().exists() else b""
    lines = {line.strip() for line in (*here.splitlines(), *other.splitlines())}
    return b"".join(line + b"\n" for line in sorted(lines - {b""}))


def _add(line: str) -> None:
    descriptor = os.open(path_of_list(), os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
    with os.fdopen(descriptor, "a", encoding="utf-8") as file:
        file.write(line)
        file.flush()
        os.fsync(file.fileno())
