"""Commands that write a file, import one, show a table; and the event or season that a command line names."""

from abc import abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, TypeVar

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db.models import Model, QuerySet

from games.errors import RecordingError
from games.models import Player
from games.queries.name_matching import KnownNames, namesakes_in_words
from rules import languages
from tournaments.models import Event, Season

Row = TypeVar("Row", bound=Model)


def find_event(slug: str) -> Event:
    """The event with that slug; the error lists those that exist."""
    return _found(Event.objects.select_related("season"), "event", slug)


def find_season(slug: str) -> Season:
    """The season with that slug; the error lists those that exist."""
    return _found(Season.objects.all(), "season", slug)


def _found(rows: QuerySet[Row], what: str, slug: str) -> Row:
    found = rows.filter(slug=slug).first()
    if found is None:
        known = ", ".join(rows.values_list("slug", flat=True)[:20]) or "none"
        raise CommandError(f"There is no {what} {slug}; there are: {known}.")
    return found


class ExportCommand(BaseCommand):
    """A command ``SLUG [--output FILE]`` that writes a text."""

    #: What the slug names.
    what = ""

    @abstractmethod
    def text_of(self, slug: str) -> str:
        """The text of the file. Raises ``CommandError`` where there is no such thing."""

    def add_arguments(self, parser: CommandParser) -> None:
        """Which one, and where to."""
        parser.add_argument("slug", help=self.what)
        parser.add_argument("--output", type=Path, metavar="FILE", help="standard output if left out")

    def handle(self, *args: Any, slug: str, output: Path | None, **options: Any) -> None:
        """Write the file, or say why it cannot be written."""
        text = self.text_of(slug)
        if output is None:
            self.stdout.write(text, ending="")
            return
        try:
            output.write_text(text, encoding="utf-8")
        except OSError as error:
            raise CommandError(f"--output: {error}") from error


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


class TableCommand(BaseCommand):
    """A command that shows a table as plain text, or as the JSON of the REST interface."""

    def add_arguments(self, parser: CommandParser) -> None:
        """How it is shown."""
        parser.add_argument(
            "--json", action="store_true", dest="as_json", help="as the REST interface has it"
        )
        parser.add_argument("--language", choices=languages(), default="en")

    def show(self, text: str, lines: Callable[[], Iterable[str]], *, as_json: bool) -> None:
        for line in [text] if as_json else lines():
            self.stdout.write(line)


def in_columns(headings: Sequence[str], rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """Yield the lines of a table, every column as wide as its longest cell."""
    widths = [max(len(cell) for cell in column) for column in zip(headings, *rows, strict=True)]
    for row in [headings, *rows]:
        yield "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
