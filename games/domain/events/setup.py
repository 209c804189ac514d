"""How a game begins: created, thrown for, started – or from a board set by hand."""

from dataclasses import replace
from typing import Any

import rules
from games.domain.counters import after_ruling, with_captures
from games.domain.event_text import Names, counted, saying
from games.domain.events import fields, special_fields
from games.domain.events.base import EventContext, EventType, Payload, Precondition, refuse, unchanged_state
from games.domain.state import State
from games.enums import Action, EventKind, GameState
from rules import COLOUR_NAMES, Text, opening

#: No colour has captured more often.
MOST_CAPTURES = 9_999
#: The prefix of a board set by hand in the record.
_SET_BY_HAND = "board set by hand: "


def described(state: State) -> Payload:
    """Return what binds a log to its game: the rules and who leads which colours."""
    return {
        "rules": state.rules.name,
        "options": state.rules.changes(),
        "seats": [{"player": player, "colours": list(colours)} for player, colours in state.seating.items()],
    }


def _checked_throws(state: State, payload: Payload, context: EventContext) -> Payload:
    faces = sorted(set(state.rules.die_faces))
    throws = payload["throws"]
    if not throws or not set(throws) <= set(state.colours) or not set(throws.values()) <= set(faces):
        known, shown = ", ".join(state.colours), ", ".join(map(str, faces))
        refuse(
            "throws",
            Text("an object colour → die is needed, of {known} and {shown}", known=known, shown=shown),
        )
    return payload


def _started(state: State, payload: Payload, context: EventContext) -> State:
    play = rules.Game.start(
        state.rules,
        _seats(state),
        starter=payload["starter"],
        trapdoors=payload.get("trapdoors", ()),
        wormholes=payload.get("wormholes", ()),
        tags=state.tags,
    )
    return replace(
        state, phase=GameState.RUNNING, play=play, starter=payload["starter"], started_at=context.now
    )


def _start_text(payload: Payload, names: Names) -> Text:
    name, seed = COLOUR_NAMES[payload["starter"]], payload.get("published_seed", "")
    starts = Text("{begins} starts", begins=opening(name))
    if not seed:
        return starts
    what = Text("trapdoors") if "trapdoors" in payload else Text("wormholes")
    return Text(
        "{starts}; {what} drawn from the published seed “{seed}”", starts=starts, what=what, seed=seed
    )


#: Members of a start that are stored only where they are not empty, so that the log of a usual game is short.
_RARE = ("reason", "youngest")


def _completed(state: State, payload: Payload, context: EventContext) -> Payload:
    short = {name: value for name, value in payload.items() if name not in _RARE or value}
    return special_fields.complete_start(state.rules, short, context)


def _set(state: State, payload: Payload, context: EventContext) -> State:
    position, finished, reason = payload["position"], payload["finished"], payload["reason"]
    state = replace(state, tallies=with_captures(state.tallies, payload.get("captures", {})))
    if state.play is None:
        play = rules.Game.at(position, state.rules, _seats(state), finished=finished, tags=state.tags)
        state = replace(state, phase=GameState.RUNNING, play=play, started_at=context.now)
        return state.with_remark(f"recorded from here on: {reason}")
    play = state.play.ruled(_SET_BY_HAND + reason.replace("=>", "→"), position, finished=finished)
    return replace(state, play=play, tallies=after_ruling(state.tallies, state.play, play))


def _with_order(state: State, payload: Payload, context: EventContext) -> Payload:
    """Always add the order of the colours at home; leave out captures where none are given."""
    made = payload.get("captures", {})
    if not set(made) <= set(state.colours) or any(
        not 0 <= number <= MOST_CAPTURES for number in made.values()
    ):
        refuse(
            "captures",
            Text(
                "an object colour → 0 to {most} is needed, of {known}",
                most=MOST_CAPTURES,
                known=", ".join(state.colours),
            ),
        )
    after = _set(state, payload, context)
    members = {name: value for name, value in payload.items() if name != "captures" or value}
    return {**members, "finished": list(after.board.finished)}


def _seats(state: State) -> Any:
    return {state.player_name(player): colours for player, colours in state.seating.items()}


CREATED = EventType(
    EventKind.CREATED,
    Text("created"),
    "A new game: its rules and who leads which colours.",
    (GameState.CREATED,),
    (fields.line_field("title", "What it is called.", "", fields.LONGEST_TITLE), *special_fields.FIELDS),
    unchanged_state,
    lambda state, payload, context: {
        **described(state),
        **special_fields.lay_furniture(state.rules, payload),
    },
    Precondition.PHASE,
    derived=special_fields.NAMES,
    by_client=False,
)
START_THROWS = EventType(
    EventKind.START_THROWS,
    Text("throws for the start"),
    "A round of throws for the start.",
    (GameState.CREATED,),
    (fields.numbered_field("throws", "Colour → die."),),
    unchanged_state,
    _checked_throws,
    Precondition.ID,
    display=lambda payload, names: Text("Throws for the start: {thrown}", thrown=counted(payload["throws"])),
    finds_starter=True,
    example={"throws": {"yellow": 6, "red": 3}},
)
START = EventType(
    EventKind.START,
    Text("start"),
    "Begin the game with the colour that starts.",
    (GameState.CREATED,),
    (
        fields.line_field("starter", "The colour that starts; left out, the one that is due.", "", 10),
        fields.line_field(
            "reason", "Why another colour starts than is due.", "", fields.LONGEST_STARTER_REASON
        ),
        fields.player_field("youngest", "Who is said to be the youngest, where the youngest starts.", None),
        *special_fields.FIELDS,
        fields.any_field("how", "How the starter was found: a reason, throws.", {}),
    ),
    _started,
    _completed,
    Precondition.PHASE,
    derived=("starter", "how", *_RARE, *special_fields.NAMES),
    display=_start_text,
    is_origin=True,
    finds_starter=True,
    example={"starter": "yellow"},
)
POSITION = EventType(
    EventKind.POSITION,
    Text("board set by hand"),
    "Set the board by hand: a game of which only the rest is recorded, or a board that was upset.",
    (GameState.CREATED, GameState.RUNNING),
    (
        fields.line_field("position", "The board (rulebook §3).", longest=fields.LONGEST_POSITION),
        fields.names_field("finished", "The colours at home in finishing order; untold, board order.", None),
        fields.line_field("reason", "Why it is set."),
        fields.numbered_field("captures", "Colour → captures made until then, where they were counted.", {}),
    ),
    _set,
    _with_order,
    permission=Action.RULE,
    derived=("finished", "captures"),
    display=saying(Text("Board set by hand: {reason}")),
    is_step=True,
    finds_starter=True,
    example={"position": "4x10 B,B,B,B/B,A,7,b/5,39,c,d/B,B,B,B Y1", "reason": "The board was upset."},
)
