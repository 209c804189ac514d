"""The event or season that a command line names."""

from django.core.management.base import CommandError

from tournaments.models import Event, Season


def find_event(slug: str) -> Event:
    """The event with that slug; the error lists those that exist."""
    event = Event.objects.select_related("season").filter(slug=slug).first()
    if event is None:
        known = ", ".join(Event.objects.values_list("slug", flat=True)[:20]) or "none"
        raise CommandError(f"There is no event {slug}; there are: {known}.")
    return event


def find_season(slug: str) -> Season:
    """The season with that slug; the error lists those that exist."""
    season = Season.objects.filter(slug=slug).first()
    if season is None:
        known = ", ".join(Season.objects.values_list("slug", flat=True)[:20]) or "none"
        raise CommandError(f"There is no season {slug}; there are: {known}.")
    return season
