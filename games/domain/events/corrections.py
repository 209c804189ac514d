"""After the end: players and officials confirm a result; two people together correct one."""

from __future__ import annotations

from dataclasses import replace

from games.domain.events import fields
from games.domain.events.base import Guard, Happening, Moment, Past, Payload, refuse
from games.domain.events.endings import TOLD, check_player, with_result, with_winner
from games.domain.state import State
from games.enums import Action, Decision, EventKind, GameState
from games.errors import WrongState
from rules.i18n import Text, Verbatim


def _confirmed(state: State, payload: Payload, moment: Moment) -> State:
    return replace(state, confirmations=(*state.confirmations, payload["player"] or payload["official"]))


def _checked_confirmation(state: State, told: Payload, moment: Moment) -> Payload:
    if (told["player"] is None) == (not told["official"]):
        refuse(
            "player",
            "either a player or an official confirms",
            "es bestätigt entweder ein Spieler (player) oder ein Offizieller (official)",
        )
    if told["player"] is not None:
        check_player(state, told["player"], "player")
    who = told["player"] or told["official"]
    if who in state.confirmations:
        refuse(
            "player", f"{who} has confirmed this result already", f"{who} hat das Ergebnis schon bestätigt"
        )
    return told


def _proposed(state: State, payload: Payload, moment: Moment) -> State:
    return replace(state, correction=moment.number)


def _checked_correction(state: State, told: Payload, moment: Moment) -> Payload:
    return with_winner(state, told)


def _corrected(state: State, payload: Payload, moment: Moment) -> State:
    proposal = moment.past.event(payload["correction"]).payload
    state = replace(
        with_result(state, proposal), decided_by=Decision.CORRECTION, correction=None, confirmations=()
    )
    return state.remarked(
        f"result corrected, {state.named(proposal['winner'])} has won: {proposal['reason']}"
    )


def _check_waits(state: State, told: Payload) -> None:
    if state.correction is None or told["correction"] != state.correction:
        waiting = (
            Verbatim(str(state.correction)) if state.correction else Text("there is none", "es gibt keine")
        )
        refuse(
            "correction",
            f"the number of the correction that waits is needed: {waiting.en}",
            f"nötig ist die Nummer der Korrektur, die wartet: {waiting.de}",
        )


def _checked_approval(state: State, told: Payload, moment: Moment) -> Payload:
    _check_waits(state, told)
    assert state.correction is not None
    proposer = moment.past.event(state.correction).by
    if moment.past.is_same_person(proposer, moment.actor):
        raise WrongState(
            _OWN if proposer == moment.actor else _OWN_TOKEN,
            state=str(state.phase),
        )
    return told


def _withdrawn(state: State, payload: Payload, moment: Moment) -> State:
    return replace(state, correction=None)


def _checked_withdrawal(state: State, told: Payload, moment: Moment) -> Payload:
    _check_waits(state, told)
    return told


def _to_withdraw(told: Payload, past: Past, last: int, actor: str) -> Action:
    """The own proposal is withdrawn by whoever made it; that of somebody else by an organiser."""
    proposal = past.others.get(told["correction"])
    if proposal is None or past.is_same_person(proposal.by, actor):
        return Action.CORRECT
    return Action.ORGANISE


_OWN = Text(
    "A correction needs a second person: who proposed it cannot approve it.",
    "Eine Korrektur braucht eine zweite Person: wer sie vorschlägt, kann sie nicht genehmigen.",
)
_OWN_TOKEN = Text(
    "A correction needs a second person: a token or link counts as whoever made it, and here both are the same.",
    "Eine Korrektur braucht eine zweite Person: ein Token oder Link zählt als der, der ihn gemacht hat, und hier ist"
    " beides derselbe.",
)

CONFIRMATION = Happening(
    EventKind.CONFIRMATION,
    "A player or an official confirms the result; from then on it is changed by a correction only.",
    (GameState.ENDED,),
    (
        fields.player("player", "Who confirms, a player of this game.", None),
        fields.line("official", "Who confirms, an official by name.", "", 100),
    ),
    _confirmed,
    _checked_confirmation,
)
CORRECTION = Happening(
    EventKind.CORRECTION,
    "Propose another result for a game that has ended; it counts once a second person has approved it.",
    (GameState.ENDED,),
    (*TOLD, fields.line("reason", "Why.")),
    _proposed,
    _checked_correction,
    needs=Action.CORRECT,
    follows=("winner",),
)
APPROVAL = Happening(
    EventKind.APPROVAL,
    "Approve a correction that somebody else has proposed.",
    (GameState.ENDED,),
    (fields.whole("correction", "The number of the event that proposed it."),),
    _corrected,
    _checked_approval,
    Guard.ID,
    needs=Action.APPROVE,
)
WITHDRAWAL = Happening(
    EventKind.WITHDRAWAL,
    "Withdraw a correction that waits: one's own, or as an organiser anybody's. The result stays, and so does the log.",
    (GameState.ENDED,),
    (
        fields.whole("correction", "The number of the event that proposed it."),
        fields.line("reason", "Why.", ""),
    ),
    _withdrawn,
    _checked_withdrawal,
    Guard.ID,
    needs=Action.CORRECT,
    needs_after=_to_withdraw,
)
