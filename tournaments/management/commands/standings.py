"""The table of an event as plain text, or as the JSON of the API."""

from collections.abc import Iterator
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from rules import languages
from tournaments.management.lookup import find_event
from tournaments.standings.queries import load_standings


class Command(BaseCommand):
    """`manage.py standings SLUG [--json] [--language de]`."""

    help = "Show the table of an event, what decided each place, and what is played next."

    def add_arguments(self, parser: CommandParser) -> None:
        """Which event, and how."""
        parser.add_argument("slug", help="the event")
        parser.add_argument(
            "--json", action="store_true", dest="as_json", help="as the REST interface has it"
        )
        parser.add_argument("--language", choices=languages(), default="en")

    def handle(self, *args: Any, slug: str, as_json: bool, language: str, **options: Any) -> None:
        """Show it."""
        event = find_event(slug)
        if as_json:
            self.stdout.write(event.projection)
            return
        for line in _lines(load_standings(event), language):
            self.stdout.write(line)


def _lines(data: dict[str, Any], language: str) -> Iterator[str]:
    yield f"{data['name']} ({data['format']['name'][language]}, {data['rules']})"
    yield ""
    headings = ["", "", *(column["name"][language] for column in data["columns"]), ""]
    rows = [
        [
            f"{row['place']}.",
            row["name"],
            *("–" if figure is None else str(figure) for figure in row["figures"]),
            row["reason"][language],
        ]
        for row in data["rows"]
    ]
    widths = [max(len(cell) for cell in column) for column in zip(headings, *rows, strict=True)]
    for row in [headings, *rows]:
        yield "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
    yield ""
    for need in data["missing"]:
        yield need[language]
    for draw in data["draws_needed"]:
        yield draw["name"][language]
    for game in data["next_games"]:
        starter = f"{game['starter']}: " if game["starter"] else ""
        yield f"{game['name'][language]} – {game['reason'][language]}"
        yield f"  {starter}{game['starter_reason'][language]}"
    yield data["outlook"][language]
