"""Backups that only a passphrase opens, made of files that the program age opens too.

An encrypted backup is a tar of two members: ``key.age``, a key made for this backup and encrypted with the passphrase,
and ``backup.tar.gz.age``, the backup encrypted to that key. So it is encrypted in pieces, however large it is, and the
passphrase is worked on once. By hand: ``tar xf FILE; age -d -i key.age backup.tar.gz.age | tar xz``.
"""

import io
import os
import tarfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryFile
from typing import IO

import pyrage
from django.conf import settings

from config.backup.errors import BackupError, Damaged
from rules import Text

_KEY, _CONTENT = "key.age", "backup.tar.gz.age"
#: Age measures for milliseconds how quick this machine is, and does not try a passphrase that would take many seconds
#: by that: where others use the processor meanwhile it refuses one that takes a second.
REFUSED_FOR_TIME = "Excessive work parameter"
#: Each measures again.
TRIES = 20


class WrongPassphrase(BackupError):
    """The passphrase is not the one with which a backup was made."""


@contextmanager
def encrypted(file: IO[bytes], passphrase: str) -> Iterator[IO[bytes]]:
    """Encrypt what is written, into a file at its beginning; until all of it is there it waits in ``DATA_DIR``."""
    identity = pyrage.x25519.Identity.generate()
    key = pyrage.passphrase.encrypt(f"{identity}\n".encode(), passphrase)
    with _waiting() as plain, _waiting() as closed:
        yield plain
        plain.seek(0)
        pyrage.encrypt_io(plain, closed, [identity.to_public()])
        with tarfile.open(fileobj=file, mode="w", format=tarfile.GNU_FORMAT) as outer:
            for name, content in ((_KEY, io.BytesIO(key)), (_CONTENT, closed)):
                info = tarfile.TarInfo(name)
                info.size, info.mode = content.seek(0, os.SEEK_END), 0o600
                content.seek(0)
                outer.addfile(info, content)


@contextmanager
def decrypted(file: IO[bytes], passphrase: str) -> Iterator[IO[bytes]]:
    """Decrypt a file from its beginning, into ``DATA_DIR``. Raises ``WrongPassphrase``, ``Damaged``."""
    with _waiting() as plain:
        try:
            with tarfile.open(fileobj=file, mode="r:") as outer:
                identity = _identity(_next(outer, _KEY).read(), passphrase)
                pyrage.decrypt_io(_next(outer, _CONTENT), plain, [identity])
        except tarfile.TarError as error:
            raise Damaged(_KEY, str(error)) from error
        plain.seek(0)
        yield plain


def _waiting() -> IO[bytes]:
    """Open a file without a name, where all other data of the site is open, too."""
    return TemporaryFile(dir=settings.DATA_DIR)


def is_encrypted(file: IO[bytes]) -> bool:
    """Tell an encrypted backup by its beginning, which is read again afterwards."""
    begin = file.read(len(_KEY))
    file.seek(0)
    return begin == _KEY.encode()


def _next(outer: tarfile.TarFile, name: str) -> IO[bytes]:
    member = outer.next()
    found = None if member is None or member.name != name else outer.extractfile(member)
    if found is None:
        raise Damaged(name, Text("is missing"))
    return found


def _identity(key: bytes, passphrase: str) -> pyrage.x25519.Identity:
    for left in reversed(range(TRIES)):
        try:
            text = pyrage.passphrase.decrypt(key, passphrase).decode("ascii").strip()
            break
        except pyrage.DecryptError as error:
            if left and REFUSED_FOR_TIME in str(error):
                continue
            raise WrongPassphrase(
                Text("The passphrase does not open this backup ({why}).", why=str(error))
            ) from error
    return pyrage.x25519.Identity.from_str(text)


def passphrase_in(file: str) -> str:
    """Return the first line of a file; empty where none is named."""
    if not file:
        return ""
    try:
        text = Path(file).read_text(encoding="utf-8").partition("\n")[0].strip()
    except OSError as error:
        raise BackupError(Text("The passphrase cannot be read: {why}.", why=str(error))) from error
    if not text:
        raise BackupError(Text("The file {file} has no passphrase in its first line.", file=file))
    return text
