"""Tables, results and files."""

from __future__ import annotations

import sys
from pathlib import Path

from rauswurf_client import api, export
from rauswurf_client.calls import segment
from rauswurf_client.cli.config import WrongUsage
from rauswurf_client.cli.lookup import event_slug, game_id
from rauswurf_client.cli.terminal import Terminal
from rauswurf_client.models import Column, PartRow, Row, Standings

#: What can be saved, by what it is of; docs/reference/exports.md says what is in it.
FILES = {
    "event": [
        "table.csv",
        "parts.csv",
        "games.csv",
        "schedule.csv",
        "draws.csv",
        "entries.csv",
        "report.csv",
        "points.csv",
        "calendar.ics",
        "table.pdf",
        "schedule.pdf",
        "slips.pdf",
        "sheets.pdf",
    ],
    "ranking": ["table.csv", "counted.csv", "table.pdf"],
    "season": ["calendar.ics"],
    "player": ["calendar.ics"],
    "game": ["record.txt"],
}


def show_table(terminal: Terminal, event: str) -> int:
    """The table of an event, and its further tables."""
    table = terminal.client.ask(api.events_standings_retrieve(event_slug(event)))
    if terminal.is_json:
        terminal.json(table)
        return 0
    terminal.line(f"{table['name']} · {terminal.voice.of(table['format']['name'])} · {table['rules']}")
    if not table["rows"]:
        terminal.line(terminal.voice.say("No table yet."))
    _show_rows(terminal, table["columns"], table["rows"])
    for part in table["parts"]:
        terminal.line()
        terminal.line(terminal.voice.of(part["name"]))
        _show_rows(terminal, part["columns"], part["rows"])
    if table["finished"]:
        terminal.line()
        terminal.line(terminal.voice.of(table["finished"]["reason"]))
    return 0


def _show_rows(terminal: Terminal, columns: list[Column], rows: list[Row] | list[PartRow]) -> None:
    if not rows:
        return
    say = terminal.voice.say
    head = [say("Place"), say("Player"), *(terminal.voice.of(column["name"]) for column in columns)]
    lines = [
        [f"{row['place']}{'=' if row['shared'] else ''}", row["name"], *map(figure, row["figures"])]
        for row in rows
    ]
    terminal.table([head, *lines], right=[0, *range(2, len(head))])


def figure(value: object) -> str:
    """A figure of a table: halves come as text, `5/2`."""
    text = "–" if value is None else str(value)
    whole, slash, _ = text.partition("/")
    if not slash or not whole.lstrip("-").isdecimal():
        return text
    half = int(whole)
    return f"{'-' if half < 0 else ''}{abs(half) // 2 or ''}½"


def show_results(terminal: Terminal, event: str) -> int:
    """The games of an event that have begun."""
    table = terminal.client.ask(api.events_standings_retrieve(event_slug(event)))
    if terminal.is_json:
        terminal.json(table["games"])
        return 0
    if not table["games"]:
        terminal.line(terminal.voice.say("No games yet."))
        return 0
    say, names = terminal.voice.say, _names(table)
    rows = [[say("Game"), say("Status"), say("Player"), say("Winner")]]
    rows += [
        [
            str(game["number"]),
            terminal.voice.word(game["state"]),
            " – ".join(names.get(key, key) for key in game["seating"]),
            ", ".join(names.get(key, key) for key in game["winners"]),
        ]
        for game in table["games"]
    ]
    terminal.table(rows, right=[0])
    return 0


def _names(table: Standings) -> dict[str, str]:
    return {entry["key"]: entry["name"] for entry in table["entries"]}


def save_export(terminal: Terminal, what: str, name: str, output: str | None) -> int:
    """A file of an event, a ranking, a season, a player or a game."""
    kind, colon, which = what.partition(":")
    if not colon or kind not in FILES:
        kind, which = "event", event_slug(what)
    if name not in FILES[kind]:
        names = ", ".join(FILES[kind])
        raise WrongUsage(
            terminal.voice.say(
                "{name} is not a file of this kind. There are: {names}", name=name, names=names
            )
        )
    content = _content(terminal, kind, which, name)
    if output == "-":
        sys.stdout.buffer.write(content)
        return 0
    file = Path(output or f"{which}-{name}")
    file.write_bytes(content)
    if terminal.is_json:
        terminal.json({"file": str(file), "bytes": len(content)})
    else:
        terminal.line(terminal.voice.say("Saved in {file}", file=file))
    return 0


def _content(terminal: Terminal, kind: str, which: str, name: str) -> bytes:
    if kind == "game":
        game = game_id(terminal.client, terminal.voice, which)
        return terminal.client.ask(api.games_record_retrieve(game)).encode()
    return terminal.client.ask(export(f"{kind}s/{segment(which)}/{name}", language=terminal.voice.language))
