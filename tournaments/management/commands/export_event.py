"""Write an event with everything that belongs to it into one file."""

from tournaments.files.event_file import export_event
from tournaments.management.kinds import ExportCommand, find_event


class Command(ExportCommand):
    """`manage.py export_event SLUG [--output FILE]`."""

    help = "Write an event with its games, throw by throw, as one JSON file (docs/reference/event-file.md)."
    what = "the event"

    def text_of(self, slug: str) -> str:
        """The event's file."""
        return export_event(find_event(slug))
