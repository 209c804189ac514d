"""Template words for days and moments."""

from datetime import date

from django import template

from games.dates import write_moment

register = template.Library()


@register.filter
def when(moment: date | None) -> str:
    """A day or a moment as every page writes it; nothing where there is none."""
    return "" if moment is None else write_moment(moment)
