"""Every place in which a name stands: all columns of all tables of the database, and all files of the site.

It knows nothing of models: what a migration, another program or an older version has left is read too. What cannot be
read is told, as nobody knows then.
"""

from __future__ import annotations

import gzip
import os
import zipfile
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import IO, Any

from django.conf import settings
from django.db import connection

from games.domain.name_spellings import NameFinder

_CHUNK = 1 << 20
#: Longer than any name, so that none is cut by the end of a chunk.
_OVERLAP = 1 << 11
_ROWS = 500
#: What SQLite writes beside a database.
_BESIDE = ("", "-wal", "-journal", "-shm")
#: What stands near the beginning of everything that the program age has encrypted; of a backup after a head of 512.
_ENCRYPTED, _NEAR = b"age-encryption.org/", 1 << 10
#: What PostgreSQL remembers of the values of a column, for its planner.
_STATISTICS = """
SELECT tablename, attname, concat_ws(' ', most_common_vals, histogram_bounds, most_common_elems) FROM pg_stats
WHERE schemaname = ANY (current_schemas(false))
"""


@dataclass(frozen=True, slots=True)
class Trace:
    """A place in which a name stands; or one that cannot be looked into, and why."""

    where: str
    unread: str = ""

    def __str__(self) -> str:
        return f"{self.where}: cannot be searched ({self.unread})" if self.unread else self.where


class _Encrypted(Exception):
    def __str__(self) -> str:
        return "encrypted"


#: What a file raises that is damaged, locked up, or of another kind than it says.
_UNREADABLE = (
    _Encrypted,
    OSError,
    EOFError,
    zlib.error,
    zipfile.BadZipFile,
    RuntimeError,
    NotImplementedError,
)


# -- the database ----------------------------------------------------------------------------------


def in_database(finder: NameFinder) -> Iterator[str]:
    """Yield ``table.column: row`` for every value in which a name stands."""
    with connection.cursor() as cursor:
        tables = sorted(connection.introspection.table_names(cursor, include_views=False))
        for table in tables:
            cursor.execute(f"SELECT * FROM {connection.ops.quote_name(table)}")
            columns = [column[0] for column in cursor.description]
            while rows := cursor.fetchmany(_ROWS):
                for row in rows:
                    for column, value in zip(columns, row, strict=True):
                        if _stands_in(finder, table, column, value):
                            yield f"{table}.{column}: {columns[0]} {row[0]}"
        if connection.vendor == "postgresql":
            cursor.execute(_STATISTICS)
            for table, column, values in cursor.fetchall():
                if finder.is_in(values):
                    yield f"{table}.{column}: statistics"


def _stands_in(finder: NameFinder, table: str, column: str, value: Any) -> bool:
    if isinstance(value, bytes | memoryview):
        return finder.is_in_bytes(bytes(value))
    if not isinstance(value, str):
        return not isinstance(value, int | float | None) and finder.is_in(str(value))
    if (table, column) == ("django_session", "session_data"):
        value = str(import_module(settings.SESSION_ENGINE).SessionStore().decode(value))
    return finder.is_in(value)


# -- files -----------------------------------------------------------------------------------------


def places_of_the_site() -> list[Path]:
    """Return the folders and files that the site writes: data, backups, the second copy, the database with its log."""
    places = [Path(settings.DATA_DIR), *map(Path, filter(None, (settings.BACKUP_DIR, settings.SECOND_COPY)))]
    if settings.EMAIL_FILE_PATH:
        places.append(Path(settings.EMAIL_FILE_PATH))
    if connection.vendor == "sqlite":
        places += [Path(f"{connection.settings_dict['NAME']}{ending}") for ending in _BESIDE]
    return places


def in_files(finder: NameFinder, *places: Path) -> Iterator[Trace]:
    """Yield the files and folders at and below these places in which a name stands, or which are called by one.

    Packed ones are unpacked. Each is looked at once, whatever contains it; what goes meanwhile is left out.
    """
    for path in sorted({path.resolve() for place in places for path in _below(place)}):
        try:
            if finder.is_in(path.name) or any(_is_in(finder, piece) for piece in _pieces(path)):
                yield Trace(str(path))
        except FileNotFoundError:
            continue
        except _UNREADABLE as error:
            yield Trace(str(path), str(error) or type(error).__name__)


def _is_in(finder: NameFinder, piece: bytes) -> bool:
    return finder.is_in_pages(piece) if b"\x00" in piece else finder.is_in_bytes(piece)


def _below(place: Path) -> Iterator[Path]:
    if place.exists():
        yield place
    for folder, folders, files in os.walk(place):
        yield from (Path(folder, name) for name in (*folders, *files))


def _pieces(path: Path) -> Iterator[bytes]:
    if path.is_dir():
        # Whoever may not list it is told.
        os.scandir(path).close()
    elif zipfile.is_zipfile(path):
        with zipfile.ZipFile(path) as packed:
            for name in packed.namelist():
                yield name.encode()
                with packed.open(name) as file:
                    yield from _chunks(file)
    elif path.is_file():
        with path.open("rb") as plain:
            beginning = plain.read(_NEAR)
        if _ENCRYPTED in beginning:
            raise _Encrypted
        with gzip.open(path) if beginning.startswith(b"\x1f\x8b") else path.open("rb") as file:
            yield from _chunks(file)


def _chunks(file: IO[bytes] | gzip.GzipFile) -> Iterator[bytes]:
    before = b""
    while chunk := file.read(_CHUNK):
        yield before + chunk
        before = chunk[-_OVERLAP:]
