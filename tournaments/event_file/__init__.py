"""The whole-event file: everything of an event in one JSON text, out and in again without loss (docs/event-file.md)."""

from tournaments.event_file.layout import VERSION
from tournaments.event_file.reading import import_event
from tournaments.event_file.writing import export_event

__all__ = ["VERSION", "export_event", "import_event"]
