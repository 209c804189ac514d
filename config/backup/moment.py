"""One moment of a database, to be read while others go on writing."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.db import connection
from django.db.backends.base.base import BaseDatabaseWrapper

from config.backup.tables import DumpedTable
from config.backup.values import to_database, to_neutral

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


def rows(
    own: BaseDatabaseWrapper, table: DumpedTable, between: tuple[Any, Any] | None = None
) -> Iterator[list[Any]]:
    """Yield the rows of a table with neutral values, in the order of its key; all, or those from one key to another."""
    convert = [(place, to_neutral(column.kind)) for place, column in enumerate(table.columns)]
    needed = [(place, how) for place, how in convert if how is not None]
    columns = ", ".join(f'"{column.name}"' for column in table.columns)
    # The order of letters is that of no language: the same in every database.
    binary = ' COLLATE "C"' if own.vendor == "postgresql" and table.key.kind == "text" else ""
    key = f'"{table.key.name}"{binary}'
    which, told = "", []
    if between is not None:
        which = f" WHERE {key} >= %s AND {key} <= %s"
        how = to_database(table.key.kind, own.vendor) or (lambda value: value)
        told = [how(each) for each in between]
    with own.chunked_cursor() as cursor:
        cursor.execute(f'SELECT {columns} FROM "{table.name}"{which} ORDER BY {key}', told)
        while rows := cursor.fetchmany(AT_ONCE):
            for row in rows:
                values = list(row)
                for place, how in needed:
                    if values[place] is not None:
                        values[place] = how(values[place])
                yield values


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
