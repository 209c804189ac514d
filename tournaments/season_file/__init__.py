"""The whole-season file: a season with all its events in one JSON text, out and in again (docs/season-file.md)."""

from tournaments.season_file.reading import import_season
from tournaments.season_file.writing import VERSION, export_season

__all__ = ["VERSION", "export_season", "import_season"]
