"""Connections to the database: none to PostgreSQL that has died is handed out again, waits and faults are counted."""

import select
import time
from collections.abc import Callable
from typing import Any

from django.db import InterfaceError, OperationalError
from django.db.backends.signals import connection_created
from django.dispatch import receiver

from config.watch import series


@receiver(connection_created)
def none_that_has_died(connection: Any, **_: Any) -> None:
    """Replace a pooled connection whose server has gone since, and with it all that wait in the pool.

    The pool's own check would try them one after the other, with longer and longer pauses; and it asks the
    server each time, which this does not.
    """
    if connection.vendor != "postgresql" or not connection.pool or not _has_died(connection.connection):
        return
    connection.pool.drain()
    connection.close()
    connection.connect()


def _has_died(connection: Any) -> bool:
    """Whether there is something to read on a connection that has asked nothing: its end, or the reason for it."""
    waiting = select.poll()
    waiting.register(connection.fileno(), select.POLLIN)
    return bool(waiting.poll(0))


#: At the end of a statement, where rows are locked.
_LOCKING = (" FOR UPDATE", " FOR NO KEY UPDATE")
#: In the words of both databases.
_FAULTS = {"locked": ("database is locked", "lock timeout", "deadlock"), "timeout": ("statement timeout",)}
_AWAY = ("connect", "terminat", "closed", "server", "pool", "unable to open")


@receiver(connection_created)
def look_at_statements(connection: Any, **_: Any) -> None:
    """Look at every statement of a connection that was opened, once however often it is.

    Before all others: waiting for one's turn (``config.sqlite.base``) is waiting for the lock.
    """
    if watch not in connection.execute_wrappers:
        connection.execute_wrappers.insert(0, watch)


def watch(execute: Callable[..., Any], sql: Any, params: Any, many: bool, context: Any) -> Any:
    """Execute a statement; measure it where it waits for a lock, count it where it fails for no fault of its own."""
    began = time.perf_counter()
    try:
        return execute(sql, params, many, context)
    except (OperationalError, InterfaceError) as error:
        series.DATABASE_FAULTS.labels(kind_of(error)).inc()
        raise
    finally:
        if isinstance(sql, str) and asks_for_a_lock(sql):
            series.LOCK_WAIT_SECONDS.observe(time.perf_counter() - began)


def asks_for_a_lock(sql: str) -> bool:
    """Check whether a statement waits for a lock by its nature."""
    if sql.startswith("BEGIN"):
        return True
    end = sql[-100:]
    return any(words in end for words in _LOCKING)


def kind_of(error: Exception) -> str:
    """Return what was wrong, as ``rauswurf_database_faults_total`` counts it."""
    message = str(error).lower()
    for kind, words in _FAULTS.items():
        if any(word in message for word in words):
            return kind
    return "away" if any(word in message for word in _AWAY) else "other"
