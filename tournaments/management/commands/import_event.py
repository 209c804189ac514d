"""Import an event from a file, all of it or nothing."""

from collections.abc import Iterable

from django.utils import timezone

from tournaments.files.event_file import import_event
from tournaments.management.kinds import ImportCommand
from tournaments.models import Event


class Command(ImportCommand):
    """`manage.py import_event FILE`."""

    help = "Import an event with its games from a file (docs/reference/event-file.md)."

    def take_over(self, text: str) -> Iterable[Event]:
        """The event of the file."""
        return [import_event(text, actor="command", now=timezone.now())]
