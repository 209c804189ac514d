"""Backups in a folder: what they are called, which are there, and which stay."""

import re
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from config.backup.drafts import drop_broken_off
from config.backup.encryption import is_encrypted

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
