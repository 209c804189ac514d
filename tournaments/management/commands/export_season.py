"""Write a season with all its events into one file."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from tournaments.management.named import named_season
from tournaments.season_file import export_season


class Command(BaseCommand):
    """`manage.py export_season SLUG [--output FILE]`."""

    help = "Write a season with all its events and their games as one JSON file (docs/season-file.md)."

    def add_arguments(self, parser: CommandParser) -> None:
        """Which season, and where to."""
        parser.add_argument("slug", help="the season")
        parser.add_argument("--output", type=Path, metavar="FILE", help="standard output if left out")

    def handle(self, *args: Any, slug: str, output: Path | None, **options: Any) -> None:
        """Write the file."""
        text = export_season(named_season(slug))
        if output is None:
            self.stdout.write(text, ending="")
        else:
            output.write_text(text, encoding="utf-8")
