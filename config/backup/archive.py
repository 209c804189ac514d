"""The file of a backup: a tar, compressed, of which nothing need be in memory but a part of a table.

Members, in this order: ``backup.json`` (what it is a backup of: ``ArchiveHead``), ``files/…``,
``tables/NAME/000001.ndjson`` and so on, ``manifest.json`` (how much of everything, with its hash:
``Manifest``). Each line of a table is a row as a
JSON array in the order of the columns; its last element, added here, is the CRC-32 of all lines of the table up to and
with it, before these elements are added. So whatever is touched shows at its line, and whatever is missing at the next.
"""

import gzip
import hashlib
import io
import json
import tarfile
import zlib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import IO, Any

import pyrage

from config.backup import encryption
from config.backup.errors import BackupError, Damaged, Unknown
from config.backup.seal import seal_of
from config.backup.tables import DumpedColumn, DumpedTable, MigrationState
from rules.i18n import Text

#: The format of the file: one more where an older version could not read it.
FORMAT = 2
HEAD, MANIFEST, FILES, TABLES = "backup.json", "manifest.json", "files/", "tables/"
#: Bytes of lines in one member.
PART = 4_000_000
#: Quick rather than small: most of it are hashes, which no level makes smaller.
LEVEL = 3
#: What reading raises where something of a file is missing or was changed.
UNREADABLE = (EOFError, OSError, zlib.error, tarfile.TarError, pyrage.DecryptError)
BEGINNING = Text("at its beginning")
MISSING = Text("is missing")


@dataclass(frozen=True, slots=True)
class ArchiveHead:
    """What a backup is of."""

    made_at: str
    program: str
    database: str
    migrations: MigrationState
    tables: list[dict[str, Any]]
    format: int = FORMAT

    def layout(self) -> list[DumpedTable]:
        """Return its tables, in the order in which they are loaded."""
        return [
            DumpedTable(
                each["name"],
                tuple(DumpedColumn(**column) for column in each["columns"]),
                DumpedColumn(**each["key"]),
                each["counts"],
            )
            for each in self.tables
        ]


@dataclass(frozen=True, slots=True)
class Content:
    """How much of a table there is, its hash, and the last number that was given as a key."""

    rows: int
    sha256: str
    last_id: int = 0


@dataclass(slots=True)
class Manifest:
    """Everything of a backup: by its name how much there is of it, and its SHA-256; those of format 1 have no seal."""

    head: str = ""
    files: dict[str, str] = field(default_factory=dict)
    tables: dict[str, Content] = field(default_factory=dict)
    chains: dict[str, Any] = field(default_factory=dict)
    seal: str = ""


class Lines:
    """Rows of a table numbered and sealed one by one, and all together."""

    def __init__(self) -> None:
        self.rows = 0
        self._check = 0
        self._hash = hashlib.sha256()

    def sealed(self, row: bytes) -> bytes:
        """Return a row as its line, and count it."""
        self._check = zlib.crc32(row, self._check)
        line = b'%s,"%08x"]\n' % (row[:-1], self._check)
        self.rows += 1
        self._hash.update(line)
        return line

    def opened(self, line: bytes, table: str) -> bytes:
        """Return the row of a line, and count it. Raises ``Damaged`` where it is not what was written."""
        row = line[:-13] + b"]"
        expected = self.sealed(row)
        if expected != line:
            self.rows -= 1
            told, found = line[-11:-3].decode("ascii", "replace"), f"{self._check:08x}"
            raise Damaged(
                Text("table {table}, line {line}", table=table, line=self.rows + 1),
                Text("its check is {told}, what stands there has {found}", told=told, found=found),
            )
        return row

    def content(self, last_id: int = 0) -> Content:
        """Return how much that was."""
        return Content(self.rows, self._hash.hexdigest(), last_id)


class Writer:
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
        lines, part, number = Lines(), bytearray(), 0
        for row in rows:
            part += lines.sealed(row)
            if len(part) >= PART:
                number += 1
                self._add(f"{TABLES}{table}/{number:06}.ndjson", bytes(part))
                part.clear()
        self._add(f"{TABLES}{table}/{number + 1:06}.ndjson", bytes(part))
        self.manifest.tables[table] = lines.content(last_id)

    def close(self) -> None:
        """Write the manifest with its seal: only now is it a backup."""
        self.manifest.seal = seal_of(asdict(self.manifest))
        self._add(MANIFEST, json.dumps(asdict(self.manifest), indent=1).encode())
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
        while compressed.read(PART):  # its own checksum stands at the very end
            pass


def check(path: Path, passphrase: str = "") -> tuple[ArchiveHead, Manifest]:
    """Read a backup to its end. Raises ``Damaged`` with the place, or ``Unknown``, ``WrongPassphrase``."""
    found = _Found()
    try:
        with members(path, passphrase) as content:
            for name, data in content:
                found.take(name, data)
    except UNREADABLE as error:
        why = str(error) or type(error).__name__
        raise Damaged(found.place, Text("cannot be read any further ({why})", why=why)) from error
    return found.whole()


class _Found:
    """What was read of a backup so far."""

    def __init__(self) -> None:
        self.place = BEGINNING
        self._head: ArchiveHead | None = None
        self._manifest: Manifest | None = None
        self._seen = Manifest()
        self._table = ""
        self._lines = Lines()
        self._parts = 0

    def take(self, name: str, data: bytes) -> None:
        """Take a member in; the head comes first."""
        if self._head is None:
            self._head = _head(name, data)
            self._seen.head = hashlib.sha256(data).hexdigest()
        elif name.startswith(FILES):
            self._seen.files[name.removeprefix(FILES)] = hashlib.sha256(data).hexdigest()
        elif name.startswith(TABLES):
            self._take_lines(name, data)
        elif name == MANIFEST:
            self._manifest = _manifest(data)
        else:
            raise Damaged(name, Text("is no part of a backup"))
        if not name.startswith(TABLES):
            self.place = Text("after {name}", name=name)

    def whole(self) -> tuple[ArchiveHead, Manifest]:
        """Compare everything with the manifest."""
        if self._head is None or self._manifest is None:
            raise Damaged(self.place, Text("the rest is missing"))
        told, seen = self._manifest, self._seen
        _same_hash(HEAD, told.head, seen.head)
        for name in told.files | seen.files:
            _same_hash(Text("file {name}", name=name), told.files.get(name), seen.files.get(name))
        names = [table.name for table in self._head.layout()]
        if more := sorted((told.tables.keys() | seen.tables) - set(names)):
            raise Damaged(_table(more[0]), Text("is none of the tables that {name} lists", name=HEAD))
        for name in names:
            _same_content(name, told.tables.get(name), seen.tables.get(name))
        return self._head, told

    def _take_lines(self, name: str, data: bytes) -> None:
        table, _, part = name.removeprefix(TABLES).partition("/")
        if table != self._table:
            self._table, self._lines, self._parts = table, Lines(), 0
        self._parts += 1
        self.place = _after(table, self._lines.rows)
        if part != f"{self._parts:06}.ndjson":
            wanted = f"{TABLES}{table}/{self._parts:06}.ndjson"
            raise Damaged(self.place, Text("{name} is missing", name=wanted))
        for line in io.BytesIO(data):
            self._lines.opened(line, table)
        self.place = _after(table, self._lines.rows)
        self._seen.tables[table] = self._lines.content()


def _same_content(table: str, told: Content | None, seen: Content | None) -> None:
    if told is None or seen is None:
        raise Damaged(_table(table), MISSING)
    if told.rows != seen.rows:
        raise Damaged(_after(table, seen.rows), Text("lines written: {rows}", rows=told.rows))
    _same_hash(_table(table), told.sha256, seen.sha256)


def _same_hash(place: Text | str, expected: str | None, found: str | None) -> None:
    if found is None:
        raise Damaged(place, MISSING)
    if expected != found:
        told = expected or "–"
        raise Damaged(place, Text("SHA-256 expected {expected}, found {found}", expected=told, found=found))


def _table(table: str) -> Text:
    return Text("table {table}", table=table)


def _after(table: str, line: int) -> Text:
    return Text("table {table}, after line {line}", table=table, line=line)


def _head(name: str, data: bytes) -> ArchiveHead:
    if name != HEAD:
        raise Damaged(BEGINNING, Text("{name} is missing", name=HEAD))
    told = _json(HEAD, data)
    if not isinstance(told.get("format"), int) or told["format"] > FORMAT:
        raise Unknown(
            Text(
                "The backup is of a newer version: its format is {format}, this one reads {known}.",
                format=str(told.get("format")),
                known=FORMAT,
            )
        )
    try:
        return ArchiveHead(**told)
    except TypeError as error:
        raise Damaged(HEAD, str(error)) from error


def _manifest(data: bytes) -> Manifest:
    told = _json(MANIFEST, data)
    try:
        tables = {name: Content(**content) for name, content in told.pop("tables").items()}
        return Manifest(tables=tables, **told)
    except (TypeError, KeyError, AttributeError) as error:
        raise Damaged(MANIFEST, str(error)) from error


def _json(name: str, data: bytes) -> dict[str, Any]:
    try:
        told = json.loads(data)
    except ValueError as error:
        raise Damaged(name, str(error)) from error
    if not isinstance(told, dict):
        raise Damaged(name, Text("is no object"))
    return told


def parts(path: Path, passphrase: str, site_files: dict[str, bytes]) -> Iterator[tuple[str, Iterator[bytes]]]:
    """Yield the rows of a whole backup, part by part, each with its table; files are put into ``site_files``."""
    with members(path, passphrase) as content:
        for name, data in content:
            if name.startswith(TABLES):
                table = name.removeprefix(TABLES).partition("/")[0]
                yield table, (line[:-13] + b"]" for line in io.BytesIO(data))
            elif name.startswith(FILES):
                site_files[name.removeprefix(FILES)] = data
