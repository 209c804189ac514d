"""Commands that import a file, all of it or nothing."""

from abc import abstractmethod
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.errors import RecordingError
from games.models import Player
from games.queries.name_matching import KnownNames, namesakes_in_words
from tournaments.models import Event


class ImportCommand(BaseCommand):
    """A command ``… FILE`` after which there are the events of the file."""

    @abstractmethod
    def take_over(self, text: str) -> Iterable[Event]:
        """Import the events of the text of a file. Raises ``RecordingError`` where it is wrong."""

    def add_arguments(self, parser: CommandParser) -> None:
        """Which file."""
        parser.add_argument("file", type=Path)

    def handle(self, *args: Any, file: Path, **options: Any) -> None:
        """Read the file, or say where it is wrong."""
        try:
            text = file.read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise CommandError(f"{file}: {error}") from error
        known = KnownNames()
        try:
            events = list(self.take_over(text))
        except RecordingError as error:
            raise CommandError(f"{error.message.en}\n{error.message.de}") from error
        for event in events:
            self.stdout.write(f"{event.name}: {event.games.count()} games, {event.get_status_display()}")
        if names := known.namesakes_of(Player.objects.filter(entries__event__in=events).distinct()):
            self.stdout.write(namesakes_in_words(names))
