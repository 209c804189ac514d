"""QR codes on paper."""

from collections.abc import Iterator, Sequence
from hashlib import sha256
from itertools import groupby

import segno
from reportlab.pdfgen.canvas import Canvas

from tournaments.exports.pdf.document import INK


def draw_code(canvas: Canvas, link: str, x: float, y: float, size: float) -> None:
    """A link as a QR code, its lower left corner at ``x``, ``y``; an eighth of it may be dirty.

    In a document each code is drawn once, and shown wherever it is used. It needs white paper around it, a
    seventh of its size.
    """
    name = f"code-{sha256(link.encode()).hexdigest()[:16]}"
    if not canvas.hasForm(name):
        canvas.beginForm(name, 0, 0, 1, 1)
        _draw(canvas, segno.make_qr(link, error="m").matrix)
        canvas.endForm()
    canvas.saveState()
    canvas.translate(x, y)
    canvas.scale(size, size)
    canvas.doForm(name)
    canvas.restoreState()


def _draw(canvas: Canvas, matrix: Sequence[Sequence[int]]) -> None:
    canvas.scale(1 / len(matrix), 1 / len(matrix))
    path = canvas.beginPath()
    for row, column, dark in _runs(matrix):
        path.rect(column, len(matrix) - row - 1, dark, 1)
    canvas.setFillColor(INK)
    canvas.drawPath(path, fill=1, stroke=0)


def _runs(matrix: Sequence[Sequence[int]]) -> Iterator[tuple[int, int, int]]:
    """Row, first column and length of each run of dark modules."""
    for number, row in enumerate(matrix):
        for is_dark, run in groupby(enumerate(row), key=lambda cell: cell[1] & 1):
            if is_dark:
                columns = [column for column, _ in run]
                yield number, columns[0], len(columns)
