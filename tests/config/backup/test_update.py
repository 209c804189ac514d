"""An update: a backup first, the way back told; phones that record meanwhile lose nothing and wait for seconds."""

import os
import shlex
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import psycopg
import pytest
from django.db import connection as site_connection

from config.backup import archive
from config.backup.rotation import backups_in
from tests import servers
from tests.config.backup import service
from tests.config.backup.phones import Phones, new_games
from tests.config.backup.sites import migrated_on_sqlite
from tests.config.backup.versions import computed, empty_postgresql, install_version_before
from tests.servers import ROOT, Console

#: Nobody waits longer where nothing else runs; where the machine has others to serve, as much longer as it takes then.
SECONDS = 5
BOARDS = 4
ON_POSTGRESQL = site_connection.vendor == "postgresql"


@pytest.mark.slow
@pytest.mark.process
def test_an_update_begins_with_a_backup_migrates_and_says_how_to_go_back_or_changes_nothing(
    tmp_path: Path, console: Console
) -> None:
    there = migrated_on_sqlite(console, tmp_path / "there")
    there.manage("migrate", "tournaments", "0025")
    # Where the processes cannot be stopped.
    for command in ("false", "no-such-program --now", "'"):
        with pytest.raises(RuntimeError):
            there.manage("update", "--stop", command, "--start", f"touch {tmp_path / 'started'}")
    assert "[ ] 0026_hall_slides" in there.manage("showmigrations", "tournaments")
    assert not (tmp_path / "started").exists()
    for each in backups_in(tmp_path / "there" / "backups"):
        each.path.unlink()
    said = there.manage("update").splitlines()
    (backup,) = backups_in(tmp_path / "there" / "backups")
    head, _ = archive.check(backup.path)
    assert "0026_hall_slides" not in head.migrations["tournaments"]
    assert said[0] == f"Backup: {backup.path}"
    assert said[1].startswith("Migrations: tournaments.0026_hall_slides")
    assert said[3] == "0 games, 0 differed from their logs"
    assert said[-1].startswith("Up to date. The way back: install the version before")
    assert said[-1].endswith(f"run manage.py restore {backup.path}.")
    assert there.manage("migrate", "--check") == ""


@pytest.mark.slow
@pytest.mark.process
@pytest.mark.database
@pytest.mark.postgresql
def test_nobody_waits_behind_a_migration_that_waits_for_a_backup(tmp_path: Path) -> None:
    manage = [sys.executable, str(ROOT / "manage.py")]
    with ExitStack() as stack:
        url = stack.enter_context(
            servers.postgresql_database(os.environ["DATABASE_URL"], f"locked_{os.getpid()}")
        )
        environment = servers.environment_of(str(tmp_path)) | {"DATABASE_URL": url}
        subprocess.run([*manage, "migrate", "tournaments", "0027"], env=environment, check=True)
        backup, viewer = (stack.enter_context(psycopg.connect(url)) for _ in range(2))
        backup.execute("SELECT count(*) FROM tournaments_webhook")
        update = stack.enter_context(subprocess.Popen([*manage, "update"], env=environment))
        deadline = time.monotonic() + servers.START_SECONDS
        while viewer.execute("SELECT count(*) FROM pg_locks WHERE NOT granted").fetchone() == (0,):
            assert time.monotonic() < deadline
            viewer.rollback()
        viewer.execute(f"SET statement_timeout = '{SECONDS}s'")
        viewer.execute("SELECT count(*) FROM tournaments_webhook")
        viewer.rollback()
        backup.rollback()
        assert update.wait(servers.START_SECONDS) == 0
        assert viewer.execute("SELECT chat FROM tournaments_webhook").fetchall() == []


def server_of(program: Path, port: int) -> list[str]:
    """The processes of a version: one on SQLite, gunicorn with two on PostgreSQL."""
    if ON_POSTGRESQL:
        return [*servers.threads(port), "--chdir", str(program)]
    return [str(program / "manage.py"), "serve", "--port", str(port)]


@contextmanager
def empty_database(folder: Path) -> Iterator[str]:
    """The address of a database that nobody has migrated."""
    if not ON_POSTGRESQL:
        yield f"sqlite:///{folder / 'site.sqlite3'}"
        return
    with empty_postgresql() as url:
        yield url


@pytest.mark.slow
@pytest.mark.process
@pytest.mark.both_databases
def test_phones_that_record_through_an_update_lose_nothing_and_the_version_before_can_come_back(
    tmp_path: Path,
) -> None:
    version_before = tmp_path / "before"
    install_version_before(version_before)
    before = [sys.executable, str(version_before / "manage.py")]
    now = [sys.executable, str(ROOT / "manage.py")]
    manager = [sys.executable, service.__file__]
    with empty_database(tmp_path) as url:
        variables = {"DATABASE_URL": url}
        subprocess.run([*before, "migrate", "--verbosity", "0"], env={**os.environ, **variables}, check=True)
        with servers.site(variables, lambda port: server_of(version_before, port)) as site:
            assert site.process is not None
            (tmp_path / "pid").write_text(str(site.process.pid))

            def manage(*command: str) -> str:
                done = subprocess.run(
                    command, env=site.environment, check=True, capture_output=True, text=True
                )
                return done.stdout

            def starts(program: Path) -> list[str]:
                return [*manager, "start", str(tmp_path), sys.executable, *server_of(program, site.port)]

            token = manage(*before, "create_token", "test", "--role", "organiser").split()[-1]
            try:
                with Phones(site, token, new_games(site, token, BOARDS)) as phones:
                    phones.go_on(10)
                    stop = shlex.join([*manager, "stop", str(tmp_path)])
                    begun, used = time.monotonic(), computed()
                    said = manage(*now, "update", "--stop", stop, "--start", shlex.join(starts(ROOT)))
                    busy = (time.monotonic() - begun) / (computed() - used)
                    phones.go_on(10)
                    longest = phones.longest
                    service.stop(tmp_path)
                    manage(*starts(version_before))
                    phones.go_on(10)
                phones.check_nothing_is_lost()
                assert ", 0 broken" in manage(*now, "check_chains")
                assert ", 0 differed" in manage(*now, "rebuild_projections", "--check")
            finally:
                service.stop(tmp_path)
    assert [line.partition(":")[0] for line in said.splitlines()][:4] == [
        "Backup",
        "Stopped",
        "Migrations",
        "Started",
    ]
    assert longest <= SECONDS * max(1.0, busy), f"{longest:.1f} s on a machine with {1 / busy:.0%} for it"
