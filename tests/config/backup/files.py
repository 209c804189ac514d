"""Backups made by hand: small ones, to be damaged."""

import gzip
import io
import tarfile
from collections.abc import Callable
from pathlib import Path
from typing import IO
from unittest import mock

from config.backup import archive
from config.backup.archive import ArchiveHead, ArchiveWriter
from config.backup.encryption import encrypted
from config.backup.tables import DumpedColumn, DumpedTable

_ID = DumpedColumn("id", "integer")
TABLES = tuple(
    DumpedTable(
        name,
        (DumpedColumn("id", "integer"), DumpedColumn("name", "text")),
        DumpedColumn("id", "integer"),
        counts=True,
    )
    for name in ("games_player", "games_game", "games_empty")
)
HEAD = ArchiveHead("2026-11-23T20:15:00+00:00", "1", "sqlite", {"games": ["0001_a"]}, [*TABLES])
ROWS = {"games_player": 300, "games_game": 200, "games_empty": 0}


def written(path: Path, passphrase: str = "") -> Path:
    """A backup of two tables with rows, in several parts, and one without."""
    with open(path, "w+b") as file, mock.patch.object(archive, "PART", 2000):
        if passphrase:
            with encrypted(file, passphrase) as stream:
                _write(stream)
        else:
            _write(file)
    return path


def _write(stream: IO[bytes]) -> None:
    writer = ArchiveWriter(stream, HEAD, 0.0)
    writer.add_file("site-name", b"Club")
    for table in TABLES:
        rows = (b'[%d,"player %d"]' % (number, number) for number in range(1, ROWS[table.name] + 1))
        writer.add_table(table.name, rows, ROWS[table.name])
    writer.close()


Change = Callable[[str, bytes], bytes | None]


def changed(path: Path, change: Change) -> Path:
    """The backup with other members, packed anew as by somebody with a tar: ``None`` leaves one out."""
    with archive.members(path, "") as found:
        members = list(found)
    with gzip.open(path, "wb") as packed, tarfile.open(fileobj=packed, mode="w") as tar:
        for name, content in members:
            other = change(name, content)
            if other is not None:
                info = tarfile.TarInfo(name)
                info.size = len(other)
                tar.addfile(info, io.BytesIO(other))
    return path
