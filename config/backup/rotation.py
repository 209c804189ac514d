"""Backups in a folder: what they are called, which are there, and which are kept."""

import re
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from config.backup.drafts import drop_broken_off
from config.backup.encryption import is_encrypted

_NAME = re.compile(r"rauswurf-(\d{4}-\d\d-\d\dT\d{6})Z\.(?:tar\.gz|age\.tar)")
_MOMENT = "%Y-%m-%dT%H%M%S"


@dataclass(frozen=True, slots=True)
class Kept:
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


def backups_in(folder: Path) -> list[Kept]:
    """Return the backups in a folder, newest first."""
    found = []
    for path in folder.iterdir() if folder.is_dir() else ():
        if told := _NAME.fullmatch(path.name):
            found.append(Kept(path, datetime.strptime(told[1], _MOMENT).replace(tzinfo=UTC)))
    return sorted(found, key=lambda kept: kept.made_at, reverse=True)


def rotate(folder: Path, *, keep: int) -> list[Path]:
    """Keep the newest backup of each of the last ``keep`` days and weeks that have one, delete the others.

    What somebody was killed in the middle of goes, too.
    """
    there = backups_in(folder)
    days: dict[object, Kept] = {}
    weeks: dict[object, Kept] = {}
    for kept in there:
        days.setdefault(kept.made_at.date(), kept)
        weeks.setdefault(kept.made_at.isocalendar()[:2], kept)
    stay = {*list(days.values())[:keep], *list(weeks.values())[:keep]}
    gone = [kept.path for kept in there if kept not in stay]
    for path in gone:
        path.unlink(missing_ok=True)
    return gone + drop_broken_off(folder, "rauswurf-*")
