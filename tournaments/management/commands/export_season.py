"""Write a season with all its events into one file."""

from tournaments.files.season_file import export_season
from tournaments.management.kinds import ExportCommand, find_season


class Command(ExportCommand):
    """`manage.py export_season SLUG [--output FILE]`."""

    help = (
        "Write a season with all its events and their games as one JSON file (docs/reference/season-file.md)."
    )
    what = "the season"

    def text_of(self, slug: str) -> str:
        """The season's file."""
        return export_season(find_season(slug))
