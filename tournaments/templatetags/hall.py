"""Template words for halls: the clocks of their rounds, what their screens show."""

from datetime import timedelta

from django import template
from django.utils import timezone
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from games.domain.clock import Clock
from games.presenters.game import GamePresenter
from tournaments.models import HallSlide

register = template.Library()


@register.filter
def milliseconds_played(clock: Clock) -> int:
    """Return what had been played when the clock was started last, as the script of clocks wants it."""
    return clock.played // timedelta(milliseconds=1)


@register.filter
def is_over(clock: Clock) -> bool:
    return clock.is_over(timezone.now())


@register.simple_tag
def hall_board(shown: GamePresenter, number: int) -> SafeString:
    """The board of a game; ``number`` distinguishes it from the others on the picture."""
    return shown.render_board(prefix=f"board{number}")


@register.filter
def announcement_text(slide: HallSlide) -> str:
    """What is announced, in the language of the picture; in the other one where it was not written in this."""
    in_turn = (slide.text_de, slide.text_en)
    mine, other = in_turn if (get_language() or "en").startswith("de") else reversed(in_turn)
    return mine.strip() or other
