"""Write an event with everything that belongs to it into one file."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from tournaments.event_file import export_event
from tournaments.management.named import named_event


class Command(BaseCommand):
    """`manage.py export_event SLUG [--output FILE]`."""

    help = "Write an event with its games, throw by throw, as one JSON file (docs/event-file.md)."

    def add_arguments(self, parser: CommandParser) -> None:
        """Which event, and where to."""
        parser.add_argument("slug", help="the event")
        parser.add_argument("--output", type=Path, metavar="FILE", help="standard output if left out")

    def handle(self, *args: Any, slug: str, output: Path | None, **options: Any) -> None:
        """Write the file."""
        text = export_event(named_event(slug))
        if output is None:
            self.stdout.write(text, ending="")
        else:
            output.write_text(text, encoding="utf-8")
