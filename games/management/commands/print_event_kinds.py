"""Print what can happen to a game."""

from typing import Any

from django.core.management.base import BaseCommand

from games.domain.events.docs_table import table_as_markdown


class Command(BaseCommand):
    """`manage.py print_event_kinds`."""

    help = "Print the table of all kinds of events, as docs/use/referee.md shows it."

    def handle(self, *args: Any, **options: Any) -> None:
        """The table as Markdown."""
        self.stdout.write(table_as_markdown(), ending="")
