"""The whole-event file: everything of an event in one JSON text, out and in again without loss
(docs/reference/event-file.md).
"""

from tournaments.files.event_file.importer import import_event
from tournaments.files.event_file.members import VERSION, export_event

__all__ = ["VERSION", "export_event", "import_event"]
