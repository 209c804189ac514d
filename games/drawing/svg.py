"""The board as a picture (docs/develop/drawing.md): one SVG, readable without colour, script or style sheet.

The picture is complete as a file. Embedded in a page it takes its colours from the classes ``board-…``
(``games/static/games/board.css``), as presentation attributes give way to any rule of a style sheet; there
is no ``style`` attribute and no ``<style>``, so a strict content security policy needs no exception.

For scripts: the fields of the track carry ``data-absolute``; starting, home and yard fields and every pawn
carry ``data-colour`` and ``data-field`` (``B``, ``A``, ``7``, ``c``, as in a position).
"""

import re
from collections.abc import Collection, Iterator

from games.drawing import background, pieces, symbols
from games.drawing import last_move as last_move_drawing
from games.drawing.alt_text import board_in_words, board_title
from games.drawing.layout import layout
from games.drawing.scene import BoardState, LastMove, Pawn
from games.drawing.svg_builder import PITCH, escape_text, tag
from rules import OptionError, Text, quote_value
from rules.i18n import spoken

#: From the corners of the frame, in the middle of its line, to the edge of the picture.
_EDGE = 0.15


def draw(
    state: BoardState,
    *,
    last_move: LastMove | None = None,
    movable: Collection[Pawn] = (),
    title: Text | None = None,
    language: str = "en",
    prefix: str = "board",
) -> str:
    """The board as the text of an SVG element that fills whatever room it is given.

        ``last_move`` is drawn as a dashed ring where it began, an arrow, and a frame around where it ended;
        the pawns in ``movable`` get a double ring. ``title`` names the picture (otherwise the board does) and
    a description lists everything on it, both in ``language``, a code such as ``"de"``. ``prefix``
        begins every id: each board of a page needs its own. Raises ``OptionError`` for one that cannot.
    """
    if re.fullmatch(r"[A-Za-z][A-Za-z0-9_-]*", prefix, re.ASCII) is None:
        raise OptionError(
            Text(
                "prefix: {prefix} cannot begin an id; write a letter, then letters, digits, - or _",
                prefix=quote_value(prefix),
            )
        )
    places = layout(state.board)
    right = round((max(corner.real for corner in places.frame) + _EDGE) * PITCH)
    bottom = round((max(corner.imag for corner in places.frame) + _EDGE) * PITCH)
    return tag(
        "svg",
        tag("title", escape_text((title or board_title(state.board)).of(language)), id=f"{prefix}-title"),
        tag("desc", escape_text(board_in_words(state, last_move).of(language)), id=f"{prefix}-desc"),
        tag("defs", *_definitions(state, prefix)),
        background.render_board(state.board, tuple(pawns is not None for pawns in state.pawns)),
        background.to_throw(places, state.to_throw) if state.to_throw is not None else "",
        last_move_drawing.way(state, places, last_move) if last_move is not None else "",
        *pieces.trapdoors(state, places, prefix),
        *pieces.wormholes(state, places, prefix),
        last_move_drawing.ends(state, places, last_move) if last_move is not None else "",
        *pieces.pawns(state, places, movable, prefix),
        *pieces.covered_wormholes(state, places),
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"{-right} {-bottom} {2 * right} {2 * bottom}",
        class_="board",
        role="img",
        lang=spoken(language),
        aria_labelledby=f"{prefix}-title",
        aria_describedby=f"{prefix}-desc",
        font_family="Verdana, DejaVu Sans, Arial, sans-serif",
        font_weight="bold",
        text_anchor="middle",
    )


def _definitions(state: BoardState, prefix: str) -> Iterator[str]:
    """What is drawn more than once."""
    for colour in state.board.colours:
        yield tag("g", symbols.pawn(colour), id=f"{prefix}-{colour}")
    if state.trapdoors:
        yield tag("g", symbols.trapdoor(), id=f"{prefix}-trapdoor")
    if state.wormholes:
        yield tag("g", symbols.wormhole(), id=f"{prefix}-wormhole")
