"""The colours on paper: the shape of each with its letter, as on the board, to be recognised without colour too."""

from collections.abc import Sequence

from reportlab.lib import colors
from reportlab.lib.styles import ParagraphStyle
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import Flowable, Paragraph

from games.drawing.symbols import CIRCLE, CORNERS, PAINTS
from rules import LETTERS
from tournaments.exports.pdf.document import BOLD, INK, TEXT, text_paragraph

#: The shapes are some 0.4 wide; this number of points makes a badge as high as a line.
_SCALE = 28.0
BADGE = 13.0


def draw_badge(canvas: Canvas, colour: str, x: float, y: float, scale: float = _SCALE) -> None:
    """The shape of a colour with its letter, its middle at ``x``, ``y``."""
    canvas.saveState()
    canvas.setFillColor(colors.HexColor(PAINTS[colour].fill))
    canvas.setStrokeColor(INK)
    canvas.setLineWidth(0.6)
    canvas.setLineJoin(1)
    if colour in CORNERS:
        # The drawing's y points down, that of the page up.
        path = canvas.beginPath()
        first, *others = [(x + at.real * scale, y - at.imag * scale) for at in CORNERS[colour]]
        path.moveTo(*first)
        for corner in others:
            path.lineTo(*corner)
        path.close()
        canvas.drawPath(path, fill=1, stroke=1)
    else:
        canvas.circle(x, y, CIRCLE * scale, fill=1, stroke=1)
    canvas.setFillColor(colors.HexColor(PAINTS[colour].letter))
    size = scale * 0.2
    canvas.setFont(BOLD, size)
    canvas.drawCentredString(x, y - size * 0.36, LETTERS[colour])
    canvas.restoreState()


class Badged(Flowable):
    """The badges of colours, and a text beside them that wraps by itself."""

    def __init__(self, colours: Sequence[str], text: str, style: ParagraphStyle = TEXT) -> None:
        super().__init__()
        self.colours = colours
        self.text: Paragraph = text_paragraph(text, style)
        self._before = len(colours) * (BADGE + 1) + (3 if colours else 0)

    def wrap(self, width: float, height: float) -> tuple[float, float]:
        _, needed = self.text.wrap(width - self._before, height)
        self.width, self.height = width, max(needed, BADGE)
        return self.width, self.height

    def draw(self) -> None:
        top = self.height - BADGE / 2
        for number, colour in enumerate(self.colours):
            draw_badge(self.canv, colour, BADGE / 2 + number * (BADGE + 1), top)
        self.text.drawOn(self.canv, self._before, self.height - max(self.text.height, BADGE) + self._sunk)

    @property
    def _sunk(self) -> float:
        return max(BADGE - self.text.height, 0) / 2
