"""Backups that only a passphrase opens, made of files that the program age opens too.

An encrypted backup is a tar of two members: ``key.age``, a key made for this backup and encrypted with the passphrase,
and ``backup.tar.gz.age``, the backup encrypted to that key. So a large backup passes through in pieces, and the
passphrase is worked on once. By hand: ``tar xf FILE; age -d -i key.age backup.tar.gz.age | tar xz``.
"""

import io
import os
import tarfile
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

import pyrage

from config.backup.errors import BackupError, Damaged
from rules import Text

_KEY, _CONTENT = "key.age", "backup.tar.gz.age"


class WrongPassphrase(BackupError):
    """The passphrase is not the one with which a backup was made."""


@contextmanager
def encrypted(file: IO[bytes], passphrase: str) -> Iterator[IO[bytes]]:
    """Encrypt what is written, into a file at its beginning."""
    identity = pyrage.x25519.Identity.generate()
    key = pyrage.passphrase.encrypt(f"{identity}\n".encode(), passphrase)
    _member(file, _KEY, len(key))
    file.write(key)
    _pad(file, len(key))
    header = file.tell()
    _member(file, _CONTENT, 0)
    begin = file.tell()
    with _through(lambda source: pyrage.encrypt_io(source, file, [identity.to_public()])) as pipe:
        yield pipe
    size = file.tell() - begin
    _pad(file, size)
    file.write(bytes(2 * tarfile.BLOCKSIZE))
    file.seek(header)
    _member(file, _CONTENT, size)


@contextmanager
def decrypted(file: IO[bytes], passphrase: str) -> Iterator[IO[bytes]]:
    """Decrypt a file from its beginning. Raises ``WrongPassphrase``, ``Damaged``."""
    try:
        with tarfile.open(fileobj=file, mode="r:") as outer:
            identity = _identity(_next(outer, _KEY).read(), passphrase)
            content = _next(outer, _CONTENT)
    except tarfile.TarError as error:
        raise Damaged(_KEY, str(error)) from error
    with _from(lambda sink: pyrage.decrypt_io(content, sink, [identity])) as pipe:
        yield pipe


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
    try:
        text = pyrage.passphrase.decrypt(key, passphrase).decode("ascii").strip()
    except pyrage.DecryptError as error:
        raise WrongPassphrase(
            Text("The passphrase does not open this backup ({why}).", why=str(error))
        ) from error
    return pyrage.x25519.Identity.from_str(text)


def _member(file: IO[bytes], name: str, size: int) -> None:
    info = tarfile.TarInfo(name)
    info.size, info.mode = size, 0o600
    file.write(info.tobuf(tarfile.GNU_FORMAT))


def _pad(file: IO[bytes], size: int) -> None:
    file.write(bytes(-size % tarfile.BLOCKSIZE))


@contextmanager
def _through(work: Callable[[IO[bytes]], Any]) -> Iterator[IO[bytes]]:
    """Hand what is written to ``work``, which reads it in a thread of its own."""
    reading, writing = os.pipe()
    with open(reading, "rb") as source:
        worker = _Worker(lambda: work(source))
        try:
            with open(writing, "wb") as sink:
                yield sink
        except BrokenPipeError:
            worker.tell()  # why the reader has gone
            raise
        finally:
            worker.join()
        worker.tell()


@contextmanager
def _from(work: Callable[[IO[bytes]], Any]) -> Iterator[IO[bytes]]:
    """Read what ``work`` writes in a thread of its own; where it fails, that is said at the end of what there is."""
    reading, writing = os.pipe()
    sink = open(writing, "wb")  # noqa: SIM115 – closed by the writer

    def and_close() -> None:
        try:
            work(sink)
        finally:
            sink.close()

    worker = _Worker(and_close)
    with open(reading, "rb") as source:
        try:
            yield _ClosingSource(source, worker)  # type: ignore[misc]
        finally:
            source.close()  # a writer that still writes gets an error
            worker.join()


class _Worker(threading.Thread):
    def __init__(self, work: Callable[[], Any]) -> None:
        super().__init__(daemon=True)
        self._work = work
        self.failure: BaseException | None = None
        self.start()

    def run(self) -> None:
        try:
            self._work()
        except BaseException as failure:
            self.failure = failure

    def tell(self) -> None:
        """Raise what has gone wrong."""
        self.join()
        if self.failure is not None:
            raise self.failure


class _ClosingSource(io.RawIOBase):
    """A pipe whose end says whether it is the end of everything."""

    def __init__(self, source: IO[bytes], worker: _Worker) -> None:
        self._source = source
        self._worker = worker

    def read(self, size: int = -1) -> bytes:
        found = self._source.read(size)
        if not found and size:
            self._worker.tell()
        return found


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
