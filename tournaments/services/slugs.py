"""Short names that stand in addresses."""

from __future__ import annotations

from tournaments.models import Event, Season

_LONGEST = 50


def free_slug(slug: str, model: type[Event] | type[Season]) -> str:
    """Return the slug, not too long, with a number behind it where it is taken."""
    slug = slug[:_LONGEST]
    taken = set(model._default_manager.filter(slug__startswith=slug).values_list("slug", flat=True))
    numbered = (f"{slug}-{number}" for number in range(2, len(taken) + 3))
    return next(each for each in (slug, *numbered) if each not in taken)
