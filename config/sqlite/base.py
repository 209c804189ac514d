"""A connection to SQLite that waits for its turn before it writes.

SQLite lets one write and has the others ask again after pauses that grow, so that who has waited longest is often the
last, and is refused after twenty seconds of a busy hall. Processes beside this one still ask SQLite.
"""

import os
import sqlite3
import threading
from collections import deque
from collections.abc import Callable
from typing import Any

from django.db.backends.sqlite3 import base
from django.db.utils import OperationalError


class FairLock:
    """A lock that is handed on in the order of arrival; any thread may release it."""

    def __init__(self) -> None:
        self._guard = threading.Lock()
        self._taken = False
        self._waiting: deque[threading.Lock] = deque()

    def acquire(self, seconds: float) -> bool:
        """Wait for one's turn, so long at the most; whether it has come."""
        with self._guard:
            if not self._taken:
                self._taken = True
                return True
            called = threading.Lock()
            called.acquire()
            self._waiting.append(called)
        if called.acquire(timeout=seconds):
            return True
        with self._guard:
            if called in self._waiting:
                self._waiting.remove(called)
                return False
        return True  # called at the last moment

    def release(self) -> None:
        """Let the next one have the turn."""
        with self._guard:
            if self._waiting:
                self._waiting.popleft().release()
            else:
                self._taken = False


_of_files: dict[str, FairLock] = {}
# A child has none of the threads that wait here, nor what they hold.
os.register_at_fork(after_in_child=_of_files.clear)


def lock_of(file: str) -> FairLock:
    """Return the turns of a database, the same for all connections of this process."""
    return _of_files.setdefault(file, FairLock())


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
