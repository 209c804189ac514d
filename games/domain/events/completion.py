"""Completing a result: figures that the slip left out are added; nothing that was entered is changed."""

from dataclasses import replace

from games.domain.event_text import Names, counted
from games.domain.events import fields
from games.domain.events.base import EventContext, EventType, Payload, refuse
from games.domain.events.endings import check_pawns
from games.domain.state import State
from games.enums import Action, Decision, EventKind, GameState
from games.errors import WrongState
from rules.i18n import Text


def _completed(state: State, payload: Payload, context: EventContext) -> State:
    data = dict(state.told)
    if payload["pawns"]:
        data["pawns"] = {**data.get("pawns", {}), **payload["pawns"]}
    if payload["seconds"] is not None:
        data["seconds"] = payload["seconds"]
    return replace(state, told=data)


def _checked(state: State, payload: Payload, context: EventContext) -> Payload:
    if state.decided_by not in (Decision.RESULT, Decision.CORRECTION):
        raise WrongState(
            Text("Only a typed-in result can be completed; for any other the board gives the figures."),
            state=str(state.phase),
        )
    if state.correction is not None:
        raise WrongState(
            Text("A correction of this result waits: approve or withdraw it first."),
            state=str(state.phase),
        )
    if not payload["pawns"] and payload["seconds"] is None:
        refuse(
            "pawns",
            Text("the missing figures are needed: pawns or seconds"),
        )
    known = state.told.get("pawns", {})
    changed = [colour for colour, number in payload["pawns"].items() if known.get(colour, number) != number]
    if changed:
        listed = ", ".join(changed)
        refuse(
            "pawns",
            Text(
                "{listed}: the number is there already; changing it is a correction",
                listed=listed,
            ),
        )
    if payload["seconds"] is not None and state.told.get("seconds") not in (None, payload["seconds"]):
        refuse(
            "seconds",
            Text("the time is there already; changing it is a correction"),
        )
    check_pawns(state, state.places, payload["pawns"])
    return payload


def _completion_text(payload: Payload, names: Names) -> Text:
    added = Text("Result completed")
    if payload["pawns"]:
        pawns = counted(payload["pawns"])
        added = Text("{added}, pawns at home: {pawns}", added=added, pawns=pawns)
    if payload["seconds"] is not None:
        minutes = round(payload["seconds"] / 60) or 1
        added = Text("{added}, {minutes} min", added=added, minutes=minutes)
    return added


COMPLETION = EventType(
    EventKind.COMPLETION,
    Text("result completed"),
    "Add figures that are missing in a result that was typed in; it takes nobody else, as nothing told is changed.",
    (GameState.ENDED,),
    (
        fields.numbered_field(
            "pawns", "Colour → pawns at home at the end, of the colours of which they are missing.", {}
        ),
        fields.integer_field("seconds", "How long it was played.", None),
    ),
    _completed,
    _checked,
    permission=Action.RULE,
    display=_completion_text,
    builds_on_result=True,
    example={"pawns": {"red": 2}, "seconds": 3600},
)
