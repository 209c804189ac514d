"""A connection to SQLite that waits for its turn before it writes.

SQLite lets one write and has the others ask again after pauses that grow, so that whoever has waited longest is often
the last, and is refused after twenty seconds of a busy hall. Processes beside this one still ask SQLite.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.db.backends.sqlite3 import base
from django.db.utils import OperationalError

from config.sqlite.fair_lock import FairLock, lock_of

#: What begins a transaction that may write; Django's commands that write by themselves, without one.
_BEGINS = "BEGIN IMMEDIATE"
_WRITES = (_BEGINS, "INSERT", "UPDATE", "DELETE", "REPLACE")


class DatabaseWrapper(base.DatabaseWrapper):
    """Django's own, but for when it writes: a transaction has the turn to its end, a command by itself for itself."""

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self._turn: FairLock | None = None
        self.execute_wrappers.append(self._in_turn)

    def _in_turn(self, execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any) -> Any:
        if self._turn is not None or not sql.startswith(_WRITES):
            return execute(sql, params, many, context)
        lock = lock_of(str(self.settings_dict["NAME"]))
        if not lock.acquire(self.settings_dict["OPTIONS"]["timeout"]):
            raise OperationalError("database is locked")
        self._turn = lock
        begun = False
        try:
            answer = execute(sql, params, many, context)
            begun = sql.startswith(_BEGINS)
        finally:
            if not begun:
                self._pass_on()
        return answer

    def _commit(self) -> None:
        super()._commit()  # type: ignore[misc]
        self._pass_on()

    def _rollback(self) -> None:
        try:
            super()._rollback()  # type: ignore[misc]
        finally:
            self._pass_on()

    def _close(self) -> None:
        try:
            super()._close()  # type: ignore[misc]
        finally:
            self._pass_on()

    def _pass_on(self) -> None:
        turn, self._turn = self._turn, None
        if turn is not None:
            turn.release()
