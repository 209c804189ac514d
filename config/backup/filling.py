"""An empty database takes every row of a backup, or none, as quickly as it can.

What either kind of database does for each row, so that a half-filled one is never seen, it need do only once here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from itertools import islice
from typing import Any

from django.db import OperationalError, connection, transaction

from config.backup.tables import DumpedTable

#: Rows handed to SQLite at once.
AT_ONCE = 1000
_FOREIGN_KEYS = """
    SELECT conrelid::regclass::text, quote_ident(conname), pg_get_constraintdef(oid) FROM pg_constraint
    WHERE contype = 'f' AND connamespace = current_schema()::regnamespace ORDER BY 1, 2
"""


def all_or_nothing() -> AbstractContextManager[None]:
    """Begin a transaction in which a database is filled."""
    return _BEGIN[connection.vendor]()


def insert(table: DumpedTable, rows: Iterator[list[Any]]) -> None:
    """Insert rows with values as the database takes them."""
    _INSERT[connection.vendor](table, rows)


@contextmanager
def _sqlite() -> Iterator[None]:
    """Write into the file itself, whose rows go when its new end is cut off, not into the log of changes and from
    there into the file. That needs the file for oneself alone; otherwise it is done with the log.
    """
    with suppress(OperationalError), connection.cursor() as cursor:
        cursor.execute("PRAGMA journal_mode = DELETE")
    try:
        with transaction.atomic():
            yield
    finally:
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA journal_mode = WAL")


@contextmanager
def _postgresql() -> Iterator[None]:
    """Look once at the end whether all rows are there to which others refer, not remember to do so for each row."""
    with transaction.atomic():
        with connection.cursor() as cursor:
            cursor.execute(_FOREIGN_KEYS)
            keys = cursor.fetchall()
            for table, name, _ in keys:
                cursor.execute(f"ALTER TABLE {table} DROP CONSTRAINT {name}")
        yield
        with connection.cursor() as cursor:
            for table, name, what in keys:
                cursor.execute(f"ALTER TABLE {table} ADD CONSTRAINT {name} {what}")


def _into_sqlite(table: DumpedTable, rows: Iterator[list[Any]]) -> None:
    places = ", ".join(["%s"] * len(table.columns))
    command = f'INSERT INTO "{table.name}" ({_columns(table)}) VALUES ({places})'
    with connection.cursor() as cursor:
        while some := list(islice(rows, AT_ONCE)):
            cursor.executemany(command, some)


def _into_postgresql(table: DumpedTable, rows: Iterable[list[Any]]) -> None:
    command = f'COPY "{table.name}" ({_columns(table)}) FROM STDIN'
    with connection.cursor() as cursor, cursor.copy(command) as copy:
        for row in rows:
            copy.write_row(row)


def _columns(table: DumpedTable) -> str:
    return ", ".join(f'"{column.name}"' for column in table.columns)


_BEGIN = {"sqlite": _sqlite, "postgresql": _postgresql}
_INSERT = {"sqlite": _into_sqlite, "postgresql": _into_postgresql}
