"""What can be wrong with a request to organise: refused like a request to record, changing nothing."""

from games.errors import RecordingError
from rules import Text


class EventStateConflict(RecordingError):
    """The event is in a state in which this cannot be done; the message says what would have to be."""

    kind = "event-state"
    status = 409
    title = Text("Not possible in this state of the event")


class FormatViolation(RecordingError):
    """A setting, draw, throw or player that the event's format does not have; ``details["field"]`` names it."""

    kind = "format"
    status = 422
    title = Text("The format does not allow this")


class ImportRejected(RecordingError):
    """A result list in which something is wrong or left to decide; ``details`` tell what."""

    kind = "result-list"
    status = 422
    title = Text("The result list was not imported")
