"""Back up the whole site while it runs."""

from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from config.backup.encryption import passphrase_in
from config.backup.errors import BackupError
from config.backup.make import make_backup
from config.backup.rotation import path_in, rotate
from rules import Text


class Command(BaseCommand):
    """``manage.py backup [FILE|FOLDER]``: everything as of one moment, in one file."""

    help = "Back up the whole site into one file, while it runs. In a folder the file is named by its moment."

    def add_arguments(self, parser: CommandParser) -> None:
        """Where to, how it is closed, and how many stay."""
        parser.add_argument(
            "to", nargs="?", metavar="FILE|FOLDER", default=settings.BACKUP_DIR, help="BACKUP_DIR"
        )
        parser.add_argument(
            "--passphrase-file",
            metavar="FILE",
            default=settings.BACKUP_PASSPHRASE_FILE,
            help="encrypt with the passphrase in its first line (default: BACKUP_PASSPHRASE_FILE)",
        )
        parser.add_argument(
            "--keep",
            type=int,
            metavar="N",
            help="in a folder: keep the backups of N days and of N weeks (default: BACKUP_KEEP)",
        )

    def handle(
        self, *args: Any, to: str, passphrase_file: str, keep: int | None = None, **options: Any
    ) -> None:
        """Make it, and drop what is too many."""
        if not to:
            raise CommandError(
                Text("Name a file or a folder for the backup, or set BACKUP_DIR.").in_all("\n")
            )
        now = timezone.now()
        try:
            passphrase = passphrase_in(passphrase_file)
            folder = Path(to) if Path(to).is_dir() or to == settings.BACKUP_DIR else None
            path = path_in(folder, now, encrypted=bool(passphrase)) if folder else Path(to)
            manifest = make_backup(path, now=now, passphrase=passphrase)
        except (BackupError, OSError) as error:
            raise CommandError(str(error)) from error
        self.stdout.write(
            f"{path}: {path.stat().st_size} bytes, {manifest.games} games with {manifest.events} events"
        )
        if folder is not None:
            for gone in rotate(folder, keep=settings.BACKUP_KEEP if keep is None else keep):
                self.stdout.write(f"deleted: {gone}")
