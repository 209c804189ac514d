"""Writers of one process take their turns at SQLite, in the order in which they came."""

import sqlite3
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.db import OperationalError, connections

from config.sqlite.base import DatabaseWrapper, lock_of
from config.watch import series

pytestmark = pytest.mark.django_db


def connection(file: Path, seconds: float = 20) -> DatabaseWrapper:
    """A connection of its own to a database in a file."""
    told: dict[str, Any] = connections.configure_settings({"default": {"ENGINE": "config.sqlite"}})["default"]
    options = {**settings.SQLITE_OPTIONS, "timeout": seconds}
    return DatabaseWrapper({**told, "NAME": str(file), "OPTIONS": options}, "turns")


@contextmanager
def writing(file: Path, seconds: float = 20) -> Iterator[DatabaseWrapper]:
    """A transaction on a connection of its own."""
    mine = connection(file, seconds)
    try:
        mine.set_autocommit(False, force_begin_transaction_with_broken_autocommit=True)
        yield mine
        mine.commit()
    finally:
        mine.close()


@pytest.fixture
def file(tmp_path: Path) -> Path:
    with writing(tmp_path / "turns.sqlite3") as mine:
        mine.cursor().execute("CREATE TABLE came (who INTEGER)")
    return tmp_path / "turns.sqlite3"


def came(file: Path) -> list[int]:
    mine = connection(file)
    try:
        return [who for (who,) in mine.cursor().execute("SELECT who FROM came ORDER BY rowid").fetchall()]
    finally:
        mine.close()


def test_writers_go_in_the_order_in_which_they_came(file: Path) -> None:
    def write(who: int) -> None:
        with writing(file) as mine:
            mine.cursor().execute("INSERT INTO came VALUES (%s)", [who])
            time.sleep(0.03)

    threads = [threading.Thread(target=write, args=(who,)) for who in range(12)]
    with writing(file):
        for each in threads:
            each.start()
            time.sleep(0.02)
    for each in threads:
        each.join()
    assert came(file) == list(range(12))


def test_a_command_that_writes_by_itself_waits_for_its_turn_and_takes_it_for_itself_alone(file: Path) -> None:
    def write() -> None:
        mine = connection(file)
        try:
            mine.cursor().execute("INSERT INTO came VALUES (2)")
        finally:
            mine.close()

    with writing(file) as first:
        other = threading.Thread(target=write)
        other.start()
        while not lock_of(str(file))._waiting:
            time.sleep(0.005)
        first.cursor().execute("INSERT INTO came VALUES (1)")
    other.join()
    with writing(file, 0.05) as last:
        last.cursor().execute("INSERT INTO came VALUES (3)")
    assert came(file) == [1, 2, 3]


def test_who_waits_too_long_is_refused_and_measured_and_the_next_ones_go_on(file: Path) -> None:
    waited = series.LOCK_WAIT_SECONDS
    before = waited._sum.get()
    with writing(file), pytest.raises(OperationalError, match="locked"), writing(file, 0.2):
        pass
    assert waited._sum.get() >= before + 0.2
    with writing(file, 0.05) as mine:
        mine.cursor().execute("INSERT INTO came VALUES (1)")
    assert came(file) == [1]


@pytest.mark.parametrize("end", ["rollback", "close"])
def test_a_transaction_that_is_given_up_lets_the_next_one_go(file: Path, end: str) -> None:
    mine = connection(file)
    mine.set_autocommit(False, force_begin_transaction_with_broken_autocommit=True)
    mine.cursor().execute("INSERT INTO came VALUES (1)")
    getattr(mine, end)()
    with writing(file, 0.05) as other:
        other.cursor().execute("INSERT INTO came VALUES (2)")
    mine.close()
    assert came(file) == [2]


def test_another_process_that_holds_the_database_is_waited_for(file: Path) -> None:
    """What SQLite itself refuses gives the turn back."""
    outside = sqlite3.connect(file, isolation_level=None)
    outside.execute("BEGIN IMMEDIATE")
    with pytest.raises(OperationalError), writing(file, 0.05):
        pass
    outside.execute("ROLLBACK")
    outside.close()
    with writing(file, 0.05):
        pass
