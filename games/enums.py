"""The closed sets of the record of play, without Django."""

from collections.abc import Mapping
from enum import Enum, StrEnum, unique

from rules import Text


@unique
class EventKind(StrEnum):
    """The kinds of events that code speaks of by name; what each is, its type says (``games.domain.events``)."""

    CREATED = "created"
    START_THROWS = "start throws"
    START = "start"
    POSITION = "position"
    DICE_COMMITMENT = "dice commitment"
    DICE_SEED = "dice seed"
    THROW = "throw"
    VOID_DIE = "void die"
    TAKE_BACK = "take back"
    BRING_BACK = "bring back"
    IRREGULAR = "irregular throw"
    PENALTY = "penalty"
    CLOCK = "clock"
    NOTE = "note"
    CALL = "call"
    ANSWER = "answer"
    ADJUDICATION = "adjudication"
    AWARD = "award"
    ABANDON = "abandon"
    END = "end"
    DICE_REVEAL = "dice reveal"
    #: The whole of a game without known throws.
    RESULT = "result"
    CONFIRMATION = "confirmation"
    CORRECTION = "correction"
    APPROVAL = "approval"
    WITHDRAWAL = "withdrawal"
    #: Figures of a typed-in result that were missing.
    COMPLETION = "completion"
    UNDO = "undo"
    #: Words of earlier events from which an erased name was taken out.
    REDACTION = "redaction"


@unique
class GameState(StrEnum):
    """How far a game is."""

    CREATED = "created"
    RUNNING = "running"
    ENDED = "ended"
    ABANDONED = "abandoned"


@unique
class Decision(StrEnum):
    """What a result rests on."""

    PLAY = "play"
    ADJUDICATION = "adjudication"
    AWARD = "award"
    RESULT = "result"
    CORRECTION = "correction"


#: The game is over.
OVER = (GameState.ENDED, GameState.ABANDONED)
#: Somebody has typed the result in: it is not read off the board.
ENTERED = (Decision.RESULT, Decision.CORRECTION)


@unique
class Role(StrEnum):
    """What somebody is in a place: a person by a permit, a program, a device or a board by its token."""

    OWNER = "owner"
    ORGANISER = "organiser"
    REFEREE = "referee"
    RECORDER = "recorder"
    VIEWER = "viewer"

    @property
    def text(self) -> Text:
        """Its name."""
        return _ROLES[self]


class Action(Enum):
    """What can be done: every address of the site needs one of these, or none where all may."""

    SEE_UNPUBLISHED = Text("see what is not public")
    RECORD = Text(
        "record: begin a game, also the due one of an event, throws, take back, bring back, notes, "
        "clock, calls, confirmations"
    )
    RULE = Text(
        "rule: void dice, irregular throws, penalties, the board set by hand, answers to calls, "
        "adjudication, awards, games broken off, results typed in, completed and undone"
    )
    CORRECT = Text("propose the correction of a finished game, and withdraw one's own")
    APPROVE = Text("approve the correction of somebody else")
    ORGANISE = Text(
        "organise: players, seasons, events, entries, draws, the games of events prepared, "
        "started, moved to a board and forfeited, another colour to start, the correction of "
        "anybody withdrawn, CP, rankings, halls, webhooks, what is public"
    )
    GRANT = Text("admit referees, recorders and viewers: permits, tokens, links – and revoke them")
    AUDIT = Text("read who did what when")
    OWN = Text("admit owners and organisers")


_ROLES: Mapping[Role, Text] = {
    Role.OWNER: Text("owner"),
    Role.ORGANISER: Text("organiser"),
    Role.REFEREE: Text("referee"),
    Role.RECORDER: Text("recorder"),
    Role.VIEWER: Text("viewer"),
}
