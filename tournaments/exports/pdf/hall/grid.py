"""Posters are sized by number: as large as all cells fit on one page, never smaller than can be read on a wall."""

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Grid:
    """Letters of that ``size``, in points, in this number of columns and rows of cells a page."""

    size: float
    columns: int
    rows: int

    @property
    def cells(self) -> int:
        return self.columns * self.rows


def largest_grid(
    count: int,
    room: tuple[float, float],
    cell: Callable[[float], tuple[float, float]],
    sizes: tuple[float, float],
) -> Grid:
    """Return the grid with the largest letters that has room for ``count`` cells on one page.

    ``cell`` returns the width and height of a cell by the size of its letters; ``sizes`` are the smallest and the
    largest. Where not even the smallest are small enough, several pages are needed.
    """
    least, size = sizes
    while True:
        width, height = cell(size)
        grid = Grid(size, max(int(room[0] // width), 1), max(int(room[1] // height), 1))
        if grid.cells >= count or size <= least:
            return grid
        size = max(size - 0.5, least)
