"""A connection to SQLite that waits for its turn before it writes.

SQLite lets one write and has the others ask again after pauses that grow, so that who has waited longest is often the
last, and is refused after twenty seconds of a busy hall. Processes beside this one still ask SQLite.
"""

import sqlite3
from collections.abc import Callable
from typing import Any

from django.db.backends.sqlite3 import base
from django.db.utils import OperationalError

from config.sqlite.fair_lock import FairLock, lock_of

#: What begins a transaction that may write; Django's commands that write by themselves, without one.
_BEGINS = "BEGIN IMMEDIATE"
_WRITES = (_BEGINS, "INSERT", "UPDATE", "DELETE", "REPLACE")


class Connection(sqlite3.Connection):
    """Python's own, but that it passes the turn on when a transaction ends."""

    turn: FairLock | None = None

    def commit(self) -> None:
        """End the transaction. Where it fails the turn goes on with the rollback."""
        super().commit()
        self.pass_on()

    def rollback(self) -> None:
        """Take the transaction back."""
        try:
            super().rollback()
        finally:
            self.pass_on()

    def close(self) -> None:
        """End the connection, and with it what it had begun."""
        try:
            super().close()
        finally:
            self.pass_on()

    def pass_on(self) -> None:
        """Let the next one write."""
        turn, self.turn = self.turn, None
        if turn is not None:
            turn.release()


class DatabaseWrapper(base.DatabaseWrapper):
    """Django's own, but for when it writes: a transaction has the turn to its end, a command by itself for itself."""

    connection: Connection

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self.execute_wrappers.append(self._in_turn)

    def get_connection_params(self) -> dict[str, Any]:
        """Have Python's `connect` make ours."""
        return {**super().get_connection_params(), "factory": Connection}

    def _in_turn(self, execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any) -> Any:
        connection = self.connection
        if connection.turn is not None or not sql.startswith(_WRITES):
            return execute(sql, params, many, context)
        lock = lock_of(str(self.settings_dict["NAME"]))
        if not lock.acquire(self.settings_dict["OPTIONS"]["timeout"]):
            raise OperationalError("database is locked")
        connection.turn = lock
        begun = False
        try:
            answer = execute(sql, params, many, context)
            begun = sql.startswith(_BEGINS)
        finally:
            if not begun:
                connection.pass_on()
        return answer
