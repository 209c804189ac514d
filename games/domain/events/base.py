"""The event type: everything that the code knows of a kind of event; lists of kinds are derived from it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from enum import Enum
from typing import TYPE_CHECKING, Any, NoReturn, Protocol

from games.domain.event_text import Names
from games.domain.events.fields import Field
from games.domain.state import State
from games.enums import Action, Decision, GameState
from games.errors import BadRequest, WrongState
from rules import Text

if TYPE_CHECKING:
    from games.models import Game, GameEvent

Payload = dict[str, Any]


class EventLog(Protocol):
    """The log before an event. Without more, nothing is known of who is behind the actors."""

    def event(self, number: int) -> GameEvent:
        """Return the event of that number. Raises ``LookupError``."""

    def state(self, number: int) -> State:
        """Return the state after the event of that number."""

    @property
    def others(self) -> Mapping[int, GameEvent]:
        """Map number to event, plain throws left out."""

    @property
    def recorder(self) -> str:
        """Return the actor who recorded the last throw; empty where that is not known."""
        return ""

    def is_same_person(self, first: str, second: str) -> bool:
        """Check whether one person is behind both actors, as far as this log can know."""
        return first == second

    def is_another_person(self, first: str, second: str) -> bool:
        """Check whether two different people are known to be behind the actors."""
        return False

    def has_another_approver(self, actor: str) -> bool:
        """Check whether a person other than the one behind the actor is known who may approve corrections here."""
        return False


@dataclass(frozen=True, slots=True)
class EventContext:
    """The number of an event in its log, when and by whom it was recorded, and what came before."""

    number: int
    now: datetime
    actor: str
    past: EventLog


class Precondition(Enum):
    """What guards an event against being recorded twice, or on a board that has changed meanwhile."""

    #: The client sends the number of the last event that it knows.
    EXPECTED = "expected"
    #: That number, or a client-made id: the event does not depend on the board.
    ID = "id"
    #: Nothing: the event can stand only once, as it ends the phase in which it may stand.
    PHASE = "phase"


def _unchanged(state: State, payload: Payload, context: EventContext) -> Payload:
    return payload


def unchanged_state(state: State, payload: Payload, context: EventContext) -> State:
    """Change nothing in the game."""
    return state


@dataclass(frozen=True)
class EventType:
    """A kind of event, stored as ``kind``: the single owner of everything that depends on the kind.

    ``complete`` turns what a client sends into the whole payload (with what follows from it), ``apply`` leads
    from the state before to the state after. Both raise ``RecordingError`` or ``RulesError`` where it cannot
    be.
    """

    kind: str
    #: The name of the kind on pages.
    label: Text
    description: str
    phases: Sequence[GameState]
    fields: Sequence[Field]
    apply: Callable[[State, Payload, EventContext], State]
    complete: Callable[[State, Payload, EventContext], Payload] = _unchanged
    precondition: Precondition = Precondition.EXPECTED
    #: The permission that recording it needs, around the game.
    permission: Action = Action.RECORD
    #: Members that ``complete`` fills in, or leaves out, where no value is given.
    derived: Sequence[str] = ()
    #: Permission computed from payload, log, number of its last event and actor; overrides ``permission``.
    permission_after: Callable[[Payload, EventLog, int, str], Action] | None = None

    # -- how it is described
    #: What a client may tell of it, as the description of the interface shows it.
    example: Payload = field(default_factory=dict)
    #: Describes it in the list of what happened; ``None`` for what pages describe otherwise, or not at all.
    display: Callable[[Payload, Names], Text] | None = None
    #: Describes it, as a decision, beside the winner; it is given every event but plain throws, by number.
    verdict: Callable[[GameEvent, Names, Mapping[int, GameEvent]], Text | None] | None = None
    #: Messages, by name, the phone shows when it records this kind offline; ``None`` if it cannot
    #: (``docs/use/phone.md``).
    offline: Mapping[str, Text] | None = None

    # -- what it is in the course of a game
    #: Whether it changes the board or ends the game, and can be taken back.
    is_step: bool = False
    #: Whether it returns to the state after another event, number ``payload["to"]``.
    returns: bool = False
    #: Whether play begins with it, so that nothing before it is taken back.
    is_origin: bool = False
    #: Whether it decides, or helps to find, who begins: the rules decide that first, or the room above.
    finds_starter: bool = False
    #: The decision that it makes, or the state of a game that it leaves without a result.
    decides: Decision | GameState | None = None
    #: Whether somebody types the result in, instead of the board showing it, and can undo that.
    is_typed_in: bool = False
    #: Whether it builds on a valid result, which then is no longer only its writer's.
    builds_on_result: bool = False
    #: Whether it changes nothing in what there is to report of a game.
    is_beside: bool = False

    # -- who makes it, and of what
    #: Whether a client records it; otherwise the recorder adds it by itself.
    by_client: bool = True
    #: The last part of the address where it is recorded, if that is not its slug.
    address: str = ""
    #: Whether the payload uses up a roll of the online dice.
    uses_roll: Callable[[Payload], bool] = lambda payload: False
    #: Whether free text may stand in it.
    has_words: bool = True

    @property
    def slug(self) -> str:
        """Return the name of the kind in addresses: ``take-back``."""
        return self.address or self.kind.replace(" ", "-")

    @property
    def stops_play(self) -> bool:
        """Check whether it decides a game whose board could be played on."""
        return self.is_step and self.decides is not None

    def required_permission(self, payload: Payload, past: EventLog, last: int, actor: str) -> Action:
        """Return the permission that ``actor`` needs to record the event after event number ``last``.

        ``payload`` is the payload as it was sent.
        """
        return (
            self.permission
            if self.permission_after is None
            else self.permission_after(payload, past, last, actor)
        )

    def check_phase(self, state: State, game: Game | None = None) -> None:
        """Raise ``WrongState`` where the game is not in a phase for it."""
        if state.phase not in self.phases:
            raise wrong_state(
                state, _WRONG[GameState(state.phase)], **({} if game is None else {"game": game})
            )


_WRONG = {
    GameState.CREATED: Text("The game has not begun: start it first."),
    GameState.RUNNING: Text("The game is running: do this before or after it."),
    GameState.ENDED: Text("The game has ended."),
    GameState.ABANDONED: Text("The game was abandoned."),
}


def wrong_state(state: State, message: Text, **details: Any) -> WrongState:
    """Return the refusal of what cannot be done in this state."""
    return WrongState(message, state=str(state.phase), **details)


def refuse(field: str, message: Text) -> NoReturn:
    """Raise ``BadRequest`` that names the field and what would be right."""
    raise BadRequest(Text("{field}: {message}", field=field, message=message), field=field)
