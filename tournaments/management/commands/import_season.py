"""Take over a season with all its events from a file, all of it or nothing."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from games.errors import RecordingError
from tournaments.season_file import import_season


class Command(BaseCommand):
    """`manage.py import_season FILE`."""

    help = "Take over a season with its events and games from a file (docs/season-file.md)."

    def add_arguments(self, parser: CommandParser) -> None:
        """Which file."""
        parser.add_argument("file", type=Path)

    def handle(self, *args: Any, file: Path, **options: Any) -> None:
        """Read the file, or say where it is wrong."""
        try:
            text = file.read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise CommandError(f"{file}: {error}") from error
        try:
            season = import_season(text, actor="command", now=timezone.now())
        except RecordingError as error:
            raise CommandError(f"{error.message.en}\n{error.message.de}") from error
        for event in season.events.order_by("starts_on", "slug"):
            self.stdout.write(f"{event.name}: {event.games.count()} games, {event.get_status_display()}")
