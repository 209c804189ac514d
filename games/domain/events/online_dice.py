"""Online dice: committed, seeded by the sides, revealed at the end (docs/reference/dice.md); rolls in throws."""

from dataclasses import replace

from games.domain.commit_reveal import CONSTRUCTION, MOST_FACES
from games.domain.event_text import saying
from games.domain.events import fields
from games.domain.events.base import EventContext, EventType, Payload, Precondition, refuse, wrong_state
from games.domain.events.endings import check_player
from games.domain.provably_fair import SOURCE, OnlineDice
from games.domain.state import State
from games.enums import EventKind, GameState
from rules import Text


def with_roll(state: State, payload: Payload, context: EventContext) -> Payload:
    """Add the number of the roll to a payload with a die, where dice are online."""
    if state.dice is None or payload["die"] is None:
        return payload
    return {**payload, "source": SOURCE, "roll": state.dice.rolls + 1}


def after_roll(state: State, payload: Payload) -> OnlineDice | None:
    """Return the online dice, if any, after an event that may use a roll. Raises ``ValueError`` for a wrong number."""
    if state.dice is None or payload["die"] is None:
        return state.dice
    if payload["roll"] != state.dice.rolls + 1:
        raise ValueError(payload["roll"])
    return replace(state.dice, rolls=state.dice.rolls + 1)


# -- before the start ------------------------------------------------------------------------------


def _with_terms(state: State, payload: Payload, context: EventContext) -> Payload:
    """Complete the commitment with everything that the rolls will follow from and is known already."""
    if state.dice is not None:
        raise wrong_state(
            state,
            Text("The dice of this game are online already."),
        )
    _check_never_begun(state, context)
    faces = state.rules.die_faces
    if len(faces) > MOST_FACES:
        refuse(
            "die_faces",
            Text(
                "online dice have at most {most_faces} faces, these rules name {faces}",
                most_faces=MOST_FACES,
                faces=len(faces),
            ),
        )
    return {**payload, "construction": CONSTRUCTION, "faces": list(faces), "sides": list(state.seating)}


def _added(state: State, payload: Payload, context: EventContext) -> State:
    dice = _dice(state)
    return replace(state, dice=replace(dice, seeds={**dice.seeds, payload["side"]: payload["seed"]}))


def _checked_seed(state: State, payload: Payload, context: EventContext) -> Payload:
    check_player(state, payload["side"], "side")
    if payload["side"] in _dice(state).seeds:
        refuse(
            "side",
            Text("this side has added its text, which stands; a side adds one"),
        )
    _check_never_begun(state, context)
    return payload


def _check_never_begun(state: State, context: EventContext) -> None:
    """Check that the game has never begun: after a start that was taken back some rolls are known."""
    if any(event.position for event in context.past.others.values()):
        raise wrong_state(
            state,
            Text("The game has begun once already."),
        )


# -- after the end ---------------------------------------------------------------------------------


def _shown(state: State, payload: Payload, context: EventContext) -> State:
    dice, seed = _dice(state), payload["seed"]
    if not dice.matches_commitment(seed):
        refuse(
            "seed",
            Text("this is not the seed that was promised"),
        )
    state = state.with_remark(f"online dice {CONSTRUCTION}: commitment {dice.commitment}, seed {seed}")
    return replace(state, dice=replace(dice, revealed=seed))


def _dice(state: State) -> OnlineDice:
    if state.dice is None:
        raise wrong_state(
            state,
            Text("This game has no online dice: they are promised first (dice-commitment)."),
        )
    return state.dice


COMMITMENT = EventType(
    EventKind.DICE_COMMITMENT,
    Text("online dice promised"),
    "Play with online dice: their seed is made, kept secret, and its SHA-256 recorded.",
    (GameState.CREATED,),
    (fields.line_field("commitment", "The SHA-256 of the seed, in hexadecimal digits.", longest=64),),
    lambda state, payload, context: replace(state, dice=OnlineDice(payload["commitment"])),
    _with_terms,
    Precondition.PHASE,
    display=saying(Text("Online dice promised")),
)
SEED = EventType(
    EventKind.DICE_SEED,
    Text("text added to the dice"),
    "Add the text of a side to the online dice, before the start.",
    (GameState.CREATED,),
    (
        fields.player_field("side", "The id of the player whose text it is."),
        fields.line_field("seed", "The text: whatever nobody else knew before.", longest=fields.LONGEST_SEED),
    ),
    _added,
    _checked_seed,
    Precondition.ID,
    display=lambda payload, names: Text("{who} added a text to the dice", who=names[payload["side"]]),
    example={"side": "6f1c0000-0000-4000-8000-000000000001", "seed": "the lottery of tomorrow"},
)
REVEAL = EventType(
    EventKind.DICE_REVEAL,
    Text("seed of the dice shown"),
    "The seed of the online dice of a game that is over.",
    (GameState.ENDED, GameState.ABANDONED),
    (fields.line_field("seed", "The seed, in hexadecimal digits.", longest=64),),
    _shown,
    precondition=Precondition.PHASE,
    display=saying(Text("Seed of the dice shown")),
    is_beside=True,
    by_client=False,
)
