"""A share as a bar that is read by its length, as SVG; only to be seen, the figure is beside it."""

from games.drawing.svg_builder import tag

WIDTH, HEIGHT = 200, 18


def along(percent: int) -> int:
    """The x coordinate of a percentage."""
    return percent * WIDTH // 100


def bar(percent: int, *marks: str) -> str:
    """The bar of a percentage, with ``marks`` drawn over it; its colours are those of the style sheet."""
    ground = {"fill": "none", "stroke": "currentColor"}
    return tag(
        "svg",
        tag("rect", width=WIDTH, height=HEIGHT, class_="chance-ground", **ground),
        tag("rect", width=along(percent), height=HEIGHT, class_="chance-share", fill="currentColor"),
        *marks,
        viewBox=f"0 0 {WIDTH} {HEIGHT}",
        width=WIDTH,
        height=HEIGHT,
        class_="chance-bar",
        aria_hidden="true",
    )
