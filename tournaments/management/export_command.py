"""Commands that write something as a file."""

from abc import abstractmethod
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser


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
