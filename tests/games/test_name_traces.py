"""The search for a name leaves nothing out: it is found in whatever column, file or leftover it was planted."""

from __future__ import annotations

import gzip
import os
import re
import sqlite3
import zipfile
from collections.abc import Callable
from contextlib import closing
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.contrib.sessions.backends.db import SessionStore
from django.core.management import CommandError, call_command
from django.db import connection, transaction

from config.backup.encryption import encrypted
from games.domain.name_spellings import NameFinder
from games.models import Player
from games.services.name_traces import in_database, in_files, places_of_the_site
from games.services.scrub import scrub

NAME = "Xaver Quöllmüller"
FINDER = NameFinder([NAME])
#: What columns that hold words are declared as; in dates, numbers and yes or no there is room for none.
_WORDS = re.compile(r"char|text|blob|clob|json", re.IGNORECASE)


# -- the database ------------------------------------------------------------------------------------------


def _columns(cursor: Any, table: str) -> list[tuple[str, bool, bool]]:
    """Name, whether it takes words, whether it is the key, of each column of a table of SQLite."""
    cursor.execute(f'PRAGMA table_info("{table}")')
    return [(name, bool(_WORDS.search(kind)), bool(key)) for _, name, kind, _, _, key in cursor.fetchall()]


def _plant(cursor: Any, table: str) -> set[str]:
    """Add a row with the name wherever words fit; which columns those are."""
    columns = _columns(cursor, table)
    said = {name: NAME.encode() if name == "content" else NAME for name, is_text, _ in columns if is_text}
    if table == "django_session":
        said["session_data"] = SessionStore().encode({"said": NAME})
    others = {name: None if is_key else 0 for name, is_text, is_key in columns if not is_text}
    row = said | others
    names = ", ".join(f'"{name}"' for name in row)
    cursor.execute(
        f'INSERT INTO "{table}" ({names}) VALUES ({", ".join(["%s"] * len(row))})', [*row.values()]
    )
    return {f"{table}.{name}" for name in said}


@pytest.mark.django_db
def test_a_name_is_found_in_every_column_of_every_table_that_can_hold_words() -> None:
    if connection.vendor != "sqlite":
        pytest.skip("what fits into a column is SQLite's, the search is the same")
    planted: set[str] = set()
    with connection.cursor() as cursor:
        tables = sorted(connection.introspection.table_names(cursor))
        before = transaction.savepoint()
        cursor.execute("PRAGMA ignore_check_constraints = ON")
        try:
            for table in tables:
                planted |= _plant(cursor, table)
            found = {place.partition(":")[0] for place in in_database(FINDER)}
        finally:
            transaction.savepoint_rollback(before)
            cursor.execute("PRAGMA ignore_check_constraints = OFF")
    assert len(tables) > 60
    assert len(planted) > 250
    assert planted - found == set()
    assert list(in_database(FINDER)) == []


@pytest.mark.django_db(transaction=True)
def test_what_the_database_remembers_of_a_column_is_searched_and_forgotten() -> None:
    if connection.vendor != "postgresql":
        pytest.skip("PostgreSQL keeps values of columns for its planner")
    for number in range(20):
        Player.objects.create(name=f"Player {number}")
    xaver = Player.objects.create(name=NAME)
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE games_player")
    xaver.name = "N. N. 1"
    xaver.save()
    left = {place for place in in_database(FINDER) if place.startswith("games_player.")}
    assert left >= {"games_player.name: statistics"}
    assert scrub()
    assert {place for place in in_database(FINDER) if place.startswith("games_player.")} == set()


# -- files -------------------------------------------------------------------------------------------------


def _log(folder: Path) -> Path:
    path = folder / "access.log"
    path.write_text("GET /players/?search=Xaver%20Qu%C3%B6llm%C3%BCller")
    return path


def _rotated_log(folder: Path) -> Path:
    path = folder / "old" / "access.log.2.gz"
    path.parent.mkdir()
    path.write_bytes(gzip.compress(b"x" * 3_000_000 + b" QUOELLMUELLER, XAVER " + b"x" * 3_000_000))
    return path


def _dump(folder: Path) -> Path:
    path = folder / "dumps.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr("players.csv", f"id,name\n1,{NAME}\n")
    return path


def _named_after(folder: Path) -> Path:
    path = folder / "xaver-quoellmueller"
    path.mkdir()
    return path


def _across_two_pieces(folder: Path) -> Path:
    path = folder / "long"
    path.write_bytes(b" " * ((1 << 20) - 7) + NAME.encode() + b" " * 10)
    return path


def _of_windows(folder: Path) -> Path:
    path = folder / "list.txt"
    path.write_bytes(f"1;{NAME};".encode("utf-16"))
    return path


def _freed_page(folder: Path) -> Path:
    """A row that was deleted, in a database that nobody has written anew."""
    path = folder / "second-copy.sqlite3"
    with closing(sqlite3.connect(path, isolation_level=None)) as database:
        database.execute("PRAGMA secure_delete = OFF")
        database.execute("CREATE TABLE a (b)")
        database.execute("INSERT INTO a VALUES (?)", [NAME])
        database.execute("DELETE FROM a")
    return path


def _old_page_of_the_log(folder: Path) -> Path:
    """What the write-ahead log still has of before, left by a process that was killed."""
    database, log = folder / "rauswurf.sqlite3", folder / "rauswurf.sqlite3-wal"
    with closing(sqlite3.connect(database, isolation_level=None)) as open_one:
        open_one.execute("PRAGMA journal_mode = WAL")
        open_one.execute("CREATE TABLE a (b)")
        open_one.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        open_one.execute("INSERT INTO a VALUES (?)", [NAME])
        open_one.execute("UPDATE a SET b = ?", ["N. N."])
        kept = log.read_bytes()
    log.write_bytes(kept)
    assert NAME.encode() not in database.read_bytes()
    return log


@pytest.mark.parametrize(
    "plant",
    [
        _log,
        _rotated_log,
        _dump,
        _named_after,
        _across_two_pieces,
        _of_windows,
        _freed_page,
        _old_page_of_the_log,
    ],
)
def test_a_name_is_found_in_every_kind_of_file(tmp_path: Path, plant: Callable[[Path], Path]) -> None:
    (tmp_path / "other.log").write_text("nobody")
    planted = plant(tmp_path)
    assert [(trace.where, trace.unread) for trace in in_files(FINDER, tmp_path)] == [(str(planted), "")]


def test_what_cannot_be_read_is_told(tmp_path: Path) -> None:
    (tmp_path / "cut.log.gz").write_bytes(gzip.compress(os.urandom(5000))[:2000])
    with (tmp_path / "backup.tar.gz").open("w+b") as file, encrypted(file, "long passphrase") as stream:
        stream.write(NAME.encode())
    told = {Path(trace.where).name: trace.unread for trace in in_files(FINDER, tmp_path)}
    assert told.keys() == {"cut.log.gz", "backup.tar.gz"}
    assert told["backup.tar.gz"] == "encrypted"
    assert all(told.values())


@pytest.mark.django_db
def test_a_search_that_could_not_look_everywhere_does_not_say_that_all_is_well(
    tmp_path: Path, settings: Any
) -> None:
    settings.DATA_DIR, settings.BACKUP_DIR, settings.SECOND_COPY = tmp_path, "", ""
    (tmp_path / "cut.log.gz").write_bytes(gzip.compress(os.urandom(5000))[:2000])
    out = StringIO()
    with pytest.raises(CommandError, match="not everything could be searched"):
        call_command("find_person", NAME, stdout=out)
    assert out.getvalue().endswith("0 places, 1 not searched\n")


@pytest.mark.django_db
def test_backups_the_second_copy_and_letters_are_searched_wherever_they_lie(
    tmp_path: Path, settings: Any
) -> None:
    for number, setting in enumerate(("DATA_DIR", "BACKUP_DIR", "SECOND_COPY", "EMAIL_FILE_PATH")):
        setattr(settings, setting, str(tmp_path / str(number) / "x"))
        (tmp_path / str(number)).mkdir()
        (tmp_path / str(number) / "x").write_text(NAME)
    found = [Path(trace.where) for trace in in_files(FINDER, *places_of_the_site(), tmp_path)]
    assert found == [tmp_path / str(number) / "x" for number in range(4)]
