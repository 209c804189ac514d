"""What happens beside the board: the clock, notes, calls for the referee and their answers (rulebook §11)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta

from games import enums
from games.domain.clock import Action
from games.domain.events import fields
from games.domain.events.base import Guard, Happening, Moment, Payload, refuse
from games.domain.events.fields import utc
from games.domain.state import State
from games.enums import EventKind, GameState
from rules.i18n import Text, Verbatim

#: How a note begins in the record.
NOTED = "note: "
_ALWAYS: Sequence[GameState] = tuple(GameState)
#: Clocks of phones go wrong by so much at most without being refused.
_AHEAD = timedelta(minutes=1)


def _clocked(state: State, payload: Payload, moment: Moment) -> State:
    action, at = Action(payload["action"]), datetime.fromisoformat(payload["at"])
    return replace(state, clock=state.clock.after(action, at))


def _checked_clock(state: State, told: Payload, moment: Moment) -> Payload:
    possible = state.clock.possible
    if told["action"] not in possible:
        known = ", ".join(possible)
        refuse(
            "action",
            f"the clock can {known} now, not {told['action']}",
            f"mit der Uhr geht jetzt {known}, nicht {told['action']}",
        )
    at = moment.now if told["at"] is None else datetime.fromisoformat(told["at"])
    since = state.clock.since
    if at > moment.now + _AHEAD or (since is not None and at < since):
        first = Text("the game", "dem Spiel") if since is None else Verbatim(utc(since))
        refuse(
            "at",
            f"a moment is needed that is past and not before {first.en}",
            f"nötig ist ein vergangener Zeitpunkt, nicht vor {first.de}",
        )
    return {**told, "at": utc(at)}


def _noted(state: State, payload: Payload, moment: Moment) -> State:
    return state.remarked(NOTED + payload["text"])


def _called(state: State, payload: Payload, moment: Moment) -> State:
    return replace(state, calls=(*state.calls, moment.number))


def _answered(state: State, payload: Payload, moment: Moment) -> State:
    return replace(state, calls=tuple(call for call in state.calls if call != payload["call"]))


def _checked_answer(state: State, told: Payload, moment: Moment) -> Payload:
    if told["call"] not in state.calls:
        known = (
            Verbatim(", ".join(map(str, state.calls)))
            if state.calls
            else Text("there is none", "es gibt keinen")
        )
        refuse(
            "call",
            f"the number of an open call is needed: {known.en}",
            f"nötig ist die Nummer eines offenen Rufs: {known.de}",
        )
    return told


CLOCK = Happening(
    EventKind.CLOCK,
    "Start, pause or resume the clock, or stop it at the time limit.",
    (GameState.CREATED, GameState.RUNNING),
    (
        fields.choice("action", "What is done to the clock.", [action.value for action in Action]),
        fields.moment("at", "When, if it was not just now.", None),
    ),
    _clocked,
    _checked_clock,
    Guard.ID,
    follows=("at",),
)
NOTE = Happening(
    EventKind.NOTE,
    "A note; it stands in the record of the game.",
    _ALWAYS,
    (fields.line("text", "The note."),),
    _noted,
    guard=Guard.ID,
)
CALL = Happening(
    EventKind.CALL,
    "Call the referee; the event keeps the disputed board.",
    _ALWAYS,
    (fields.line("text", "What it is about."),),
    _called,
    guard=Guard.ID,
)
ANSWER = Happening(
    EventKind.ANSWER,
    "The referee's answer to a call.",
    _ALWAYS,
    (fields.whole("call", "The number of the event that called."), fields.line("text", "The answer.")),
    _answered,
    _checked_answer,
    Guard.ID,
    needs=enums.Action.RULE,
)
