"""What the machine says of itself: its disks and its clock."""

import ctypes
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from shutil import disk_usage

from django.conf import settings
from django.db import connection

#: Of ``adjtimex``: the state of a clock without synchronisation, and the flag that says so.
_ERROR, _UNSYNCHRONISED = 5, 0x40
#: Larger than ``struct timex`` is anywhere; its first members are the modes and the status after four longs.
_ROOM = 512


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


def follows_a_time_server() -> bool | None:
    """Check whether the system's clock is set by a time server; ``None`` where the system does not say."""
    try:
        answer = ctypes.create_string_buffer(_ROOM)
        state = ctypes.CDLL(None, use_errno=True).adjtimex(answer)
    except (OSError, AttributeError):
        return None
    if state < 0:
        return None
    return state != _ERROR and not _status(answer.raw) & _UNSYNCHRONISED


def _status(timex: bytes) -> int:
    """Return the flags: after ``modes`` (padded), ``offset``, ``freq``, ``maxerror`` and ``esterror``."""
    long = ctypes.sizeof(ctypes.c_long)
    return int.from_bytes(timex[5 * long : 5 * long + 4], "little")


def ahead_of_database(now: datetime) -> float | None:
    """Return by how many seconds this clock is ahead of the database's; ``None`` where they are the same one."""
    if connection.vendor != "postgresql":
        return None
    with connection.cursor() as cursor:
        cursor.execute("SELECT clock_timestamp()")
        return float((now - cursor.fetchone()[0]).total_seconds())
