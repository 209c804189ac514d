"""Template words for what belongs to the game: colours with letter and shape, dice, sentences in two languages."""

from collections.abc import Mapping
from datetime import timedelta

from django import template
from django.template import Context
from django.utils import timezone
from django.utils.formats import localize
from django.utils.html import format_html, json_script
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext_lazy as _

from games.access import translate_text
from games.chances.presenters import ChanceNowCard
from games.domain.clock import Clock, ClockAction
from games.drawing import svg, symbols
from games.drawing.svg_builder import PITCH, tag
from games.drawing.symbols import INK, LIGHT
from games.enums import Decision
from games.models.game import DECISION_LABELS
from rules import COLOUR_NAMES, LETTERS, Figure, Literal, Text, rule_set_name
from rules.kernel import clock as kernel


def measures() -> dict[str, str | int]:
    """Return the measures of the last move, shared fields, wormholes and the ring of the player to throw."""
    return {
        "ink": INK,
        "light": LIGHT,
        "longestWay": svg.LONGEST_WAY,
        "ring": _units(svg.RING),
        "headBegins": _units(svg.HEAD_BEGINS),
        "headEnds": _units(svg.HEAD_ENDS),
        "headHalf": _units(svg.HEAD_HALF),
        "pen": svg.PEN,
        "rim": svg.RIM,
        "dashes": svg.DASHES,
        "brackets": svg.BRACKETS,
        "sharedScale": svg.SHARED_SCALE,
        "sharedStep": _units(svg.SHARED_STEP),
        "numberSize": svg.NUMBER_SIZE,
        "numberDrop": _units(svg.NUMBER_DROP),
        "throwRing": svg.THROW_RING,
        "throwRingRim": svg.THROW_RIM,
        "throwRingWidth": svg.THROW_WIDTH,
    }


def _units(distance: float) -> int:
    return round(distance * PITCH)


register = template.Library()

_ACTIONS = {
    ClockAction.START: _("Start the clock"),
    ClockAction.PAUSE: _("Pause"),
    ClockAction.RESUME: _("Go on"),
    ClockAction.LIMIT: _("Time limit reached"),
}

#: Where the pips of each face lie on a die of 60 by 60.
_PIPS = {
    1: ((30, 30),),
    2: ((17, 17), (43, 43)),
    3: ((16, 16), (30, 30), (44, 44)),
    4: ((17, 17), (43, 17), (17, 43), (43, 43)),
    5: ((16, 16), (44, 16), (30, 30), (16, 44), (44, 44)),
    6: ((18, 15), (42, 15), (18, 30), (42, 30), (18, 45), (42, 45)),
}


@register.filter
def localized(text: Text | Mapping[str, str] | None) -> str:
    """A sentence that was decided in both languages – a ``Text``, or as it is stored – in the page's language."""
    if not text:
        return ""
    return translate_text(text if isinstance(text, Text) else Literal(**text))


@register.filter
def figure(value: object) -> str:
    """A figure of a table as people read it: in the page's language, below zero with a minus sign."""
    return str(localize(value)).replace("-", "−") if isinstance(value, int | float) else str(value)


@register.filter
def percentage_points(value: float, sign: str = "+") -> str:
    """A change of a chance in percentage points: ``+12.3``, without a plus where ``sign`` is empty."""
    rounded = round(100 * value, 1)
    said = Figure(rounded, f"{sign}.1f") if abs(rounded) >= 0.05 else Figure(0, ".1f")
    return translate_text(said).replace("-", "−")


@register.filter
def full_stop(sentence: str) -> str:
    """A sentence with its full stop, unless it ends with a sign of its own."""
    return sentence if sentence.endswith((".", "!", "?", "…")) else f"{sentence}."


@register.filter
def rule_set_label(name: str) -> str:
    """What people call a rule set."""
    return localized(rule_set_name(name))


#: How letters stand on badges and pawns.
_LETTERED = {"text_anchor": "middle", "font_weight": "bold"}


@register.simple_tag
def badge(colour: str) -> SafeString:
    """The shape of a colour with its letter, as on the board; only to be seen, the name is beside it."""
    paint = symbols.PAINTS[colour]
    drawn = tag(
        "svg",
        symbols.badge(colour, paint),
        viewBox="-36 -36 72 72",
        class_="badge",
        fill=paint.fill,
        stroke=symbols.INK,
        stroke_width=4,
        stroke_linejoin="round",
        **_LETTERED,
        aria_hidden="true",
    )
    return mark_safe(drawn)


@register.simple_tag
def badge_shape(colour: str) -> SafeString:
    """The same as a group, for a page that shows it so often that it is drawn once and used."""
    paint = symbols.PAINTS[colour]
    drawn = tag(
        "g",
        symbols.badge(colour, paint),
        fill=paint.fill,
        stroke_width=4,
        stroke_linejoin="round",
        **_LETTERED,
    )
    return mark_safe(drawn)


@register.simple_tag
def pawn(colour: str) -> SafeString:
    """A pawn of a colour, as on the board; only to be seen."""
    return _pawn(symbols.pawn(colour))


@register.simple_tag
def pawn_on_board(colour: str) -> SafeString:
    """The same, where the page has a board anyway from which the pawn is taken."""
    return _pawn(tag("use", href=f"#board-{colour}"))


def _pawn(drawn: str) -> SafeString:
    return mark_safe(
        tag("svg", drawn, viewBox="-46 -66 92 116", class_="pawn", **_LETTERED, aria_hidden="true")
    )


@register.simple_tag
def board_pieces() -> SafeString:
    """What a page draws on its board by itself: the die before a yard, the ring around a pawn that can move."""
    die, ring = tag("g", symbols.die(), class_="piece-die"), tag("g", symbols.choice(), class_="piece-choice")
    return mark_safe(tag("svg", die, ring))


@register.simple_tag
def board_measures() -> SafeString:
    """The measures for what a page draws on its board by itself, as a script of JSON."""
    return json_script(measures(), "measures")


@register.simple_tag
def colour(name: str) -> SafeString:
    """A colour by shape, letter and name."""
    return format_html('<span class="colour">{} {}</span>', badge(name), colour_name(name))


@register.filter
def colour_name(name: str) -> str:
    """The name of a colour, with a capital letter."""
    return localized(COLOUR_NAMES[name]).capitalize()


@register.filter
def letter(name: str) -> str:
    """The letter of a colour."""
    return LETTERS[name]


@register.simple_tag
def decision(decided_by: str) -> SafeString | str:
    """How a result came about, where the game was not simply played to its end."""
    if decided_by in ("", Decision.PLAY):
        return ""
    return format_html(' <span class="tag">{}</span>', DECISION_LABELS[Decision(decided_by)])


@register.filter
def clock_action(action: str) -> str:
    """What a key of the clock says."""
    return str(_ACTIONS[ClockAction(action)])


@register.filter
def clock_reading(clock: Clock) -> str:
    """What a clock shows now: 1:02:03, with a limit what is left of it."""
    return kernel.clock_reading(clock.elapsed(timezone.now()) // timedelta(seconds=1), clock.limit_seconds)


@register.simple_tag(takes_context=True)
def player(context: Context, key: str) -> str:
    """The name of a player of the game shown."""
    return str(context["shown"].names[key])


@register.filter
def of_player(chances: Mapping[str, ChanceNowCard], key: str) -> ChanceNowCard:
    """The chance of a player among those of a game."""
    return chances[key]


@register.simple_tag
def die(face: int) -> SafeString:
    """A face of the die; faces that no ordinary die has show their number."""
    square = tag("rect", x=3, y=3, width=54, height=54, rx=11, class_="die-body")
    if face in _PIPS:
        marks = "".join(tag("circle", cx=x, cy=y, r=6, class_="die-pip") for x, y in _PIPS[face])
    else:
        marks = tag("text", str(face), x=30, y=41, text_anchor="middle", font_size=30, class_="die-pip")
    return mark_safe(
        tag("svg", square, marks, viewBox="0 0 60 60", class_="die", role="img", aria_label=str(face))
    )
