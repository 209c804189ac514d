"""What happens beside the board: the clock, notes, calls for the referee and their answers (rulebook §11)."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta

from games import enums
from games.domain.clock import ClockAction
from games.domain.event_text import Names, saying
from games.domain.events import fields
from games.domain.events.base import EventContext, EventType, Payload, Precondition, refuse
from games.domain.events.fields import to_utc
from games.domain.state import State
from games.enums import EventKind, GameState
from rules import Text, Verbatim

#: The prefix of a note in the record.
_NOTED = "note: "
_ALWAYS: Sequence[GameState] = tuple(GameState)
_CLOCK: Mapping[ClockAction, Text] = {
    ClockAction.START: Text("Clock started"),
    ClockAction.PAUSE: Text("Clock paused"),
    ClockAction.RESUME: Text("Clock resumed"),
    ClockAction.LIMIT: Text("Time limit reached"),
}
_LIMIT_SET = Text("Time limit: {minutes} min")
_NO_LIMIT = Text("No time limit")
#: A day.
MOST_MINUTES = 24 * 60
_NOTE = Text("Note: {text}")
_CALL = Text("Call for the referee: {text}")
#: Clocks of phones may be wrong by this much without being refused.
_AHEAD = timedelta(minutes=1)


def _clocked(state: State, payload: Payload, context: EventContext) -> State:
    action, at = ClockAction(payload["action"]), datetime.fromisoformat(payload["at"])
    if action is ClockAction.SET:
        minutes = payload["minutes"]
        return replace(
            state, clock=replace(state.clock, limit=timedelta(minutes=minutes) if minutes else None)
        )
    return replace(state, clock=state.clock.after(action, at))


def _checked_clock(state: State, payload: Payload, context: EventContext) -> Payload:
    possible = state.clock.possible
    if payload["action"] not in possible:
        refuse(
            "action",
            Text(
                "the clock can {known} now, not {action}", known=", ".join(possible), action=payload["action"]
            ),
        )
    minutes = payload["minutes"]
    is_set = payload["action"] == ClockAction.SET
    if is_set and (minutes is None or minutes > MOST_MINUTES):
        refuse(
            "minutes",
            Text("a number from 1 to {most} is needed, or 0 for no limit", most=MOST_MINUTES),
        )
    if not is_set and minutes is not None:
        refuse("minutes", Text("only the action “set” has minutes"))
    at = context.now if payload["at"] is None else datetime.fromisoformat(payload["at"])
    since = state.clock.since
    if at > context.now + _AHEAD or (since is not None and at < since):
        refuse(
            "at",
            Text(
                "a moment is needed that is past and not before {first}",
                first=Text("the game") if since is None else Verbatim(to_utc(since)),
            ),
        )
    members = {name: value for name, value in payload.items() if name != "minutes" or is_set}
    return {**members, "at": to_utc(at)}


def _clock_text(payload: Payload, names: Names) -> Text:
    action = ClockAction(payload["action"])
    if action is not ClockAction.SET:
        return _CLOCK[action]
    return _LIMIT_SET.filled(minutes=payload["minutes"]) if payload["minutes"] else _NO_LIMIT


def _checked_answer(state: State, payload: Payload, context: EventContext) -> Payload:
    if payload["call"] not in state.calls:
        known = (
            Verbatim(", ".join(map(str, state.calls)))
            if state.calls
            else Text("there is none", context="a call")
        )
        refuse(
            "call",
            Text("the number of an open call is needed: {known}", known=known),
        )
    return payload


CLOCK = EventType(
    EventKind.CLOCK,
    Text("clock"),
    "Start, pause or resume the clock, set a time limit, or stop it there.",
    (GameState.CREATED, GameState.RUNNING),
    (
        fields.choice_field("action", "What is done to the clock.", [action.value for action in ClockAction]),
        fields.datetime_field("at", "When, if it was not just now.", None),
        fields.integer_field(
            "minutes", "With the action `set`: the playing time allowed; 0: no time limit.", None
        ),
    ),
    _clocked,
    _checked_clock,
    Precondition.ID,
    derived=("at", "minutes"),
    display=_clock_text,
    offline={
        **{f"clock {action}": text for action, text in _CLOCK.items()},
        f"clock {ClockAction.SET}": _LIMIT_SET,
        "clock without limit": _NO_LIMIT,
    },
    is_beside=True,
    has_words=False,
    example={"action": "start"},
)
NOTE = EventType(
    EventKind.NOTE,
    Text("note"),
    "A note; it stands in the record of the game.",
    _ALWAYS,
    (fields.line_field("text", "The note."),),
    lambda state, payload, context: state.with_remark(_NOTED + payload["text"]),
    precondition=Precondition.ID,
    display=saying(_NOTE),
    offline={"note": _NOTE},
    is_beside=True,
    example={"text": "Green came late."},
)
CALL = EventType(
    EventKind.CALL,
    Text("call for the referee"),
    "Call the referee; the event keeps the disputed board.",
    _ALWAYS,
    (fields.line_field("text", "What it is about."),),
    lambda state, payload, context: replace(state, calls=(*state.calls, context.number)),
    precondition=Precondition.ID,
    display=saying(_CALL),
    offline={"call": _CALL},
    is_beside=True,
    example={"text": "Whose throw is it?"},
)
ANSWER = EventType(
    EventKind.ANSWER,
    Text("answer"),
    "The referee's answer to a call.",
    _ALWAYS,
    (
        fields.integer_field("call", "The number of the event that called."),
        fields.line_field("text", "The answer."),
    ),
    lambda state, payload, context: replace(
        state, calls=tuple(call for call in state.calls if call != payload["call"])
    ),
    _checked_answer,
    Precondition.ID,
    permission=enums.Action.RULE,
    display=saying(Text("Answer of the referee: {text}")),
    is_beside=True,
    example={"call": 41, "text": "It is red's throw."},
)
