"""Template words for chances: bars that are read by their length, drawn by the server."""

from collections.abc import Sequence

from django import template
from django.utils.safestring import SafeString, mark_safe

from games.drawing.bar import HEIGHT, along, bar
from games.drawing.svg_builder import tag
from tournaments.forecasts.presenters import ChanceCard

register = template.Library()

#: A column of the places, and how high a certain one is.
COLUMN, HIGH = 12, 40


@register.simple_tag
def chance_bar(chance: ChanceCard) -> SafeString:
    """A chance as a bar, and on it the margin; only to be seen, the figures stand beside it."""
    low, high = max(chance.percent - chance.margin, 0), min(chance.percent + chance.margin, 100)
    left, right, middle = along(low), along(high), HEIGHT // 2
    margin = f"M{left} {middle}H{right}M{left} 4V{HEIGHT - 4}M{right} 4V{HEIGHT - 4}"
    drawn = tag("path", d=margin, class_="chance-margin", fill="none", stroke="currentColor")
    return mark_safe(bar(chance.percent, drawn))


@register.simple_tag
def place_columns(places: Sequence[ChanceCard]) -> SafeString:
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
    width, height = COLUMN * len(places), HIGH + 1
    return mark_safe(
        tag(
            "svg",
            *drawn,
            ground,
            viewBox=f"0 0 {width} {height}",
            width=width,
            height=height,
            class_="place-columns",
            aria_hidden="true",
        )
    )
