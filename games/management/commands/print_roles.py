"""Print who may do what."""

from typing import Any

from django.core.management.base import BaseCommand

from games.access.roles import table_as_markdown


class Command(BaseCommand):
    """`manage.py print_roles`."""

    help = "Print the table of roles and what they allow, as docs/reference/access.md shows it."

    def handle(self, *args: Any, **options: Any) -> None:
        """The table as Markdown."""
        self.stdout.write(table_as_markdown(), ending="")
