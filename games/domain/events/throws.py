"""Throws: as the rules have them, void, or irregular (rulebook §11, [D26])."""

import re
from collections.abc import Mapping
from dataclasses import replace

import rules
from games.domain.counters import after_irregular, after_ruling, after_throw
from games.domain.event_text import Names, thrown_die
from games.domain.events import fields
from games.domain.events.base import EventContext, EventType, Payload, refuse
from games.domain.events.online_dice import after_roll, with_roll
from games.domain.move_text import PHRASES
from games.domain.state import State
from games.enums import Action, EventKind, GameState
from rules import COLOUR_NAMES, Text

#: What a referee can rule on an irregular throw.
RULINGS: Mapping[str, Text] = {
    "stands": Text("stands"),
    "corrected": Text("corrected"),
    "penalty": Text("penalty"),
}
_VOID_DIE = Text("Void die{die}, thrown again: {reason}")
_PENALTY = Text("Penalty, the {colour} pawn on {field} goes to the yard: {reason}")
#: A paragraph of the rulebook or one of its decisions: §5.3, D15.
_PARAGRAPH = re.compile(r"§[1-9][0-9]?(\.[1-9][0-9]?)?|D[1-9][0-9]?", re.ASCII)


def _thrown(state: State, payload: Payload, context: EventContext) -> State:
    before = state.board
    die = payload["die"]
    play = before.play(die, payload["move"])
    tallies = after_throw(state.tallies, before, die, play.last_move, play)
    return replace(state, play=play, tallies=tallies, dice=after_roll(state, payload))


def _void(state: State, payload: Payload, context: EventContext) -> State:
    die, reason = payload["die"], payload["reason"]
    shown = "" if die is None else f" {die}"
    return replace(state.with_remark(f"void die{shown}: {reason}"), dice=after_roll(state, payload))


def _checked_die(state: State, payload: Payload, context: EventContext) -> Payload:
    if payload["die"] is not None:
        state.board.moves(payload["die"])  # raises DieError for what the die does not show
    return with_roll(state, payload, context)


def _irregular(state: State, payload: Payload, context: EventContext) -> State:
    before, die = state.board, payload["die"]
    play = _ruled(before, payload)
    tallies = after_ruling(state.tallies, before, play)
    if die is not None:
        tallies = after_irregular(tallies, before, die, play)
    return replace(state, play=play, tallies=tallies, dice=after_roll(state, payload))


def _irregular_text(payload: Payload, names: Names) -> Text:
    die, ruling = thrown_die(payload), RULINGS[payload["ruling"]]
    return Text(
        "Irregular throw{die} ({paragraph}, {ruling}): {what}",
        die=die,
        paragraph=payload["paragraph"],
        ruling=ruling,
        what="; ".join(filter(None, (payload["happened"], payload["reason"]))),
    )


def _ruled(before: rules.Game, payload: Payload) -> rules.Game:
    die, what = payload["die"], payload["happened"].replace("=>", "→")
    shown = "" if die is None else f" {die}"
    text = f"irregular throw{shown} ({payload['paragraph']}, {payload['ruling']}): {what}"
    if payload["reason"]:
        text += f"; {payload['reason'].replace('=>', '→')}"
    return before.ruled(text, payload["position"], finished=payload["finished"])


def _checked_irregular(state: State, payload: Payload, context: EventContext) -> Payload:
    if not _PARAGRAPH.fullmatch(payload["paragraph"]):
        refuse(
            "paragraph",
            Text("the paragraph of the rulebook that was broken is needed, such as §5.3 or D15"),
        )
    payload = _checked_die(state, payload, context)
    return {**payload, "finished": list(_ruled(state.board, payload).finished)}


def _penalised(state: State, payload: Payload, context: EventContext) -> State:
    colour, field, reason = payload["colour"], payload["field"], payload["reason"].replace("=>", "→")
    play = state.board.penalised(colour, field, f"penalty, pawn of {colour} on {field} to its yard: {reason}")
    return replace(state, play=play, tallies=after_ruling(state.tallies, state.board, play))


THROW = EventType(
    EventKind.THROW,
    Text("throw"),
    "A throw and what was moved with it.",
    (GameState.RUNNING,),
    (
        fields.integer_field("die", "What the die shows."),
        fields.line_field(
            "move",
            "The move (rulebook §4), such as 6:B-A; null: nothing was moved.",
            None,
            fields.LONGEST_MOVE,
        ),
    ),
    _thrown,
    with_roll,
    offline=PHRASES,
    is_step=True,
    address="throws",
    uses_roll=lambda payload: True,
    has_words=False,
)
VOID_DIE = EventType(
    EventKind.VOID_DIE,
    Text("void die"),
    "A die that does not count: it fell from the table, lay askew. It is thrown again.",
    (GameState.RUNNING,),
    (
        fields.integer_field("die", "What it showed, if anybody saw it.", None),
        fields.line_field("reason", "Why it does not count."),
    ),
    _void,
    _checked_die,
    permission=Action.RULE,
    display=lambda payload, names: _VOID_DIE.filled(die=thrown_die(payload), reason=payload["reason"]),
    offline={"void die": _VOID_DIE},
    uses_roll=lambda payload: True,
    example={"die": 6, "reason": "cocked"},
)
IRREGULAR = EventType(
    EventKind.IRREGULAR,
    Text("irregular throw"),
    "What was really played although the rules forbid it; the game goes on from the board that resulted.",
    (GameState.RUNNING,),
    (
        fields.integer_field("die", "What the die showed, if it is known.", None),
        fields.line_field("happened", "What happened, in words."),
        fields.line_field(
            "paragraph", "The paragraph of the rulebook that it breaks, such as §5.3.", longest=10
        ),
        fields.choice_field("ruling", "What the referee ruled.", list(RULINGS)),
        fields.line_field(
            "position", "The board afterwards, and whose throw it is.", longest=fields.LONGEST_POSITION
        ),
        fields.names_field(
            "finished", "The colours at home in finishing order; untold, the order is kept.", None
        ),
        fields.line_field("reason", "Why it was ruled so.", ""),
    ),
    _irregular,
    _checked_irregular,
    permission=Action.RULE,
    derived=("finished",),
    display=_irregular_text,
    is_step=True,
    uses_roll=lambda payload: payload["die"] is not None,
    example={
        "die": 6,
        "happened": "Two pawns were moved.",
        "paragraph": "§5.3",
        "ruling": "stands",
        "position": "4x10 B,B,B,B/B,A,7,b/5,39,c,d/B,B,B,B Y1",
    },
)
PENALTY = EventType(
    EventKind.PENALTY,
    Text("penalty"),
    "Send a pawn of an unfinished colour to its yard.",
    (GameState.RUNNING,),
    (
        fields.line_field("colour", "Whose pawn.", longest=10),
        fields.line_field("field", "Where it stands: A, 17, c.", longest=5),
        fields.line_field("reason", "What for."),
    ),
    _penalised,
    permission=Action.RULE,
    display=lambda payload, names: _PENALTY.filled(
        colour=COLOUR_NAMES[payload["colour"]], field=payload["field"], reason=payload["reason"]
    ),
    offline={"penalty": _PENALTY},
    is_step=True,
    example={"colour": "red", "field": "17", "reason": "touched the die"},
)
