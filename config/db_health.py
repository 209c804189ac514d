"""PostgreSQL connections that have died are not handed out again."""

from __future__ import annotations

import select
from typing import Any

from django.db.backends.signals import connection_created
from django.dispatch import receiver


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
