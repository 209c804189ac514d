"""The dumps that the site keeps: made every night, the oldest dropped, each written whole or not at all."""

from __future__ import annotations

import os
import re
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import partial
from hashlib import sha256
from itertools import chain
from pathlib import Path
from typing import IO, Any

from django.conf import settings
from django.db import transaction
from django.db.models.signals import pre_save
from django.dispatch import receiver
from django.utils import timezone

from games.models import Player
from tournaments.transfer.dump.archive import DumpCounts, write_dump
from tournaments.transfer.dump.content import (
    listed_events,
    listed_games,
    parts_of_events,
    parts_without_events,
)

#: When it is made, in the time of the site.
HOUR = 3
#: What is left of a dump that was broken off is dropped after this.
BROKEN_OFF = timedelta(hours=6)
_NAME = re.compile(r"rauswurf-(\d{8}T\d{6})Z\.zip")
_UNFINISHED = ".part"


@dataclass(frozen=True, slots=True)
class StoredDump:
    """A dump that is kept, with the checksum that was taken while it was written."""

    path: Path
    made_at: datetime
    size: int
    checksum: str

    @property
    def name(self) -> str:
        """Return what its file is called."""
        return self.path.name

    @property
    def slug(self) -> str:
        """Return what stands for it in its address."""
        return self.path.stem


def folder() -> Path:
    """Return where dumps are kept."""
    return Path(settings.DATA_DIR) / "dumps"


def stored_dumps() -> list[StoredDump]:
    """List the dumps that are kept, the latest first."""
    found = [_stored(path) for path in folder().glob("rauswurf-*.zip")]
    return sorted((dump for dump in found if dump), key=lambda dump: dump.name, reverse=True)


def stored_dump(name: str) -> StoredDump | None:
    """Find a kept dump by the name of its file."""
    return next((dump for dump in stored_dumps() if dump.name == name), None)


def make_dump(*, now: datetime) -> tuple[StoredDump, DumpCounts]:
    """Write a dump of all that is public, and drop those that are too many."""
    name = f"rauswurf-{now.astimezone(UTC):%Y%m%dT%H%M%S}Z.zip"
    place = folder()
    place.mkdir(mode=0o700, parents=True, exist_ok=True)
    parts = chain(parts_of_events(listed_events(), now), parts_without_events(now))
    with _replacing(place / name) as file:
        counts = write_dump(file, parts, now=now.astimezone(UTC))
        checksum = _checksum(file)
        # First, so that whoever finds the dump finds its checksum.
        with _replacing(_sum_of(place / name)) as sums:
            sums.write(f"{checksum}  {name}\n".encode())
    drop_old_dumps(now=now)
    dump = _stored(place / name)
    assert dump is not None, "it has just been written"
    return dump, counts


def is_due(*, now: datetime) -> bool:
    """Check whether tonight's dump is still to be made; before there is anything public none is."""
    if not settings.DUMPS_KEPT:
        return False
    local = timezone.localtime(now)
    night = local.replace(hour=HOUR, minute=0, second=0, microsecond=0)
    latest = next(iter(stored_dumps()), None)
    if latest is None:
        return listed_events().exists() or listed_games(now).exists()
    return latest.made_at < (night if night <= local else night - timedelta(days=1))


def dump_due(*, now: datetime) -> int:
    """Make the dump that is due; how many that were."""
    if not is_due(now=now):
        return 0
    make_dump(now=now)
    return 1


def drop_old_dumps(*, now: datetime) -> None:
    """Keep as many dumps as the site keeps, at least the latest; drop what was broken off."""
    for dump in stored_dumps()[max(settings.DUMPS_KEPT, 1) :]:
        _drop(dump)
    for path in folder().glob(f"*{_UNFINISHED}"):
        if now.timestamp() - path.stat().st_mtime > BROKEN_OFF.total_seconds():
            path.unlink(missing_ok=True)


def drop_all_dumps() -> None:
    """Drop every dump: a name that is not shown any more stands in them."""
    for dump in stored_dumps():
        _drop(dump)


@receiver(pre_save, sender=Player)
def dumps_forget_names(instance: Player, raw: bool, **_: Any) -> None:
    """Hand out no dump that tells another name than the one by which a player is shown; the next is made soon."""
    before = None if raw or instance._state.adding else Player.objects.filter(pk=instance.pk).first()
    if before is not None and before.shown_as != instance.shown_as:
        transaction.on_commit(drop_all_dumps, robust=True)


def _drop(dump: StoredDump) -> None:
    dump.path.unlink(missing_ok=True)
    _sum_of(dump.path).unlink(missing_ok=True)


def _stored(path: Path) -> StoredDump | None:
    """Return the dump in a file; ``None`` where it is none, or just being dropped."""
    name = _NAME.fullmatch(path.name)
    try:
        size, text = path.stat().st_size, _sum_of(path).read_text(encoding="ascii")
    except FileNotFoundError:
        return None
    if name is None:
        return None
    made_at = datetime.strptime(name[1], "%Y%m%dT%H%M%S").replace(tzinfo=UTC)
    return StoredDump(path, made_at, size, text.partition(" ")[0])


def _sum_of(path: Path) -> Path:
    return path.with_suffix(".sha256")


def _checksum(file: IO[bytes]) -> str:
    file.seek(0)
    digest = sha256()
    for chunk in iter(partial(file.read, 64 * 1024), b""):
        digest.update(chunk)
    return digest.hexdigest()


@contextmanager
def _replacing(path: Path) -> Iterator[IO[bytes]]:
    """Write a file that is there whole, or not at all, also after a power cut; readable by its owner alone."""
    descriptor, temporary = tempfile.mkstemp(dir=path.parent, suffix=_UNFINISHED)
    try:
        with open(descriptor, "w+b") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        Path(temporary).replace(path)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise
