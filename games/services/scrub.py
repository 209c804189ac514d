"""Cleaning the database's own files of what was changed or deleted: SQLite keeps old pages until they are needed."""

from __future__ import annotations

import logging

from django.db import OperationalError, connection, transaction

logger = logging.getLogger(__name__)


def scrub_after_commit() -> None:
    """Clean the files once the transaction is done; where somebody keeps them busy, the log says so."""
    transaction.on_commit(_scrub_or_tell, robust=True)


def scrub() -> bool:
    """Write the database's files anew, without what is not in it any more; False: somebody kept them busy.

    PostgreSQL frees the room of old rows and writes over it as it needs it; what it remembers of the values of columns
    is read anew.
    """
    with connection.cursor() as cursor:
        if connection.vendor != "sqlite":
            cursor.execute("VACUUM (ANALYZE)")
            return True
        cursor.execute("VACUUM")
        cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        return not cursor.fetchone()[0]


def _scrub_or_tell() -> None:
    try:
        done = scrub()
    except OperationalError:
        done = False
    if not done:
        logger.warning("erased names are still in the database's files: run manage.py repeat_erasures")
