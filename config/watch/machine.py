"""What the machine says of itself: its disks."""

from dataclasses import dataclass
from pathlib import Path
from shutil import disk_usage

from django.conf import settings


@dataclass(frozen=True, slots=True)
class Disk:
    """A disk on which something is stored; ``of`` says what."""

    of: str
    free: int
    size: int


def disks() -> list[Disk]:
    """Return the disks of what is stored here: the data, and the backups where they have a folder."""
    folders = {"data": Path(settings.DATA_DIR)}
    if backups := settings.BACKUP_DIR:
        folders["backups"] = Path(backups)
    found = []
    for of, folder in folders.items():
        if folder.is_dir():
            usage = disk_usage(folder)
            found.append(Disk(of, usage.free, usage.total))
    return found
