"""Template words for halls: the clocks of their rounds."""

from datetime import timedelta

from django import template
from django.utils import timezone

from games.domain.clock import Clock

register = template.Library()


@register.filter
def milliseconds_played(clock: Clock) -> int:
    """Return what had been played when the clock was started last, as the script of clocks wants it."""
    return clock.played // timedelta(milliseconds=1)


@register.filter
def is_over(clock: Clock) -> bool:
    return clock.is_over(timezone.now())
