"""PostgreSQL connections that have died are not handed out again."""

import select
import time
from typing import Any

from django.core.signals import request_started
from django.db import connections
from django.db.backends.signals import connection_created
from django.dispatch import receiver

#: A connection of a thread is checked where it was idle for this long.
IDLE_SECONDS = 10.0


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


@receiver(request_started)
def no_question_to_one_in_use(**_: Any) -> None:
    """Spare an open connection the statement with which Django asks before each request whether it lives.

    The check stays where something has come on it meanwhile, such as its end, or where it was idle for long.
    Django's own receiver, which has it checked again, was connected before.
    """
    now = time.monotonic()
    connection: Any
    for connection in connections.all(initialized_only=True):
        if connection.vendor != "postgresql" or connection.connection is None:
            continue
        used_before, connection.used_at = getattr(connection, "used_at", 0.0), now
        if now - used_before < IDLE_SECONDS and not _has_died(connection.connection):
            connection.health_check_done = True


def _has_died(connection: Any) -> bool:
    """Whether there is something to read on a connection that has asked nothing: its end, or the reason for it."""
    waiting = select.poll()
    waiting.register(connection.fileno(), select.POLLIN)
    return bool(waiting.poll(0))
