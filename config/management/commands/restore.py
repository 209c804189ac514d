"""Restore a backup onto an empty machine, and prove that it is all there."""

import getpass
import sys
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from config.backup import archive, unfinished
from config.backup.archive import ArchiveHead, Manifest
from config.backup.encryption import is_encrypted, passphrase_in
from config.backup.errors import BackupError
from config.backup.proof import NotProven, prove
from config.backup.restore import restore, tell_maker
from config.priority import look_for_garbage_rarely
from rules import Text


class Command(BaseCommand):
    """``manage.py restore FILE [--check]``: exit 1 where anything is not as it was."""

    help = "Restore a backup into an empty database of either kind, and prove that everything is there."
    # The database is what the backup makes of it; what was cut off before is reported here.
    requires_migrations_checks = False
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        """Which file, and what opens it."""
        parser.add_argument("file", metavar="FILE")
        parser.add_argument(
            "--passphrase-file",
            metavar="FILE",
            default=settings.BACKUP_PASSPHRASE_FILE,
            help="the passphrase in its first line (default: BACKUP_PASSPHRASE_FILE, or asked for)",
        )
        parser.add_argument("--check", action="store_true", help="only look whether the file is whole")

    def handle(self, *args: Any, file: str, passphrase_file: str, check: bool, **options: Any) -> None:
        """Read, load, compare, prove; the last line is the verdict."""
        look_for_garbage_rarely()
        path = Path(file)
        if not path.is_file():
            raise CommandError(Text("There is no file {file}.", file=file).in_all("\n"))
        try:
            passphrase = passphrase_in(passphrase_file) or _asked(path)
            if check:
                head, manifest = archive.check(path, passphrase)
                tell_maker(path, manifest, self._tell)
                self.stdout.write(f"The backup of {head.made_at} is whole: {manifest.games} games.")
                return
            head, manifest = restore(path, tell=self._tell, passphrase=passphrase)
            self.stdout.write(self._proven(head, manifest))
        except BackupError as error:
            raise CommandError(str(error)) from error

    def _proven(self, head: ArchiveHead, manifest: Manifest) -> str:
        """Compare everything with the backup; proven or not, the restore has come to its end then."""
        try:
            verdict = prove(head, manifest, tell=self._tell)
        except NotProven:
            unfinished.end()
            raise
        unfinished.end()
        return verdict

    def _tell(self, line: str) -> None:
        self.stdout.write(line)
        self.stdout.flush()


def _asked(path: Path) -> str:
    """Ask at the terminal, if there is one."""
    with open(path, "rb") as file:
        if is_encrypted(file) and sys.stdin.isatty():
            return getpass.getpass("Passphrase of the backup: ")
    return ""
