"""Positions for the naive reference of the rules: plain lists of progress numbers, fields, and the notation.

Rulebook §2 and §3, sentence by sentence; `reference.py` plays with them. Nothing is shared with `rules`.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any

Options = dict[str, Any]
Seats = dict[str, list[str]]
Ends = tuple[int, int]

YARD = -1  # a pawn in its yard; otherwise its progress: 0 is A, 1 … L-1 the track, L … L+3 home
COLOURS = {
    4: ["yellow", "green", "red", "black"],
    6: ["yellow", "black", "blue", "red", "green", "violet"],
}
LETTERS = {"yellow": "Y", "green": "G", "red": "R", "black": "K", "blue": "U", "violet": "V"}


# Rulebook §2: boards and coordinates.


@dataclass
class State:
    """A position, and what it does not print: options, who leads what, the order of finishing [D18]."""

    options: Options
    seats: Seats
    pawns: dict[str, list[int]]  # only colours that play, in board order; progress numbers
    colour: str | None = None  # to throw; None when the game is over
    missed: int = 0
    trapdoors: list[int] = field(default_factory=list)
    wormholes: list[Ends] = field(default_factory=list)
    finished: list[str] = field(default_factory=list)  # in the order in which they came home
    last_neutral_by: str | None = None  # the colour whose player brought the last neutral pawn home

    def __str__(self) -> str:
        return position(self)


def copy_of(state: State) -> State:
    """A state of its own: changing its lists leaves the other's alone."""
    pawns = {colour: list(progress) for colour, progress in state.pawns.items()}
    return replace(
        state,
        pawns=pawns,
        trapdoors=list(state.trapdoors),
        wormholes=list(state.wormholes),
        finished=list(state.finished),
    )


@cache
def measures(board: str) -> tuple[int, int, int]:
    """Arms, fields from one starting field to the next, and fields of the track."""
    arms, spacing = map(int, board.split("x"))
    return arms, spacing, arms * spacing


def arms(state: State) -> int:
    return measures(state.options["board"])[0]


def spacing(state: State) -> int:
    """Fields from one starting field to the next, `s`."""
    return measures(state.options["board"])[1]


def length(state: State) -> int:
    return measures(state.options["board"])[2]


def board_colours(state: State) -> list[str]:
    return COLOURS[arms(state)]


def starting_fields(state: State) -> list[int]:
    return [number * spacing(state) for number in range(arms(state))]


def absolute(state: State, colour: str, progress: int) -> int:
    return (board_colours(state).index(colour) * spacing(state) + progress) % length(state)


def progress_at(state: State, colour: str, field_number: int) -> int:
    return (field_number - board_colours(state).index(colour) * spacing(state)) % length(state)


def on_track(state: State, progress: int) -> bool:
    return 0 <= progress < length(state)


def at_home(state: State, progress: int) -> bool:
    return progress >= length(state)


def is_home(state: State, colour: str) -> bool:
    """All four pawns of a colour are at home: the colour has finished."""
    return all(at_home(state, progress) for progress in state.pawns[colour])


def led(state: State) -> list[str]:
    """The colours that a player leads, in board order: all that play but the neutral one."""
    return [colour for colour in state.pawns if colour != state.options["neutral"]]


def standing_on(state: State, field_number: int) -> list[str]:
    """The colours of the pawns on a track field, one entry for each pawn."""
    return [
        colour
        for colour, pawns in state.pawns.items()
        for progress in pawns
        if on_track(state, progress) and absolute(state, colour, progress) == field_number
    ]


# Rulebook §3: position notation.


def field_name(state: State, progress: int) -> str:
    if progress == YARD:
        return "B"
    if progress == 0:
        return "A"
    if on_track(state, progress):
        return str(progress)
    return "abcd"[progress - length(state)]


def field_progress(state: State, name: str) -> int:
    if name == "B":
        return YARD
    if name == "A":
        return 0
    return length(state) + "abcd".index(name) if name in "abcd" else int(name)


def position(state: State) -> str:
    colours = [
        ",".join(field_name(state, progress) for progress in sorted(state.pawns[colour]))
        if colour in state.pawns
        else "-"
        for colour in board_colours(state)
    ]
    to_throw = f"{LETTERS[state.colour]}{state.missed}" if state.colour else ".0"
    parts = [state.options["board"], "/".join(colours), to_throw]
    if state.trapdoors:
        parts.append("T" + ",".join(str(trapdoor) for trapdoor in sorted(state.trapdoors)))
    if state.wormholes:
        pairs = sorted(tuple(sorted(ends)) for ends in state.wormholes)
        parts.append("W" + ",".join(f"{low}-{high}" for low, high in pairs))
    return " ".join(parts)


def at(text: str, rules: Options, seats: Seats, finished: Iterable[str] | None = None) -> State:
    """The state of a position that is known to be possible; nothing is refused here."""
    board, colours, to_throw, *furniture = text.split(" ")
    assert board == rules["board"]
    state = State(rules, seats, {})
    for colour, pawns in zip(board_colours(state), colours.split("/"), strict=True):
        if pawns != "-":
            state.pawns[colour] = [field_progress(state, name) for name in pawns.split(",")]
    letters = {letter: colour for colour, letter in LETTERS.items()}
    state.colour, state.missed = letters.get(to_throw[0]), int(to_throw[1])
    for part in furniture:
        if part[0] == "T":
            state.trapdoors = [int(number) for number in part[1:].split(",")]
        else:
            pairs = [pair.split("-") for pair in part[1:].split(",")]
            state.wormholes = [(int(one), int(other)) for one, other in pairs]
    state.finished = list(finished) if finished is not None else [c for c in led(state) if is_home(state, c)]
    return state
