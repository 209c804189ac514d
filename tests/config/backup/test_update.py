"""An update: a backup first, the way back told; nobody waits for it."""

import os
import subprocess
import sys
import time
from contextlib import AbstractContextManager, ExitStack, nullcontext as does_not_raise
from io import StringIO
from pathlib import Path
from typing import Any

import psycopg
import pytest
from django.core.management import CommandError, call_command
from django.db import OperationalError

from config.backup import archive
from config.backup.rotation import backups_in
from config.management.commands import update
from tests import servers
from tests.config.backup.sites import migrated_on_sqlite
from tests.config.backup.versions import NEXT, install_next_version
from tests.servers import Console

#: Nobody waits longer.
SECONDS = 5


@pytest.mark.django_db
def test_what_cannot_be_stopped_or_started_is_said_with_where_the_site_stands(tmp_path: Path) -> None:
    started, out = tmp_path / "started", StringIO()
    begin = f"touch {started}"
    for stop in ("false", "no-such-program --now", "'"):
        with pytest.raises(CommandError, match=r"(?s)failed: .*Nothing was changed"):
            call_command("update", to=str(tmp_path), stop=stop, start=begin, stdout=out)
    assert not started.exists()
    with pytest.raises(CommandError, match="The way back: install the version before"):
        call_command("update", to=str(tmp_path), stop="true", start="false", stdout=out)
    with pytest.raises(CommandError, match="Nothing was changed"):  # where no backup can be written
        call_command("update", to=__file__, stdout=out)
    call_command("update", to=str(tmp_path), start=begin, stdout=out)
    said = out.getvalue().splitlines()
    assert started.exists()
    assert "Migrations: none" in said
    assert f"Started: {begin}" in said
    assert said[-1].startswith("Up to date. The way back: install the version before")


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("tries", "error", "outcome"),
    [
        (5, psycopg.errors.LockNotAvailable(), does_not_raise()),  # a table that others hold comes free
        (0, psycopg.errors.LockNotAvailable(), pytest.raises(CommandError, match="The way back: install")),
        (5, psycopg.errors.UndefinedTable(), pytest.raises(CommandError, match="The way back: install")),
    ],
)
def test_a_migration_waits_for_tables_that_others_hold_and_no_other_error_is_tried_again(
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    tries: int,
    error: psycopg.Error,
    outcome: AbstractContextManager[Any],
) -> None:
    monkeypatch.setattr(update, "PAUSE", 0)
    monkeypatch.setattr(update, "TRIES", tries + 1)
    failures = iter([error] * 5)

    def migrate(command: str, **options: Any) -> None:
        if command == "migrate" and (failed := next(failures, None)):
            raise OperationalError from failed

    monkeypatch.setattr(update, "call_command", migrate)
    with outcome:
        call_command("update", to=str(tmp_path), stdout=StringIO())
    assert len(list(failures)) == (0 if tries and error.sqlstate == update.LOCKED else 4)


@pytest.mark.slow
@pytest.mark.process
def test_an_update_begins_with_a_backup_migrates_and_says_how_to_go_back_or_changes_nothing(
    tmp_path: Path, next_version: Console
) -> None:
    there = migrated_on_sqlite(next_version, tmp_path / "there")
    with pytest.raises(RuntimeError):  # where the processes cannot be stopped
        there.manage("update", "--stop", "false", "--start", f"touch {tmp_path / 'started'}")
    assert f"[ ] {NEXT}" in there.manage("showmigrations", "tournaments")
    assert not (tmp_path / "started").exists()
    for each in backups_in(tmp_path / "there" / "backups"):
        each.path.unlink()
    started = tmp_path / "started"
    said = there.manage("update", "--stop", "true", "--start", f"touch {started}").splitlines()
    assert started.exists()
    (backup,) = backups_in(tmp_path / "there" / "backups")
    head, _ = archive.check(backup.path)
    assert NEXT not in head.migrations["tournaments"]
    assert said[:2] == [f"Backup: {backup.path}", "Stopped: true"]
    assert said[2] == f"Migrations: tournaments.{NEXT}"
    assert said[3] == f"Started: touch {started}"
    assert "0 games, 0 differed from their logs" in said
    assert said[-1].startswith("Up to date. The way back: install the version before")
    assert said[-1].endswith(f"run manage.py restore {backup.path}.")
    assert there.manage("migrate", "--check") == ""


@pytest.mark.slow
@pytest.mark.process
@pytest.mark.database
@pytest.mark.postgresql
def test_nobody_waits_behind_a_migration_that_waits_for_a_backup(tmp_path: Path) -> None:
    install_next_version(tmp_path / "next")
    update = [sys.executable, "manage.py", "update"]
    with ExitStack() as stack:
        url = stack.enter_context(
            servers.postgresql_database(os.environ["DATABASE_URL"], f"locked_{os.getpid()}")
        )
        environment = servers.environment_of(str(tmp_path / "data")) | {"DATABASE_URL": url}
        backup, viewer = (stack.enter_context(psycopg.connect(url)) for _ in range(2))
        backup.execute("SELECT count(*) FROM tournaments_webhook")
        updating = stack.enter_context(subprocess.Popen(update, env=environment, cwd=tmp_path / "next"))
        deadline = time.monotonic() + servers.START_SECONDS
        while viewer.execute("SELECT count(*) FROM pg_locks WHERE NOT granted").fetchone() == (0,):
            assert time.monotonic() < deadline
            viewer.rollback()
        viewer.execute(f"SET statement_timeout = '{SECONDS}s'")
        viewer.execute("SELECT count(*) FROM tournaments_webhook")
        viewer.rollback()
        backup.rollback()
        assert updating.wait(servers.START_SECONDS) == 0
        assert viewer.execute("SELECT planted FROM tournaments_webhook").fetchall() == []
