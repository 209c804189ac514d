"""A ranking as plain text, or as the JSON of the API."""

from collections.abc import Iterator
from datetime import date
from typing import Any

import orjson
from django.core.management.base import CommandError, CommandParser
from django.utils import timezone

from rules import Text
from tournaments.management.kinds import TableCommand, in_columns
from tournaments.models import exact
from tournaments.ranking_rules.formatting import format_points
from tournaments.rankings.queries import ranking
from tournaments.rankings.registry import NoSuchList


class Command(TableCommand):
    """`manage.py ranking LIST [--on YYYY-MM-DD] [--json] [--language de]`."""

    help = "Show a ranking (3t, 2t, medal-race-SEASON), what decided each place, and what is defended."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("list", help="3t, 2t or medal-race-SEASON")
        parser.add_argument("--on", type=date.fromisoformat, help="as it stood at the end of that day")
        super().add_arguments(parser)

    def handle(self, *args: Any, as_json: bool, language: str, on: date | None, **options: Any) -> None:
        """Show it."""
        try:
            drawn = ranking(options["list"], on, timezone.now())
        except NoSuchList as error:
            raise CommandError(error.message.of(language)) from error
        self.show(drawn.text, lambda: _lines(orjson.loads(drawn.text), language), as_json=as_json)


def _lines(data: dict[str, Any], language: str) -> Iterator[str]:
    yield f"{data['name'][language]}{', ' + data['on'] if data['on'] else ''}"
    yield ""
    headings = ["", "", Text("points").of(language), "TP", "WP", "CP", Text("defended").of(language), ""]
    figures = ("points", "tp", "wp", "cp", "defended")
    rows = [
        [
            f"{row['place']}.",
            row["name"],
            *(format_points(exact(row[figure])) for figure in figures),
            row["reason"][language],
        ]
        for row in data["rows"]
    ]
    yield from in_columns(headings, rows)
    yield ""
    for unit in data["counted"]:
        yield f"{unit['ended_on']}  {unit['name'][language]}"
    if data["remark"]:
        yield data["remark"][language]
