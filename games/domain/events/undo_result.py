"""Undoing a slip of the finger: whoever has just entered a result, or awarded a game, takes that back alone."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, NoReturn

from games.domain import mainline
from games.domain.event_text import Names
from games.domain.events import fields
from games.domain.events.base import EventContext, EventLog, EventType, Payload
from games.domain.events.undo import check_seed_is_secret
from games.domain.state import State
from games.enums import Action, EventKind, GameState
from games.errors import WrongState
from rules.i18n import Text, Verbatim

if TYPE_CHECKING:
    from games.models import GameEvent

#: For this long after it was recorded, by the server's clock, a result can be undone by whoever entered it.
UNDO_WITHIN = timedelta(minutes=15)
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


def check_can_undo(state: State, context: EventContext) -> GameEvent:
    """Return the event that entered the result. Raises ``WrongState`` where the actor cannot undo it alone.

    Whoever typed it in can – the same person, whichever token or link was used –, within ``UNDO_WITHIN`` of
    its record, the last moment included, as long as nobody else has confirmed the result, completed it or
    proposed another one. What has been built on it around the game is for the rooms above
    (``games.signals.result_changed``).
    """
    typed = typed_in(state, context.past, context.number - 1)
    if typed is None:
        _refuse(
            state,
            Text(
                "Only a result that was typed in or awarded can be undone so: take back the last throw "
                "or ruling, or propose a correction."
            ),
        )
    check_seed_is_secret(state)
    if context.past.is_another_person(typed.by, context.actor):
        _refuse(
            state,
            Text(
                "Somebody else has entered this result: propose a correction, and a second person "
                "approves it."
            ),
        )
    if context.now - typed.recorded_at > UNDO_WITHIN:
        minutes = UNDO_WITHIN // timedelta(minutes=1)
        _refuse(
            state,
            Text(
                "It was entered more than {minutes} minutes ago: propose a correction, and a second "
                "person approves it.",
                minutes=minutes,
            ),
        )
    for number, event in context.past.others.items():
        built = number > typed.number and event.type.builds_on_result
        if built and context.past.is_another_person(event.by, typed.by):
            _refuse(
                state,
                Text(
                    "Somebody else has confirmed or completed this result, or proposed another: only a "
                    "correction changes it."
                ),
            )
    return typed


def _refuse(state: State, message: Text) -> NoReturn:
    raise WrongState(message, state=str(state.phase))


def _completed(state: State, payload: Payload, context: EventContext) -> Payload:
    typed = check_can_undo(state, context)
    way = mainline.walk_back(context.past.others, typed.number)
    next(way)
    return {"reason": payload["reason"] or TYPING_ERROR, "to": next(way)}


def _undone(state: State, payload: Payload, context: EventContext) -> State:
    return state.returned_to(context.past.state(payload["to"]))


def _undo_told(payload: Payload, names: Names) -> Text:
    """Translate the default reason too."""
    reason = payload["reason"]
    why = Text("typing error") if reason == TYPING_ERROR else Verbatim(reason)
    return Text("Result undone: {why}", why=why)


UNDO = EventType(
    EventKind.UNDO,
    Text("result undone"),
    "Undo a result or an award that you have just entered yourself: within 15 minutes and as long as nobody else has"
    " confirmed it or built on it. It stays in the log.",
    (GameState.ENDED,),
    (fields.line_field("reason", "Why.", TYPING_ERROR),),
    _undone,
    _completed,
    permission=Action.RULE,
    display=_undo_told,
    returns=True,
    example={"reason": "typed wrongly"},
)
