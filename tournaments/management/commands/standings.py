"""The table of an event as plain text, or as the JSON of the API."""

from collections.abc import Iterator
from typing import Any

from django.core.management.base import CommandParser

from tournaments.management.kinds import TableCommand, find_event, in_columns
from tournaments.models import Event
from tournaments.standings.queries import load_standings


class Command(TableCommand):
    """`manage.py standings SLUG [--json] [--language de]`."""

    help = "Show the table of an event, what decided each place, and what is played next."

    def add_arguments(self, parser: CommandParser) -> None:
        """Which event, and how."""
        parser.add_argument("slug", help="the event")
        super().add_arguments(parser)

    def handle(self, *args: Any, slug: str, as_json: bool, language: str, **options: Any) -> None:
        """Show it."""
        event = find_event(slug)
        self.show(event.projection, lambda: _lines(event, language), as_json=as_json)


def _lines(event: Event, language: str) -> Iterator[str]:
    data = load_standings(event)
    yield f"{event.name} ({event.format.name.of(language)}, {event.rules_name})"
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
    yield from in_columns(headings, rows)
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
