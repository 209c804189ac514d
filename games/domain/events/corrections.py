"""After the end: players and officials confirm a result; two people correct one, or one where there is no second.

Figures that the slip left out are added by one; nothing that was entered is changed by it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from games.domain.event_text import Names, because, counted
from games.domain.events import fields
from games.domain.events.base import (
    EventContext,
    EventLog,
    EventType,
    Payload,
    Precondition,
    refuse,
    wrong_state,
)
from games.domain.events.endings import (
    RESULT_FIELDS,
    check_pawns,
    check_player,
    result_in_words,
    with_result,
    with_winner,
)
from games.domain.state import State
from games.enums import ENTERED, Action, Decision, EventKind, GameState
from rules import Text, Verbatim

if TYPE_CHECKING:
    from games.models import GameEvent


def _confirmation_text(payload: Payload, names: Names) -> Text:
    who = names[payload["player"]] if payload["player"] else payload["official"]
    return Text("{who} confirmed the result", who=who)


def _checked_confirmation(state: State, payload: Payload, context: EventContext) -> Payload:
    if (payload["player"] is None) == (not payload["official"]):
        refuse(
            "player",
            Text("either a player or an official confirms"),
        )
    if payload["player"] is not None:
        check_player(state, payload["player"], "player")
    who = payload["player"] or payload["official"]
    if who in state.confirmations:
        refuse("player", Text("{who} has confirmed this result already", who=who))
    return payload


def _correction_text(payload: Payload, names: Names) -> Text:
    return because(payload, Text("Correction proposed, {told}", told=result_in_words(payload, names)))


def _corrected(state: State, payload: Payload, context: EventContext) -> State:
    proposal = context.past.event(payload["correction"]).payload
    state = replace(
        with_result(state, proposal), decided_by=Decision.CORRECTION, correction=None, confirmations=()
    )
    by_one = ", approved by nobody else" if payload.get("alone") else ""
    return state.with_remark(
        f"result corrected{by_one}, {state.player_name(proposal['winner'])} has won: {proposal['reason']}"
    )


def _approval_text(payload: Payload, names: Names) -> Text:
    if payload.get("alone"):
        return Text("Correction approved by nobody else: there is no second organiser")
    return Text("Correction approved")


def _corrected_because(event: GameEvent, names: Names, others: Mapping[int, GameEvent]) -> Text:
    """Return the reason of the proposal that was approved: another one may have been made since."""
    corrected = Text("Corrected")
    if event.payload.get("alone"):
        corrected = Text("Corrected, approved by nobody else as there is no second organiser")
    return because(others[event.payload["correction"]].payload, corrected)


def _checked_waiting(state: State, payload: Payload, context: EventContext) -> Payload:
    if state.correction is None or payload["correction"] != state.correction:
        waiting = Verbatim(str(state.correction)) if state.correction else Text("there is none")
        refuse(
            "correction",
            Text("the number of the correction that waits is needed: {waiting}", waiting=waiting),
        )
    return payload


def _checked_approval(state: State, payload: Payload, context: EventContext) -> Payload:
    _checked_waiting(state, payload, context)
    assert state.correction is not None
    proposer = context.past.event(state.correction).by
    if context.past.is_same_person(proposer, context.actor):
        _check_alone(state, payload, context, proposer)
    elif payload.get("alone") and context.past.is_another_person(proposer, context.actor):
        refuse("alone", Text("somebody else has proposed this correction: leave it out"))
    return payload


def _check_alone(state: State, payload: Payload, context: EventContext, proposer: str) -> None:
    """Raise ``WrongState`` unless there is no second person, and the proposer says that they approve it alone."""
    if context.past.has_another_approver(context.actor):
        raise wrong_state(
            state,
            _OWN if proposer == context.actor else _OWN_TOKEN,
        )
    if not payload.get("alone"):
        raise wrong_state(
            state,
            _UNSAID,
        )


def _to_withdraw(payload: Payload, past: EventLog, last: int, actor: str) -> Action:
    """Let the proposer withdraw their own proposal, and an organiser that of somebody else."""
    proposal = past.others.get(payload["correction"])
    if proposal is None or past.is_same_person(proposal.by, actor):
        return Action.CORRECT
    return Action.ORGANISE


_OWN = Text("A correction needs a second person: the proposer cannot approve it.")
_OWN_TOKEN = Text(
    "A correction needs a second person: a token or link counts as the person who made it, "
    "and here both are the same."
)
_UNSAID = Text(
    "A correction needs a second person, and there is none here: approve it with alone=true; the log says so."
)

# -- completed


def _completed(state: State, payload: Payload, context: EventContext) -> State:
    data = dict(state.told)
    if payload["pawns"]:
        data["pawns"] = {**data.get("pawns", {}), **payload["pawns"]}
    if payload["seconds"] is not None:
        data["seconds"] = payload["seconds"]
    return replace(state, told=data)


def _checked(state: State, payload: Payload, context: EventContext) -> Payload:
    if state.decided_by not in ENTERED:
        raise wrong_state(
            state,
            Text("Only a typed-in result can be completed; for any other the board gives the figures."),
        )
    if state.correction is not None:
        raise wrong_state(
            state,
            Text("A correction of this result waits: approve or withdraw it first."),
        )
    if not payload["pawns"] and payload["seconds"] is None:
        refuse(
            "pawns",
            Text("the missing figures are needed: pawns or seconds"),
        )
    known = state.told.get("pawns", {})
    changed = [colour for colour, number in payload["pawns"].items() if known.get(colour, number) != number]
    if changed:
        refuse(
            "pawns",
            Text(
                "{listed}: the number is there already; changing it is a correction",
                listed=", ".join(changed),
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
        added = Text("{added}, pawns at home: {pawns}", added=added, pawns=counted(payload["pawns"]))
    if payload["seconds"] is not None:
        added = Text("{added}, {minutes} min", added=added, minutes=round(payload["seconds"] / 60) or 1)
    return added


CONFIRMATION = EventType(
    EventKind.CONFIRMATION,
    Text("confirmation"),
    "A player or an official confirms the result; from then on it is changed by a correction only.",
    (GameState.ENDED,),
    (
        fields.player_field("player", "Who confirms, a player of this game.", None),
        fields.line_field("official", "Who confirms, an official by name.", "", 100),
    ),
    lambda state, payload, context: replace(
        state, confirmations=(*state.confirmations, payload["player"] or payload["official"])
    ),
    _checked_confirmation,
    display=_confirmation_text,
    builds_on_result=True,
    is_beside=True,
    example={"player": "6f1c0000-0000-4000-8000-000000000001"},
)
CORRECTION = EventType(
    EventKind.CORRECTION,
    Text("correction"),
    "Propose another result for a game that has ended; it counts once a second person has approved it.",
    (GameState.ENDED,),
    (*RESULT_FIELDS, fields.line_field("reason", "Why.")),
    lambda state, payload, context: replace(state, correction=context.number),
    with_winner,
    permission=Action.CORRECT,
    derived=("winner",),
    display=_correction_text,
    builds_on_result=True,
    is_beside=True,
    example={"places": ["red"], "reason": "read wrongly"},
)
APPROVAL = EventType(
    EventKind.APPROVAL,
    Text("approval"),
    "Approve a correction that somebody else has proposed, or one's own where nobody else could.",
    (GameState.ENDED,),
    (
        fields.integer_field("correction", "The number of the event that proposed it."),
        fields.flag_field("alone", "One's own, as nobody else could approve it; the log says so.", False),
    ),
    _corrected,
    _checked_approval,
    Precondition.ID,
    permission=Action.APPROVE,
    display=_approval_text,
    verdict=_corrected_because,
    decides=Decision.CORRECTION,
    example={"correction": 812},
)
WITHDRAWAL = EventType(
    EventKind.WITHDRAWAL,
    Text("correction withdrawn"),
    "Withdraw a correction that waits: one's own, or as an organiser anybody's. The result stays, and so does the log.",
    (GameState.ENDED,),
    (
        fields.integer_field("correction", "The number of the event that proposed it."),
        fields.line_field("reason", "Why.", ""),
    ),
    lambda state, payload, context: replace(state, correction=None),
    _checked_waiting,
    Precondition.ID,
    permission=Action.CORRECT,
    permission_after=_to_withdraw,
    display=lambda payload, names: because(payload, Text("Correction withdrawn")),
    is_beside=True,
    example={"correction": 812},
)
COMPLETION = EventType(
    EventKind.COMPLETION,
    Text("result completed"),
    "Add figures that are missing in a result that was typed in; it takes nobody else, as nothing entered is changed.",
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
