"""Template words for chances: bars that are read by their length, drawn by the server."""

from __future__ import annotations

from collections.abc import Sequence

from django import template
from django.utils.safestring import SafeString, mark_safe

from games.drawing.markup import tag
from tournaments.forecasts.showing import ChanceShown

register = template.Library()

WIDTH, HEIGHT = 200, 18
#: A column of the places, and how high a certain one is.
COLUMN, HIGH = 12, 40


@register.simple_tag
def chance_bar(chance: ChanceShown) -> SafeString:
    """A chance as a bar, and on it the margin; only to be seen, the figures stand beside it."""
    low, high = max(chance.percent - chance.margin, 0), min(chance.percent + chance.margin, 100)
    left, right, middle = low * WIDTH // 100, high * WIDTH // 100, HEIGHT // 2
    margin = f"M{left} {middle}H{right}M{left} 4V{HEIGHT - 4}M{right} 4V{HEIGHT - 4}"
    drawn = (
        tag("rect", width=WIDTH, height=HEIGHT, class_="chance-ground", fill="none", stroke="currentColor")
        + tag(
            "rect",
            width=chance.percent * WIDTH // 100,
            height=HEIGHT,
            class_="chance-share",
            fill="currentColor",
        )
        + tag("path", d=margin, class_="chance-margin", fill="none", stroke="currentColor")
    )
    return _svg(drawn, WIDTH, HEIGHT, "chance-bar")


@register.simple_tag
def place_columns(places: Sequence[ChanceShown]) -> SafeString:
    """The chances of all places side by side, the first place left; only to be seen, the figures stand below."""
    drawn = [
        tag(
            "rect", x=COLUMN * number + 1, y=HIGH - high, width=COLUMN - 3, height=high, class_="chance-share"
        )
        for number, chance in enumerate(places)
        for high in [max(chance.percent * HIGH // 100, 1)]
    ]
    ground = tag(
        "path",
        d=f"M0 {HIGH}H{COLUMN * len(places)}",
        class_="chance-margin",
        fill="none",
        stroke="currentColor",
    )
    return _svg("".join(drawn) + ground, COLUMN * len(places), HIGH + 1, "place-columns")


def _svg(drawn: str, width: int, height: int, name: str) -> SafeString:
    return mark_safe(
        tag(
            "svg",
            drawn,
            viewBox=f"0 0 {width} {height}",
            width=width,
            height=height,
            class_=name,
            aria_hidden="true",
        )
    )


@register.filter
def more(points: int) -> str:
    """By how much it is more or less: ``+12``, ``−3``, ``±0``."""
    return f"+{points}" if points > 0 else f"−{-points}" if points < 0 else "±0"
