"""A second copy of an SQLite database, never older than a minute: what is lost with the first file is so much at most.

SQLite's own backup interface copies it page by page as of one moment while others write; the copy takes its name when
it is whole, so that there is one at any time. It is a database like the first: to use it, put it in its place.
A log of changes (such as Litestream keeps) would risk less than a minute, with a program of its own to look after.
"""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from datetime import datetime
from pathlib import Path

from django.conf import settings
from django.db import connection

from config.backup.rotation import draft_beside, drop_broken_off
from games.work.kinds import WHOLE, Due, Lane, Work


def _due(now: datetime) -> Iterator[Due]:
    """Due where the database has changed since the last copy."""
    if connection.vendor != "sqlite" or not settings.SECOND_COPY:
        return
    changed, copy = _changed_at(_database()), Path(settings.SECOND_COPY)
    if changed and not (copy.exists() and copy.stat().st_mtime_ns >= changed):
        yield WHOLE, None


def _copy(key: str, now: datetime) -> None:
    database, copy = _database(), Path(settings.SECOND_COPY)
    changed = _changed_at(database)
    copy.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    draft = draft_beside(copy)
    drop_broken_off(copy.parent, copy.name)
    try:
        os.close(os.open(draft, os.O_RDWR | os.O_CREAT | os.O_TRUNC, 0o600))
        with closing(sqlite3.connect(database)) as source, closing(sqlite3.connect(draft)) as target:
            source.backup(target)
            target.execute("PRAGMA journal_mode = DELETE")  # one file for every reader
        # What is written from here on is newer than the copy, though it may already be in it.
        os.utime(draft, ns=(changed, changed))
        draft.replace(copy)
    finally:
        draft.unlink(missing_ok=True)


#: A claim would change the database that is copied.
WORK = Work("second copy", Lane.AT_ONCE, 60.0, _due, _copy, patience=None)


def _database() -> Path:
    return Path(connection.settings_dict["NAME"])


def _changed_at(database: Path) -> int:
    """Return when something was last written, in nanoseconds; 0 for a database in memory."""
    log = database.with_name(f"{database.name}-wal")
    return max((path.stat().st_mtime_ns for path in (database, log) if path.exists()), default=0)
