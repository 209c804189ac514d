"""What a page needs to draw moves on a board by itself, in units of the picture (``static/games/referee/board.js``)."""

from games.drawing import background, last_move, pieces
from games.drawing.svg_builder import PITCH
from games.drawing.symbols import INK, LIGHT


def measures() -> dict[str, str | int]:
    """Return the measures of the last move, shared fields, wormholes and the ring of the player to throw."""
    return {
        "ink": INK,
        "light": LIGHT,
        "longestWay": last_move.LONGEST_WAY,
        "ring": _units(last_move.RING),
        "headBegins": _units(last_move.HEAD_BEGINS),
        "headEnds": _units(last_move.HEAD_ENDS),
        "headHalf": _units(last_move.HEAD_HALF),
        "pen": last_move.PEN,
        "rim": last_move.RIM,
        "dashes": last_move.DASHES,
        "brackets": last_move.BRACKETS,
        "sharedScale": pieces.SHARED_SCALE,
        "sharedStep": _units(pieces.SHARED_STEP),
        "numberSize": pieces.NUMBER_SIZE,
        "numberDrop": _units(pieces.NUMBER_DROP),
        "throwRing": background.RING,
        "throwRingRim": background.RING_RIM,
        "throwRingWidth": background.RING_WIDTH,
    }


def _units(distance: float) -> int:
    return round(distance * PITCH)
