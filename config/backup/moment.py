"""One moment of a database, to be read while others go on writing."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.db import connection
from django.db.backends.base.base import BaseDatabaseWrapper

from config.backup.tables import DumpedTable
from config.backup.values import changing, to_neutral

#: Rows fetched at once.
AT_ONCE = 2000


@contextmanager
def one_moment() -> Iterator[BaseDatabaseWrapper]:
    """Open a connection of its own that sees the database as it is now, and writes nothing.

    SQLite: a read transaction of the write-ahead log, which keeps no writer waiting. PostgreSQL: REPEATABLE READ,
    READ ONLY.
    """
    own = connection.copy()
    # Not one of the pool, with limits made for requests.
    own.settings_dict["OPTIONS"].pop("pool", None)
    try:
        _begin(own)
        yield own
    finally:
        own.close()


def _begin(own: BaseDatabaseWrapper) -> None:
    if own.vendor == "sqlite":
        with own.cursor() as cursor:
            cursor.execute("PRAGMA query_only = 1")
            cursor.execute("BEGIN DEFERRED")
            cursor.execute("SELECT count(*) FROM sqlite_master")  # the moment is that of the first look
        return
    own.set_autocommit(False)
    with own.cursor() as cursor:
        cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY")
        cursor.execute("SET LOCAL statement_timeout = 0")
        cursor.execute("SELECT 1")


def rows(own: BaseDatabaseWrapper, table: DumpedTable) -> Iterator[list[Any]]:
    """Yield the rows of a table with neutral values, in the order of its key."""
    change = changing([to_neutral(column.kind) for column in table.columns])
    columns = ", ".join(f'"{column.name}"' for column in table.columns)
    # The order of letters is that of no language: the same in every database.
    binary = ' COLLATE "C"' if own.vendor == "postgresql" and table.key.kind == "text" else ""
    with own.chunked_cursor() as cursor:
        cursor.execute(f'SELECT {columns} FROM "{table.name}" ORDER BY "{table.key.name}"{binary}')
        while rows := cursor.fetchmany(AT_ONCE):
            yield from map(change, rows)


def last_id(own: BaseDatabaseWrapper, table: DumpedTable) -> int:
    """Return the last number that the database has given as a key; 0 before the first. It gives none twice."""
    with own.cursor() as cursor:
        if own.vendor == "sqlite":
            cursor.execute("SELECT seq FROM sqlite_sequence WHERE name = %s", [table.name])
            found = cursor.fetchone()
            return int(found[0]) if found else 0
        cursor.execute(f"SELECT pg_get_serial_sequence('\"{table.name}\"', '{table.key.name}')")
        cursor.execute(f"SELECT last_value, is_called FROM {cursor.fetchone()[0]}")
        last, is_called = cursor.fetchone()
        return int(last) if is_called else int(last) - 1
