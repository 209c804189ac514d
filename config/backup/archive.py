"""The file of a backup: a tar, compressed, with only a part of a table in memory at a time.

Members, in this order: ``backup.json`` (what it is a backup of: ``ArchiveHead``), ``files/…``,
``tables/NAME/000001.ndjson`` and so on, ``manifest.json`` (how much of everything, with its hash:
``Manifest``). Each line of a table is a row as a JSON array in the order of the columns.
"""

import gzip
import hashlib
import io
import json
import tarfile
import zlib
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import IO, Any, TypeVar

import pyrage
from django.utils.crypto import constant_time_compare, salted_hmac

from config.backup import encryption
from config.backup.errors import BackupError, Damaged, Unknown
from config.backup.tables import BACKUP, DumpedColumn, DumpedTable, MigrationState, too_old
from rules import Text

_SALT = "config.backup.archive"
MADE_HERE = Text("This site has made the backup: it is sealed with the secret key of this site.")
NOT_PROVEN = Text(
    "Nothing shows who has made the backup: it is not sealed with the secret key of this site."
    " Restore it only where you know that it is yours."
)


def _seal_of(members: dict[str, Any]) -> str:
    """Return the HMAC-SHA256 of all members of a manifest but its seal."""
    return salted_hmac(_SALT, json.dumps(members, sort_keys=True), algorithm="sha256").hexdigest()


#: The format of the file: one more where an older version could not read it.
FORMAT = 3
HEAD, MANIFEST, FILES, TABLES = "backup.json", "manifest.json", "files/", "tables/"
#: Bytes of lines in one member.
PART = 4_000_000
#: Quick rather than small: most of it are hashes, which no level makes smaller.
LEVEL = 3
#: What reading raises where something of a file is missing or was changed.
UNREADABLE = (EOFError, OSError, zlib.error, tarfile.TarError, pyrage.DecryptError)
MISSING = Text("is missing")
Made = TypeVar("Made")


@dataclass(frozen=True, slots=True)
class ArchiveHead:
    """What a backup is of."""

    made_at: str
    program: str
    database: str
    migrations: MigrationState
    #: In the order in which they are loaded.
    tables: list[DumpedTable]
    format: int = FORMAT


@dataclass(frozen=True, slots=True)
class Content:
    """How much of a table there is, its hash, and the last number that was given as a key."""

    rows: int
    sha256: str
    last_id: int = 0


@dataclass(slots=True)
class Manifest:
    """Everything of a backup: by its name how much there is of it, and its SHA-256; whether this site has made it."""

    head: str = ""
    files: dict[str, str] = field(default_factory=dict)
    tables: dict[str, Content] = field(default_factory=dict)
    is_made_here: bool = True

    @property
    def maker(self) -> Text:
        """Return who has made it."""
        return MADE_HERE if self.is_made_here else NOT_PROVEN

    @property
    def games(self) -> int:
        """Return how many games there are."""
        return self.tables["games_game"].rows

    @property
    def events(self) -> int:
        """Return how many events their logs have."""
        return self.tables["games_gameevent"].rows


class ArchiveWriter:
    """Writes one backup into a stream, from its head to its manifest."""

    def __init__(self, stream: IO[bytes], head: ArchiveHead, made_at: float) -> None:
        self._compressed = gzip.GzipFile(
            filename="", mode="wb", compresslevel=LEVEL, fileobj=stream, mtime=made_at
        )
        self._tar = tarfile.TarFile.open(fileobj=self._compressed, mode="w|", format=tarfile.GNU_FORMAT)
        self._made_at = made_at
        self.manifest = Manifest()
        text = json.dumps(asdict(head), indent=1).encode()
        self.manifest.head = hashlib.sha256(text).hexdigest()
        self._add(HEAD, text)

    def add_file(self, name: str, content: bytes) -> None:
        """Add a file of the site."""
        self.manifest.files[name] = hashlib.sha256(content).hexdigest()
        self._add(FILES + name, content)

    def add_table(self, table: str, rows: Iterable[bytes], last_id: int) -> None:
        """Add a table, row by row."""
        written, sha256, part, number = 0, hashlib.sha256(), bytearray(), 1
        for row in rows:
            written += 1
            part += row + b"\n"
            if len(part) >= PART:
                sha256.update(part)
                self._add(f"{TABLES}{table}/{number:06}.ndjson", bytes(part))
                number += 1
                part.clear()
        sha256.update(part)
        self._add(f"{TABLES}{table}/{number:06}.ndjson", bytes(part))
        self.manifest.tables[table] = Content(written, sha256.hexdigest(), last_id)

    def close(self) -> None:
        """Write the manifest with its seal: only now is it a backup."""
        tables = {name: asdict(content) for name, content in self.manifest.tables.items()}
        members = {"head": self.manifest.head, "files": self.manifest.files, "tables": tables}
        self._add(MANIFEST, json.dumps({**members, "seal": _seal_of(members)}, indent=1).encode())
        self._tar.close()
        self._compressed.close()

    def _add(self, name: str, content: bytes) -> None:
        info = tarfile.TarInfo(name)
        info.size, info.mode, info.mtime = len(content), 0o600, int(self._made_at)
        self._tar.addfile(info, io.BytesIO(content))


@contextmanager
def members(path: Path, passphrase: str) -> Iterator[Iterator[tuple[str, bytes]]]:
    """Open a backup, to be read from its beginning: names and contents of its members."""
    with open(path, "rb") as file:
        if encryption.is_encrypted(file):
            if not passphrase:
                raise BackupError(
                    Text("The backup is encrypted: it needs the passphrase with which it was made.")
                )
            with encryption.decrypted(file, passphrase) as stream:
                yield _members(stream)
        else:
            yield _members(file)


def _members(stream: IO[bytes]) -> Iterator[tuple[str, bytes]]:
    with gzip.GzipFile(fileobj=stream, mode="rb") as compressed:
        with tarfile.open(fileobj=compressed, mode="r|") as tar:
            for member in tar:
                content = tar.extractfile(member)
                yield member.name, content.read() if content is not None else b""
        while compressed.read(PART):  # its own checksum is at the very end
            pass


def check(path: Path, passphrase: str = "") -> tuple[ArchiveHead, Manifest]:
    """Read a backup to its end. Raises ``Damaged`` with the place, or ``Unknown``, ``WrongPassphrase``."""
    head: ArchiveHead | None = None
    manifest: Manifest | None = None
    found: dict[str, Any] = defaultdict(hashlib.sha256)
    place = Text("at its beginning")
    try:
        with members(path, passphrase) as content:
            for name, data in content:
                if name == MANIFEST:
                    manifest = _read(name, data, _manifest)
                    continue
                if name == HEAD:
                    head = _read(name, data, _head)
                found[_thing(name)].update(data)
                place = Text("after {name}", name=name)
    except UNREADABLE as error:
        why = str(error) or type(error).__name__
        raise Damaged(place, Text("cannot be read any further ({why})", why=why)) from error
    if head is None or manifest is None:
        raise Damaged(MANIFEST if head else HEAD, MISSING)
    _compare(_expected(head, manifest), {name: sha256.hexdigest() for name, sha256 in found.items()})
    return head, manifest


def _thing(name: str) -> str:
    """Return what a member is, or is a part of: a table has several."""
    return name.rpartition("/")[0] if name.startswith(TABLES) else name


def _expected(head: ArchiveHead, manifest: Manifest) -> dict[str, str]:
    """Return the hash of everything that belongs to a backup, by its name."""
    tables = {name: content.sha256 for name, content in manifest.tables.items()}
    if tables.keys() != {table.name for table in head.tables}:
        raise Damaged(MANIFEST, Text("its tables are not those that {name} lists", name=HEAD))
    return {
        HEAD: manifest.head,
        **{FILES + name: sha256 for name, sha256 in manifest.files.items()},
        **{TABLES + name: sha256 for name, sha256 in tables.items()},
    }


def _compare(expected: dict[str, str], found: dict[str, str]) -> None:
    for name in expected | found:
        if name not in found:
            raise Damaged(name, MISSING)
        if name not in expected:
            raise Damaged(name, Text("is no part of a backup"))
        if expected[name] != found[name]:
            message = Text(
                "SHA-256 expected {expected}, found {found}", expected=expected[name], found=found[name]
            )
            raise Damaged(name, message)


def _read(name: str, data: bytes, made_of: Callable[[dict[str, Any]], Made]) -> Made:
    try:
        return made_of(json.loads(data))
    except (ValueError, TypeError, LookupError, AttributeError) as error:
        raise Damaged(name, str(error)) from error


def _head(data: dict[str, Any]) -> ArchiveHead:
    if data["format"] < FORMAT:
        raise too_old(BACKUP, Text("format {format}", format=data["format"]))
    if data["format"] > FORMAT:
        raise Unknown(
            Text(
                "The backup is of a newer version: its format is {format}, this one reads {known}.",
                format=data["format"],
                known=FORMAT,
            )
        )
    tables = [
        DumpedTable(
            each["name"],
            tuple(DumpedColumn(**column) for column in each["columns"]),
            DumpedColumn(**each["key"]),
            each["counts"],
        )
        for each in data.pop("tables")
    ]
    return ArchiveHead(tables=tables, **data)


def _manifest(data: dict[str, Any]) -> Manifest:
    is_made_here = constant_time_compare(str(data.pop("seal")), _seal_of(data))
    tables = {name: Content(**content) for name, content in data["tables"].items()}
    return Manifest(data["head"], data["files"], tables, is_made_here)


def parts(path: Path, passphrase: str, site_files: dict[str, bytes]) -> Iterator[tuple[str, Iterator[bytes]]]:
    """Yield the rows of a whole backup, part by part, each with its table; files are put into ``site_files``."""
    with members(path, passphrase) as content:
        for name, data in content:
            if name.startswith(TABLES):
                yield _thing(name).removeprefix(TABLES), io.BytesIO(data)
            elif name.startswith(FILES):
                site_files[name.removeprefix(FILES)] = data
