"""Boards and positions to draw: given ones in notation, and any that hypothesis thinks of."""

from typing import Any

from hypothesis import strategies as st

from games.drawing import BoardState, LastMove
from rules import PAWNS, Board
from rules.board import HOME_LETTERS, board

START_4x10 = "4x10 B,B,B,B/B,B,B,B/B,B,B,B/B,B,B,B Y"
MIDDLE_4x10 = "4x10 B,B,B,B/B,A,7,b/5,39,c,d/B,B,12,12 R"
MIDDLE_6x8 = "6x8 B,B,7,40/a,b,c,d/B,A,13,d/5,39,c,d/-/B,30,31,d V"


def state(text: str, **furniture: Any) -> BoardState:
    """The state that the first letters of a position tell; furniture is handed over apart."""
    name, written, to_throw = text.split()
    on = board(name)
    names = {on.field_name(progress): progress for progress in range(-1, on.track + PAWNS)}
    pawns = tuple(
        None if of == "-" else tuple(names[field] for field in of.split(",")) for of in written.split("/")
    )
    return BoardState(on, pawns, None if to_throw == "." else on.letters.index(to_throw), **furniture)


def full(on: Board) -> BoardState:
    """As much as a board can hold: all pawns on the track, furniture, somebody to throw."""
    pawns = tuple(tuple(range(3, 3 + PAWNS)) for _ in range(on.arms))
    return BoardState(on, pawns, 0, wormholes=((1, 20), (2, 30), (7, 40)))


def boards() -> st.SearchStrategy[Board]:
    return st.builds(Board, st.sampled_from((4, 6)), st.integers(1, 24))


@st.composite
def states(draw: st.DrawFn) -> BoardState:
    """Anything a board has room for, whether the rules allow it or not."""
    on = draw(boards())
    progress = st.integers(-1, on.track + len(HOME_LETTERS) - 1)
    field = st.integers(0, on.track - 1)
    pawns = draw(
        st.lists(
            st.none() | st.lists(progress, min_size=PAWNS, max_size=PAWNS).map(sorted),
            min_size=on.arms,
            max_size=on.arms,
        )
    )
    return BoardState(
        on,
        pawns,
        draw(st.none() | st.integers(0, on.arms - 1)),
        trapdoors=draw(st.lists(field, max_size=4)),
        wormholes=draw(st.lists(st.tuples(field, field), max_size=3)),
    )


@st.composite
def moved_states(draw: st.DrawFn) -> tuple[BoardState, LastMove]:
    """A state, and a last move that may or may not have led to it."""
    seen = draw(states())
    progress = st.integers(-1, seen.board.track + PAWNS - 1)
    return seen, LastMove(draw(st.integers(0, seen.board.arms - 1)), draw(progress), draw(progress))
