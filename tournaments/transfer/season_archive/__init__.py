"""The whole-season file: a season with all its events in one JSON text, out and in again
(docs/reference/season-file.md).
"""

from tournaments.transfer.season_archive.exporter import VERSION, export_season
from tournaments.transfer.season_archive.importer import import_season

__all__ = ["VERSION", "export_season", "import_season"]
