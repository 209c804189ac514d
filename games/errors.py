"""What can be wrong with a request to record: each with a stable kind and both languages."""

from typing import Any

from rules import Text


class RecordingError(Exception):
    """A request to record that changes nothing; ``kind`` is stable, ``status`` the HTTP status that fits."""

    kind = "recording"
    status = 422
    title = Text("Not recorded")

    def __init__(self, message: Text, **details: Any) -> None:
        super().__init__(message)
        self.message = message
        self.details = details

    @property
    def field(self) -> str:
        """Return the member at fault; empty where none is."""
        return str(self.details.get("field", ""))


class Stale(RecordingError):
    """The client does not know the last event; ``details`` tell what it missed."""

    kind = "stale"
    status = 409
    title = Text("Somebody else was quicker")


class WrongState(RecordingError):
    """The game has not begun, has begun already, or has ended."""

    kind = "wrong-state"
    status = 409
    title = Text("Not possible in this state of the game")


class BeingRecorded(RecordingError):
    """A result typed in over throws that somebody records; ``details`` tell how many, and by whom."""

    kind = "being-recorded"
    status = 409
    title = Text("This game is being recorded")


class IdReused(RecordingError):
    """A client-made id that already belongs to an event of other content."""

    kind = "id-reused"
    title = Text("This id stands for something else")


class IllegalThrow(RecordingError):
    """A throw that the rules forbid."""

    kind = "illegal-throw"
    title = Text("The rules forbid this throw")


class NotRolled(RecordingError):
    """Another die than the one that the game's online dice have rolled; ``details`` tell that one."""

    kind = "not-rolled"
    title = Text("This was not rolled")


class NotDue(RecordingError):
    """Another colour than the one that is due to start; ``details`` tell that one, or the colours that throw for it."""

    kind = "not-due"
    title = Text("Another colour is due to start")


class DoubtfulName(RecordingError):
    """A typed name that could be that of somebody who is here; ``details["candidates"]`` tell who."""

    kind = "doubtful-name"
    status = 409
    title = Text("Who is meant?")


class BadRequest(RecordingError):
    """A value that cannot be what is meant; ``details["field"]`` names it."""

    kind = "bad-value"
    status = 400
    title = Text("A value is not possible")


class Unreadable(BadRequest):
    """Something that gives no value at all, or several."""

    kind = "unreadable"
    title = Text("The request cannot be read")
