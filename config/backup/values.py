"""Rows of one moment of a database, and their values as the lines of a backup have them, and back.

Numbers, texts, true and false as JSON has them; moments in UTC and days as ISO 8601 writes them; UUIDs with hyphens;
bytes in base 64; what a JSON column holds as it is.

In which order the members of an object stand SQLite keeps and PostgreSQL does not: a backup has them as they were, and
where two databases are compared they are sorted.
"""

import base64
import json
import uuid
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import orjson
from django.db import connection
from django.db.backends.base.base import BaseDatabaseWrapper

from config.backup.tables import DumpedTable
from games.domain.hash_chain import has_fraction

Convert = Callable[[Any], Any]

_OPTIONS = orjson.OPT_NAIVE_UTC | orjson.OPT_UTC_Z
#: From here on PostgreSQL writes whole fractions as integers.
_WIDE = 1e16


def as_stored(row: Any) -> bytes:
    """Return the row, or what is in a JSON column, as JSON."""
    return _dumped(row, _OPTIONS)


def as_compared(row: list[Any]) -> bytes:
    """Return the row as JSON that is the same from either database."""
    return _dumped(row, _OPTIONS | orjson.OPT_SORT_KEYS)


def _dumped(row: Any, options: int) -> bytes:
    try:
        return orjson.dumps(row, option=options)
    except TypeError:  # a number of more than 64 bits
        sort_keys = bool(options & orjson.OPT_SORT_KEYS)
        text = json.dumps(
            row, sort_keys=sort_keys, separators=(",", ":"), ensure_ascii=False, default=_simple
        )
        return text.encode()


def loaded(text: str | bytes) -> Any:
    """Read JSON exactly, numbers of any length included.

    orjson is quick, and makes a fraction of a number that is too long for it; fractions PostgreSQL writes otherwise.
    """
    value = orjson.loads(text)
    return json.loads(text, parse_float=_fraction) if has_fraction((value,)) else value


def to_neutral(kind: str) -> Convert | None:
    """Return what makes a value of a database neutral; ``None`` where it is so by itself."""
    own: dict[str, Convert] = {
        "json": loaded,
        "uuid": _with_hyphens,
        "bytes": lambda value: base64.b64encode(value).decode("ascii"),
    }
    return own.get(kind)


def to_database(kind: str, vendor: str) -> Convert | None:
    """Return what makes a neutral value one that a database takes; ``None`` where it takes it as it is."""
    own: dict[str, Convert] = {"json": lambda value: as_stored(value).decode(), "bytes": base64.b64decode}
    if vendor == "sqlite":
        # Moments as Django keeps them: in UTC, as they are here, without saying so.
        own |= {
            "uuid": lambda text: text.replace("-", ""),
            "moment": lambda text: f"{text[:10]} {text[11:-1]}",
        }
    return own.get(kind)


def changing(converts: Sequence[Convert | None]) -> Callable[[Sequence[Any]], list[Any]]:
    """Return what changes a row, column by column; what is null stays null."""
    needed = [(place, how) for place, how in enumerate(converts) if how is not None]

    def changed(row: Sequence[Any]) -> list[Any]:
        values = list(row)
        for place, how in needed:
            if values[place] is not None:
                values[place] = how(values[place])
        return values

    return changed


def _simple(value: Any) -> Any:
    return orjson.loads(orjson.dumps(value, option=_OPTIONS))


def _fraction(text: str) -> float | int:
    value = float(text)
    if abs(value) >= _WIDE and value.is_integer():
        return int(value)
    return value or 0.0


def _with_hyphens(value: str | uuid.UUID) -> str | uuid.UUID:
    """Of SQLite's 32 digits."""
    if isinstance(value, uuid.UUID):
        return value
    return f"{value[:8]}-{value[8:12]}-{value[12:16]}-{value[16:20]}-{value[20:]}"


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
    # The order of letters is that of no language: the same in every database.
    binary = ' COLLATE "C"' if own.vendor == "postgresql" and table.key.kind == "text" else ""
    with own.chunked_cursor() as cursor:
        cursor.execute(f'SELECT {table.column_list} FROM "{table.name}" ORDER BY "{table.key.name}"{binary}')
        while rows := cursor.fetchmany(AT_ONCE):
            yield from map(change, rows)


def last_id(own: BaseDatabaseWrapper, table: DumpedTable) -> int:
    """Return the last number that the database has given as a key, none twice; 0 where it has given none."""
    if not table.counts:
        return 0
    with own.cursor() as cursor:
        if own.vendor == "sqlite":
            cursor.execute("SELECT seq FROM sqlite_sequence WHERE name = %s", [table.name])
            found = cursor.fetchone()
            return int(found[0]) if found else 0
        cursor.execute(f"SELECT pg_get_serial_sequence('\"{table.name}\"', '{table.key.name}')")
        cursor.execute(f"SELECT last_value, is_called FROM {cursor.fetchone()[0]}")
        last, is_called = cursor.fetchone()
        return int(last) if is_called else int(last) - 1
