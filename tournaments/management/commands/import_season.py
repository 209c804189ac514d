"""Import a season with all its events from a file, all of it or nothing."""

from collections.abc import Iterable

from django.utils import timezone

from tournaments.files.season_file import import_season
from tournaments.management.kinds import ImportCommand
from tournaments.models import Event


class Command(ImportCommand):
    """`manage.py import_season FILE`."""

    help = "Import a season with its events and games from a file (docs/reference/season-file.md)."

    def take_over(self, text: str) -> Iterable[Event]:
        """The events of the season, in the order of their days."""
        season = import_season(text, actor="command", now=timezone.now())
        return season.events.order_by("starts_on", "slug")
