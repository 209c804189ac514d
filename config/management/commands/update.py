"""Bring the site's data up to date with a new version of the program, with a way back."""

import shlex
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import OperationalError, connection
from django.db.migrations.executor import MigrationExecutor
from django.utils import timezone

from config.backup import archive
from config.backup.encryption import passphrase_in
from config.backup.errors import BackupError
from config.backup.make import make_backup
from config.backup.rotation import path_in
from rules import Text

NOTHING_CHANGED = Text("Nothing was changed.")
#: How long a migration waits for a table before it lets others go on; how often it tries again, and after how long.
LOCK_SECONDS, TRIES, PAUSE = 1, 300, 3.0
#: PostgreSQL's word for a lock that did not come in time.
LOCKED = "55P03"


class Command(BaseCommand):
    """``manage.py update [--stop COMMAND] [--start COMMAND]``: each step says that it is done."""

    help = (
        "Bring the site up to date with a new version that is installed: back up while the version before goes on,"
        " stop it, migrate, start the new one, and compute again what it stores otherwise."
    )
    # The database is of the version before.
    requires_migrations_checks = False

    def add_arguments(self, parser: CommandParser) -> None:
        """Where the backup goes, and what stops and starts the site's processes."""
        parser.add_argument(
            "--to",
            metavar="FOLDER",
            default=settings.BACKUP_DIR or str(Path(settings.DATA_DIR) / "backups"),
            help="folder of the backup (default: BACKUP_DIR, else DATA_DIR/backups)",
        )
        parser.add_argument(
            "--stop",
            metavar="COMMAND",
            default="",
            help="run before the migrations, as 'systemctl stop rauswurf'; not needed from one version to the next",
        )
        parser.add_argument(
            "--start",
            metavar="COMMAND",
            default="",
            help="run after the migrations, as 'systemctl restart rauswurf'; without it, start the processes yourself",
        )

    def handle(self, *args: Any, to: str, stop: str, start: str, **options: Any) -> None:
        """Do one step after the other."""
        path = self._backed_up(Path(to))
        self._run(stop, "Stopped", NOTHING_CHANGED)
        back = _way_back(path)
        try:
            self.stdout.write(f"Migrations: {_migrated()}")
        except Exception as error:
            raise _refused(str(error), back) from error
        self._run(start, "Started", back)
        self.stdout.write("Computing again what this version stores otherwise:")
        call_command("rebuild_projections", stdout=self.stdout)
        self.stdout.write(f"Up to date. {back}")

    def _backed_up(self, folder: Path) -> Path:
        """Make a backup and read it again: what cannot be restored is no way back."""
        now = timezone.now()
        try:
            passphrase = passphrase_in(settings.BACKUP_PASSPHRASE_FILE)
            path = path_in(folder, now, encrypted=bool(passphrase))
            make_backup(path, now=now, passphrase=passphrase)
            archive.check(path, passphrase)
        except (BackupError, OSError) as error:
            raise _refused(str(error), NOTHING_CHANGED) from error
        self.stdout.write(f"Backup: {path}")
        return path

    def _run(self, command: str, done: str, otherwise: Text) -> None:
        """Run a command of the host's, where there is one; raises where it fails, and says ``otherwise``."""
        if not command:
            return
        try:
            subprocess.run(shlex.split(command), check=True)
        except (OSError, ValueError, subprocess.CalledProcessError) as error:
            failed = Text("{command} failed: {why}.", command=command, why=str(error).rstrip("."))
            raise _refused(failed.in_all("\n"), otherwise) from error
        self.stdout.write(f"{done}: {command}")


def _refused(why: str, then: Text) -> CommandError:
    return CommandError(f"{why}\n{then.in_all()}")


def _migrated() -> str:
    """Migrate; say what that was."""
    executor = MigrationExecutor(connection)
    plan = executor.migration_plan(executor.loader.graph.leaf_nodes())
    for left in reversed(range(TRIES)):
        try:
            with _waiting_shortly():
                call_command("migrate", interactive=False, verbosity=0)
            break
        except OperationalError as error:
            if not left or getattr(error.__cause__, "sqlstate", "") != LOCKED:
                raise
        time.sleep(PAUSE)
    return ", ".join(f"{migration.app_label}.{migration.name}" for migration, _ in plan) or "none"


@contextmanager
def _waiting_shortly() -> Iterator[None]:
    """Have PostgreSQL give up a lock that does not come: all others queue behind a process that waits for a table.

    A backup reads tables for minutes; a migration that would wait for its end would stop all recording until then.
    """
    if connection.vendor != "postgresql":
        yield
        return
    with connection.cursor() as cursor:
        cursor.execute(f"SET lock_timeout = '{LOCK_SECONDS}s'")
    try:
        yield
    finally:
        with connection.cursor() as cursor:
            cursor.execute("RESET lock_timeout")


def _way_back(path: Path) -> Text:
    """Say what gets the site back to where it was."""
    return Text(
        "The way back: install the version before and start it; if it does not fit the database any more, give it an"
        " empty one and run manage.py restore {path}.",
        path=str(path),
    )
