"""Taking back and bringing back: a new event that returns to an earlier state; nothing is deleted."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import timedelta
from typing import TYPE_CHECKING

from games.domain import mainline
from games.domain.event_text import Names, because
from games.domain.events import fields
from games.domain.events.base import (
    EventContext,
    EventLog,
    EventType,
    Payload,
    refuse,
    wrong_state,
)
from games.domain.state import State
from games.enums import ENTERED, Action, EventKind, GameState
from games.errors import WrongState
from rules import Text, Verbatim, joined

if TYPE_CHECKING:
    from games.models import GameEvent

#: For this long after it was recorded, by the server's clock, the end of a game can be undone by the person who did.
UNDO_WITHIN = timedelta(minutes=15)
UNDO_MINUTES = UNDO_WITHIN // timedelta(minutes=1)


def ending_of(past: EventLog, last: int) -> GameEvent:
    """Return the event by which a game that is over at event ``last`` is so; what brought an end back is one.

    Raises ``LookupError`` for a game that is not over.
    """
    others = past.others
    for number in mainline.with_jumps_from(others, last):
        event = others.get(number)
        if event is not None and (event.type.returns or event.type.decides is not None):
            return event
    raise LookupError(last)


def check_can_reopen(state: State, context: EventContext) -> None:
    """Raise ``WrongState`` where the actor cannot take back the end of a game that is over, by whatever event.

    The person who recorded it can – whichever token or link was used –, within ``UNDO_WITHIN``, the last moment
    included, until somebody confirms the result, or somebody else completes it or proposes another one. What
    has been built on it around the game is for the room above (``games.above``).
    """
    check_seed_is_secret(state)
    past, ending = context.past, ending_of(context.past, context.number - 1)
    if past.is_another_person(ending.by, context.actor):
        raise _closed(state, Text("Somebody else has recorded how this game ended."))
    if context.now - ending.recorded_at > UNDO_WITHIN:
        raise _closed(
            state,
            Text("The game ended more than {minutes} minutes ago.", minutes=UNDO_MINUTES),
        )
    if state.confirmations:
        raise _closed(state, Text("The result has been confirmed."))
    for number, event in past.others.items():
        built = number > ending.number and event.type.builds_on_result
        if built and past.is_another_person(event.by, ending.by):
            raise _closed(state, Text("Somebody else has completed this result, or proposed another."))


def _closed(state: State, why: Text) -> WrongState:
    """Return the refusal: why, the rule, and what would be right."""
    rule = Text(
        "The end of a game is taken back by the person who recorded it, within {minutes} minutes and as long "
        "as nothing rests on it.",
        minutes=UNDO_MINUTES,
    )
    return wrong_state(state, joined(" ", (why, rule, way_after(state.phase))))


def way_after(phase: str) -> Text:
    """Return what is right where the end of a game, in this phase, is not taken back any more."""
    if phase == GameState.ABANDONED:
        return Text("It has no result: start another game instead.")
    return Text("Propose a correction, and a second person approves it.")


def _returned(state: State, payload: Payload, context: EventContext) -> State:
    # The clock, calls and all else that happened stay.
    return replace(
        context.past.state(payload["to"]),
        clock=state.clock,
        calls=state.calls,
        tags=state.tags,
        names=state.names,
        correction=None,
        confirmations=(),
    )


def _before(state: State, payload: Payload, context: EventContext) -> Payload:
    if state.is_over:
        _check_unconfirmed(state)
        if not payload["reason"]:
            refuse("reason", Text("the reason is needed"))
    throws = payload["throws"]
    to = mainline.return_point(context.past.others, context.number - 1, throws) if throws else None
    if to is None:
        refuse(
            "throws",
            Text(
                "{throws} cannot be taken back; a whole number from 1 to the throws that stand is needed",
                throws=throws,
            ),
        )
    return {**payload, "to": to}


def check_seed_is_secret(state: State) -> None:
    """Raise ``WrongState`` once the seed of online dice has been revealed: play cannot go on."""
    if state.dice is not None and state.dice.revealed:
        raise wrong_state(
            state,
            Text(
                "The seed of the dice has been shown, everybody knows the next rolls: only a correction "
                "changes the result."
            ),
        )


def _check_unconfirmed(state: State) -> None:
    check_seed_is_secret(state)
    if state.confirmations or state.decided_by in ENTERED:
        raise wrong_state(
            state,
            Text("The result has been confirmed, corrected or typed in: only a correction changes it."),
        )


def _again(state: State, payload: Payload, context: EventContext) -> Payload:
    waiting = mainline.undone_steps(context.past.others, context.number - 1)
    throws = payload["throws"]
    if not 1 <= throws <= len(waiting):
        refuse(
            "throws",
            Text(
                "{throws} cannot be brought back; what was taken back last and not played over are {waiting}",
                throws=throws,
                waiting=len(waiting),
            ),
        )
    return {**payload, "to": mainline.with_its_end(context.past.others, waiting[throws - 1])}


def _to_take_back(payload: Payload, past: EventLog, last: int, actor: str) -> Action:
    to = mainline.return_point(past.others, last, payload["throws"])
    return Action.RECORD if to is None else _to_undo(mainline.steps_after(past.others, last, to), past)


def _to_bring_back(payload: Payload, past: EventLog, last: int, actor: str) -> Action:
    return _to_undo(mainline.undone_steps(past.others, last)[: payload["throws"]], past)


def _to_undo(steps: Sequence[int], past: EventLog) -> Action:
    """Return the permission: undoing or restoring any step that is no plain throw is a ruling."""
    return Action.RULE if any(step in past.others for step in steps) else Action.RECORD


_TAKEN_BACK = {
    "one taken back": Text("Last entry taken back"),
    "taken back": Text("Last {n} entries taken back"),
}
_BROUGHT_BACK = {
    "one brought back": Text("Last entry brought back"),
    "brought back": Text("Last {n} entries brought back"),
}


def _counted(payload: Payload, phrases: Mapping[str, Text]) -> Text:
    one, several = phrases.values()
    return because(payload, one if payload["throws"] == 1 else several.filled(n=payload["throws"]))


# -- a result that was typed in: a slip of the finger, undone by the person who entered it

#: The default reason.
TYPING_ERROR = "typing error"


def typed_in(state: State, past: EventLog, last: int) -> GameEvent | None:
    """Return the event up to number ``last`` by which the result was entered or awarded; ``None`` if there is none."""
    others = past.others
    line = (others[at] for at in mainline.walk_back(others, last) if at in others)
    deciding = next((event for event in line if event.type.decides == state.decided_by), None)
    return deciding if deciding is not None and deciding.type.is_typed_in else None


def _before_typed(state: State, payload: Payload, context: EventContext) -> Payload:
    typed = typed_in(state, context.past, context.number - 1)
    if typed is None:
        raise wrong_state(
            state,
            Text(
                "Only a result that was typed in or awarded can be undone so: take back the last throw "
                "or ruling, or propose a correction."
            ),
        )
    way = mainline.walk_back(context.past.others, typed.number)
    next(way)
    return {"reason": payload["reason"] or TYPING_ERROR, "to": next(way)}


def _result_undone_text(payload: Payload, names: Names) -> Text:
    """Translate the default reason too."""
    reason = payload["reason"]
    why = Text("typing error") if reason == TYPING_ERROR else Verbatim(reason)
    return Text("Result undone: {why}", why=why)


_HOW_MANY = fields.integer_field("throws", "How many.", 1)

TAKE_BACK = EventType(
    EventKind.TAKE_BACK,
    Text("take back"),
    "Take back the last throws, or rulings where one may rule; they stay in the log and can be brought back. The end"
    f" of a game only for {UNDO_MINUTES} minutes, by the person who recorded it, and as long as nothing rests on it.",
    (GameState.RUNNING, GameState.ENDED, GameState.ABANDONED),
    (_HOW_MANY, fields.line_field("reason", "Why; needed once the game has ended.", "")),
    _returned,
    _before,
    permission_after=_to_take_back,
    display=lambda payload, names: _counted(payload, _TAKEN_BACK),
    offline=_TAKEN_BACK,
    returns=True,
    example={"throws": 1, "reason": "the wrong pawn"},
)
BRING_BACK = EventType(
    EventKind.BRING_BACK,
    Text("bring back"),
    "Bring back what was taken back last, as long as nothing else has been played since.",
    (GameState.RUNNING,),
    (_HOW_MANY, fields.line_field("reason", "Why.", "")),
    _returned,
    _again,
    permission_after=_to_bring_back,
    display=lambda payload, names: _counted(payload, _BROUGHT_BACK),
    offline=_BROUGHT_BACK,
    returns=True,
    example={"throws": 1},
)
UNDO = EventType(
    EventKind.UNDO,
    Text("result undone"),
    f"Undo a result or an award that you have just entered yourself: within {UNDO_MINUTES} minutes and as long as"
    " nobody has confirmed it or built on it. It stays in the log.",
    (GameState.ENDED,),
    (fields.line_field("reason", "Why.", TYPING_ERROR),),
    _returned,
    _before_typed,
    permission=Action.RULE,
    display=_result_undone_text,
    returns=True,
    example={"reason": "typed wrongly"},
)
