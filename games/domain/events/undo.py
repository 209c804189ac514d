"""Taking back and bringing back: a new event that returns to an earlier state; nothing is deleted."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from games.domain import mainline
from games.domain.event_text import Names, because
from games.domain.events import fields
from games.domain.events.base import EventContext, EventLog, EventType, Payload, check_reason, refuse
from games.domain.state import State
from games.enums import Action, Decision, EventKind, GameState
from games.errors import WrongState
from rules.i18n import Text


def _returned(state: State, payload: Payload, context: EventContext) -> State:
    return state.returned_to(context.past.state(payload["to"]))


def _before(state: State, payload: Payload, context: EventContext) -> Payload:
    if state.is_over:
        _check_unconfirmed(state)
        check_reason(payload["reason"])
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
    """Raise ``WrongState`` once the seed of online dice has been revealed: nobody can play on."""
    if state.dice is not None and state.dice.revealed:
        raise WrongState(
            Text(
                "The seed of the dice has been shown, everybody knows the next rolls: only a correction "
                "changes the result."
            ),
            state=str(state.phase),
        )


def _check_unconfirmed(state: State) -> None:
    check_seed_is_secret(state)
    if state.confirmations or state.decided_by in (Decision.CORRECTION, Decision.RESULT):
        raise WrongState(
            Text("The result has been confirmed, corrected or typed in: only a correction changes it."),
            state=str(state.phase),
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


def _taken_back_told(payload: Payload, names: Names) -> Text:
    return because(payload, _counted(payload["throws"], _TAKEN_BACK))


def _brought_back_told(payload: Payload, names: Names) -> Text:
    return because(payload, _counted(payload["throws"], _BROUGHT_BACK))


def _counted(entries: int, phrases: Mapping[str, Text]) -> Text:
    """Count one entry, or several: throws and rulings alike."""
    one, several = phrases.values()
    return one if entries == 1 else several.filled(n=entries)


_HOW_MANY = fields.integer_field("throws", "How many.", 1)

TAKE_BACK = EventType(
    EventKind.TAKE_BACK,
    Text("take back"),
    "Take back the last throws, or rulings where one may rule; they stay in the log and can be brought back.",
    (GameState.RUNNING, GameState.ENDED, GameState.ABANDONED),
    (_HOW_MANY, fields.line_field("reason", "Why; needed once the game has ended.", "")),
    _returned,
    _before,
    permission_after=_to_take_back,
    display=_taken_back_told,
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
    display=_brought_back_told,
    offline=_BROUGHT_BACK,
    returns=True,
    example={"throws": 1},
)
