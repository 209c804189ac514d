"""Undoing a slip of the finger: the person who has just entered or awarded a result takes it back alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.domain import mainline
from games.domain.event_text import Names
from games.domain.events import fields
from games.domain.events.base import EventContext, EventLog, EventType, Payload
from games.domain.state import State
from games.enums import Action, EventKind, GameState
from games.errors import WrongState
from rules.i18n import Text, Verbatim

if TYPE_CHECKING:
    from games.models import GameEvent

#: The default reason.
TYPING_ERROR = "typing error"


def typed_in(state: State, past: EventLog, last: int) -> GameEvent | None:
    """Return the event up to number ``last`` by which the result was entered or awarded; ``None`` if there is none."""
    if not state.decided_by:
        return None
    others = past.others
    line = (others[at] for at in mainline.walk_back(others, last) if at in others)
    deciding = next((event for event in line if event.type.decides == state.decided_by), None)
    return deciding if deciding is not None and deciding.type.is_typed_in else None


def check_typed_in(state: State, context: EventContext) -> GameEvent:
    """Return the event that entered the result. Raises ``WrongState`` where it was not typed in."""
    typed = typed_in(state, context.past, context.number - 1)
    if typed is None:
        raise WrongState(
            Text(
                "Only a result that was typed in or awarded can be undone so: take back the last throw "
                "or ruling, or propose a correction."
            ),
            state=str(state.phase),
        )
    return typed


def _completed(state: State, payload: Payload, context: EventContext) -> Payload:
    way = mainline.walk_back(context.past.others, check_typed_in(state, context).number)
    next(way)
    return {"reason": payload["reason"] or TYPING_ERROR, "to": next(way)}


def _undone(state: State, payload: Payload, context: EventContext) -> State:
    return state.returned_to(context.past.state(payload["to"]))


def _undo_text(payload: Payload, names: Names) -> Text:
    """Translate the default reason too."""
    reason = payload["reason"]
    why = Text("typing error") if reason == TYPING_ERROR else Verbatim(reason)
    return Text("Result undone: {why}", why=why)


UNDO = EventType(
    EventKind.UNDO,
    Text("result undone"),
    "Undo a result or an award that you have just entered yourself: within 15 minutes and as long as nobody has"
    " confirmed it or built on it. It stays in the log.",
    (GameState.ENDED,),
    (fields.line_field("reason", "Why.", TYPING_ERROR),),
    _undone,
    _completed,
    permission=Action.RULE,
    display=_undo_text,
    returns=True,
    example={"reason": "typed wrongly"},
)
