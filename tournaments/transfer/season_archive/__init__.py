"""The whole-season file: a season with all its events in one JSON text, out and in again
(docs/reference/season-file.md); and seasons that are copied by it.
"""

from tournaments.transfer.season_archive.copying import XMADN_FILE, copy_season, model_of, xmadn_season
from tournaments.transfer.season_archive.exporter import VERSION, export_season
from tournaments.transfer.season_archive.importer import import_season

__all__ = [
    "VERSION",
    "XMADN_FILE",
    "copy_season",
    "export_season",
    "import_season",
    "model_of",
    "xmadn_season",
]
