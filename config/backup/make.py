"""A backup is made: everything as of one moment, into a draft that becomes the file when it is whole."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from importlib import metadata
from pathlib import Path
from typing import IO

from django.db.backends.base.base import BaseDatabaseWrapper

from config.backup.archive import ArchiveHead, ArchiveWriter, Manifest
from config.backup.encryption import encrypted
from config.backup.errors import BackupError
from config.backup.rotation import draft_beside
from config.backup.site_files import site_files
from config.backup.tables import migration_state, tables_in
from config.backup.values import as_stored, last_id, one_moment, rows
from rules import Text


def make_backup(path: Path, *, now: datetime, passphrase: str) -> Manifest:
    """Write a backup of everything as it is now to ``path``; encrypted where there is a passphrase.

    The site goes on meanwhile. Raises ``BackupError``; then there is no file.
    """
    with one_moment() as database, _draft_of(path) as draft:
        if passphrase:
            with encrypted(draft, passphrase) as stream:
                return _write(stream, database, now, with_secrets=True)
        return _write(draft, database, now, with_secrets=False)


def _write(
    stream: IO[bytes], database: BaseDatabaseWrapper, now: datetime, *, with_secrets: bool
) -> Manifest:
    state = migration_state(database)
    if "games" not in state:
        raise BackupError(Text("There is nothing to back up: the database has no tables. Run migrate first."))
    tables = tables_in(state)
    head = ArchiveHead(
        made_at=now.isoformat(timespec="seconds"),
        program=program(),
        database=database.vendor,
        migrations=state,
        tables=tables,
    )
    writer = ArchiveWriter(stream, head, now.timestamp())
    for name, content in site_files(with_secrets=with_secrets).items():
        writer.add_file(name, content)
    for table in tables:
        writer.add_table(table.name, map(as_stored, rows(database, table)), last_id(database, table))
    writer.close()
    return writer.manifest


def program() -> str:
    """Return the version of the program."""
    try:
        return metadata.version("rauswurf")
    except metadata.PackageNotFoundError:
        return "from its files"


@contextmanager
def _draft_of(path: Path) -> Iterator[IO[bytes]]:
    """Write beside the file, for its owner alone; it takes its name when all of it is on the disk."""
    draft = draft_beside(path)
    try:
        with open(os.open(draft, os.O_RDWR | os.O_CREAT | os.O_TRUNC, 0o600), "w+b") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        draft.replace(path)
    except OSError as error:
        raise BackupError(Text("{path} cannot be written: {why}.", path=str(path), why=str(error))) from error
    finally:
        draft.unlink(missing_ok=True)
