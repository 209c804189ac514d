"""Luck and losses of the players as bars in SVG: luck filled, what decisions lost hatched by its dashed outline."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from games.drawing import symbols
from games.drawing.chart import WIDTH
from games.drawing.svg_builder import escape_text, tag

#: Heights of a player's part: their name, then two bars.
_NAME, _BAR, _GAP = 20, 18, 10
#: What stays free for figures beside the bars, on either side.
_ASIDE = 52


@dataclass(frozen=True, slots=True)
class Bar:
    """A player with the sums of their luck and (negative) losses."""

    name: str
    colour: str
    luck: float
    lost: float


def bars(found: Sequence[Bar], written: Callable[[float], str], said: tuple[str, str, str]) -> str:
    """The picture; ``written`` formats a figure, ``said`` are its title and what luck and losses are called."""
    title, luck, lost = said
    reach = max([0.01, *(abs(value) for bar in found for value in (bar.luck, bar.lost))])
    scale = (WIDTH / 2 - _ASIDE) / reach
    height = len(found) * (_NAME + 2 * _BAR + _GAP)
    drawn = [tag("line", x1=WIDTH // 2, x2=WIDTH // 2, y1=_NAME, y2=height - _GAP, class_="curve-grid")]
    for number, bar in enumerate(found):
        top = number * (_NAME + 2 * _BAR + _GAP)
        badge = tag(
            "g",
            symbols.badge(bar.colour, symbols.PAINTS[bar.colour]),
            transform=f"translate(8 {top + 10}) scale(0.2)",
            fill=symbols.PAINTS[bar.colour].fill,
            stroke=symbols.INK,
            stroke_width=4,
            stroke_linejoin="round",
            text_anchor="middle",
            font_weight="bold",
        )
        drawn += [badge, tag("text", escape_text(bar.name), x=20, y=top + 14, class_="curve-words bar-name")]
        drawn += _drawn(bar.luck, top + _NAME, scale, f"{luck} {written(bar.luck)}", "bar-luck")
        drawn += _drawn(
            bar.lost, top + _NAME + _BAR, scale, f"{lost} {written(-bar.lost).lstrip('+')}", "bar-lost"
        )
    return tag(
        "svg",
        tag("title", escape_text(title)),
        *drawn,
        viewBox=f"0 0 {WIDTH} {height}",
        class_="curve",
        role="img",
    )


def _drawn(value: float, top: int, scale: float, said: str, kind: str) -> list[str]:
    """A bar from the middle to its value, and what it is on the other side of the middle."""
    middle, length = WIDTH / 2, abs(value) * scale
    left = middle if value > 0 else middle - length
    aside = {"x": f"{middle - 6:g}", "text_anchor": "end"} if value > 0 else {"x": f"{middle + 6:g}"}
    return [
        tag("rect", x=f"{left:.1f}", y=top + 2, width=f"{length:.1f}", height=_BAR - 5, class_=kind),
        tag("text", escape_text(said), **aside, y=top + 13, class_="curve-words"),
    ]
