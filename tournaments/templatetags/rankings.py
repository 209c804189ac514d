"""Template words for rankings."""

from datetime import date

from django import template

from tournaments.models import exact
from tournaments.ranking_rules.formatting import format_points

register = template.Library()


@register.filter
def points(value: int | str | None) -> str:
    """Points as people write them, ``2½`` for ``5/2``; a dash where there are none to tell."""
    return "–" if value is None else format_points(exact(value))


@register.filter
def day(text: str) -> date:
    return date.fromisoformat(text)
