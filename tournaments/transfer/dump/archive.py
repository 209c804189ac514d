"""A dump as a file: lines of JSON, the same as CSV, a page that says what it is, and the checksum of each, as a ZIP."""

from __future__ import annotations

import csv
import io
import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256
from typing import IO, Any
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

import orjson
from django.conf import settings

from games.access.site_name import site_name
from tournaments.exports.csv.writer import decimal, inert
from tournaments.models.points_field import exact
from tournaments.transfer.dump.content import DumpPart

#: The form of the files; another one where a member is taken away or means something else.
VERSION = 1
#: Up to so many bytes of each file are kept in memory while it is written.
_IN_MEMORY = 1_000_000
_CHUNK = 64 * 1024
_RESULT_COLUMNS = (
    "event",
    "number",
    "game",
    "state",
    "decided_by",
    "started_at",
    "ended_at",
    "counts",
    "entry",
    "player",
    "name",
    "colours",
    "starts",
    "places",
    "points",
    "won",
)
_TABLE_COLUMNS = ("event", "table", "place", "shared", "entry", "player", "name", "column", "figure")
_GAMES, _EVENTS, _RESULTS = "games.ndjson", "events.ndjson", "results.ndjson"
_RESULT_SHEET, _TABLE_SHEET = "results.csv", "tables.csv"
_README = """{site}: public dump

Made {made_at} (UTC), form {version}.
{licence}

{events} events, {games} games that are over, {results} results.
Not in it: what is under an embargo, archived, rehearsed or a demo, and games that go on.
Players are called as the site shows them; nobody else is named.

games.ndjson    a game a line: who sat where, how it ended, and its record, throw by throw
events.ndjson   an event a line: entries, draws, games, tables, as the site shows them
results.ndjson  what a game gave to a player, a line each
results.csv     the same as a table
tables.csv      the tables of the events: a figure of a player a line
SHA256SUMS      the checksums of these files: sha256sum -c SHA256SUMS

UTF-8. CSV by RFC 4180, with commas; a text that begins like a formula has an apostrophe before it.
What the members mean: docs/reference/dump.md of the program Rauswurf, also at /api/v1/docs/dump.md of the site.
"""


@dataclass(slots=True)
class DumpCounts:
    """How much is in a dump."""

    events: int = 0
    games: int = 0
    results: int = 0


def write_dump(target: IO[bytes], parts: Iterable[DumpPart], *, now: datetime) -> DumpCounts:
    """Write a dump of these parts; what it takes of memory does not grow with them."""
    counts = DumpCounts()
    with ExitStack() as opened:
        files = {
            name: opened.enter_context(tempfile.SpooledTemporaryFile(_IN_MEMORY))
            for name in (_GAMES, _EVENTS, _RESULTS, _RESULT_SHEET, _TABLE_SHEET)
        }
        files[_RESULT_SHEET].write(_row(_RESULT_COLUMNS))
        files[_TABLE_SHEET].write(_row(_TABLE_COLUMNS))
        for part in parts:
            _write_part(part, files)
            counts.events += part.event is not None
            counts.games += len(part.games)
            counts.results += len(part.results)
        readme = opened.enter_context(tempfile.SpooledTemporaryFile(_IN_MEMORY))
        readme.write(_readme(counts, now).encode())
        _zip(target, {"README.txt": readme, **files}, now)
    return counts


def licence_line() -> str:
    """Say under which licence the data are."""
    return f"Licence: {settings.DUMP_LICENCE}" if settings.DUMP_LICENCE else "Licence: none is given."


def _readme(counts: DumpCounts, now: datetime) -> str:
    return _README.format(
        site=site_name() or "Rauswurf",
        made_at=f"{now:%Y-%m-%d %H:%M:%S}",
        version=VERSION,
        licence=licence_line(),
        events=counts.events,
        games=counts.games,
        results=counts.results,
    )


def _write_part(part: DumpPart, files: Mapping[str, IO[bytes]]) -> None:
    if part.event is not None:
        files[_EVENTS].write(_line(part.event))
        for row in _table_rows(part.event):
            files[_TABLE_SHEET].write(_row(row))
    for game in part.games:
        files[_GAMES].write(_line(game))
    for result in part.results:
        files[_RESULTS].write(_line(result))
        points = "" if result["points"] is None else decimal(exact(result["points"]), "en")
        told = {**result, "points": points}
        files[_RESULT_SHEET].write(_row(_cell(told[column]) for column in _RESULT_COLUMNS))


def _table_rows(event: Mapping[str, Any]) -> Iterator[Sequence[str]]:
    """Give the table of an event and its further ones, a figure a row."""
    parts = [{"key": "", "columns": event["columns"], "rows": event["rows"]}, *event.get("parts", ())]
    for part in parts:
        for row in part["rows"]:
            who = (event["slug"], part["key"], row["place"], row["shared"], row["entrant"], row["player"])
            for column, figure in zip(part["columns"], row["figures"], strict=True):
                known = "" if figure is None else decimal(exact(figure), "en")
                yield [*map(_cell, who), _cell(row["name"]), column["key"], known]


def _line(value: Mapping[str, Any]) -> bytes:
    return orjson.dumps(value, option=orjson.OPT_APPEND_NEWLINE)


def _row(cells: Iterable[str]) -> bytes:
    text = io.StringIO()
    csv.writer(text).writerow(cells)
    return text.getvalue().encode()


def _cell(value: Any) -> str:
    """Write a member as a cell: yes or nothing, several with spaces between."""
    match value:
        case None | False:
            return ""
        case True:
            return "yes"
        case int():
            return str(value)
        case list():
            return " ".join(map(str, value))
    return inert(value)


def _zip(target: IO[bytes], files: Mapping[str, IO[bytes]], now: datetime) -> None:
    sums = []
    with ZipFile(target, "w", ZIP_DEFLATED) as archive:
        for name, file in files.items():
            digest = sha256()
            file.seek(0)
            with archive.open(_member(name, now), "w", force_zip64=True) as member:
                while chunk := file.read(_CHUNK):
                    digest.update(chunk)
                    member.write(chunk)
            sums.append(f"{digest.hexdigest()}  {name}\n")
        archive.writestr(_member("SHA256SUMS", now), "".join(sums))


def _member(name: str, now: datetime) -> ZipInfo:
    member = ZipInfo(name, now.timetuple()[:6])
    member.compress_type, member.external_attr = ZIP_DEFLATED, 0o644 << 16
    return member
