"""Connections to the database: none to PostgreSQL that has died is handed out again, waits for locks are measured."""

import re
import select
from collections.abc import Callable
from typing import Any

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


#: The right to write, or rows that are locked: this is said at the end of a statement.
_LOCKING = re.compile(r"\ABEGIN| FOR (?:NO KEY )?UPDATE.{0,80}\Z")


@receiver(connection_created)
def look_at_statements(connection: Any, **_: Any) -> None:
    """Look at every statement of a connection that was opened, once however often it is.

    Before all others: waiting for one's turn (``config.sqlite.base``) is waiting for the lock.
    """
    if watch not in connection.execute_wrappers:
        connection.execute_wrappers.insert(0, watch)


def watch(execute: Callable[..., Any], sql: Any, params: Any, many: bool, context: Any) -> Any:
    """Execute a statement; measure it where it waits for a lock by its nature."""
    if not isinstance(sql, str) or not _LOCKING.search(sql):
        return execute(sql, params, many, context)
    with series.LOCK_WAIT_SECONDS.time():
        return execute(sql, params, many, context)
