"""Backups in a folder: what they are called, which are there, which stay; and the drafts that become them."""

import os
import re
import time
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from django.conf import settings

from config.backup.encryption import is_encrypted

_ENDING = ".draft"
#: No writer takes so long: a power cut or a kill has left it, as large as the site.
BROKEN_OFF_SECONDS = 24 * 3600


def draft_beside(path: Path) -> Path:
    """Return where this process writes what becomes that file when it is whole."""
    return path.with_name(f"{path.name}.{os.getpid()}{_ENDING}")


def drop_broken_off(folder: Path, names: str) -> list[Path]:
    """Drop the drafts of files with such names that have no writer any more."""
    until = time.time() - BROKEN_OFF_SECONDS
    gone = [path for path in folder.glob(f"{names}.*{_ENDING}") if path.stat().st_mtime < until]
    for path in gone:
        path.unlink(missing_ok=True)
    return gone


_NAME = re.compile(r"rauswurf-(\d{4}-\d\d-\d\dT\d{6})Z\.(?:tar\.gz|age\.tar)")
_MOMENT = "%Y-%m-%dT%H%M%S"


@dataclass(frozen=True, slots=True)
class StoredBackup:
    """A backup in a folder."""

    path: Path
    made_at: datetime

    @property
    def size(self) -> int:
        """Return its bytes."""
        return self.path.stat().st_size

    @property
    def is_encrypted(self) -> bool:
        """Return whether it takes a passphrase."""
        with open(self.path, "rb") as file:
            return is_encrypted(file)


def name_of(now: datetime, *, encrypted: bool) -> str:
    """Return what a backup is called that is made now."""
    return f"rauswurf-{now.astimezone(UTC):{_MOMENT}}Z.{'age.tar' if encrypted else 'tar.gz'}"


def path_in(folder: Path, now: datetime, *, encrypted: bool) -> Path:
    """Return where a backup that is made now shall lie in a folder, which is made where it is missing."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    return folder / name_of(now, encrypted=encrypted)


def backups_in(folder: Path) -> list[StoredBackup]:
    """Return the backups in a folder, newest first."""
    found = []
    for path in folder.iterdir() if folder.is_dir() else ():
        if match := _NAME.fullmatch(path.name):
            found.append(StoredBackup(path, datetime.strptime(match[1], _MOMENT).replace(tzinfo=UTC)))
    return sorted(found, key=lambda backup: backup.made_at, reverse=True)


def rotate(folder: Path, *, keep: int) -> list[Path]:
    """Keep the newest backup of each of the last ``keep`` days and weeks that have one, delete the others.

    What somebody was killed in the middle of goes, too.
    """
    there = backups_in(folder)
    days: dict[object, StoredBackup] = {}
    weeks: dict[object, StoredBackup] = {}
    for backup in there:
        days.setdefault(backup.made_at.date(), backup)
        weeks.setdefault(backup.made_at.isocalendar()[:2], backup)
    stay = {*list(days.values())[:keep], *list(weeks.values())[:keep]}
    gone = [backup.path for backup in there if backup not in stay]
    for path in gone:
        path.unlink(missing_ok=True)
    return gone + drop_broken_off(folder, "rauswurf-*")


def backups() -> list[StoredBackup]:
    """Return the backups in ``BACKUP_DIR``, newest first; none where it is not set."""
    return backups_in(Path(settings.BACKUP_DIR)) if settings.BACKUP_DIR else []


def newest() -> StoredBackup | None:
    """Return the newest backup; ``None`` where none is known."""
    return next(iter(backups()), None)
