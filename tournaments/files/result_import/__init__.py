"""Typed-in history: past seasons from result lists, previewed, then imported (docs/use/past-seasons.md)."""

from games.queries.name_matching import NEW
from tournaments.files.result_import.importer import Fate, ImportOutcome, import_list
from tournaments.files.result_import.long_lists import hand_over
from tournaments.files.result_import.parser import ResultList

__all__ = ["NEW", "Fate", "ImportOutcome", "ResultList", "hand_over", "import_list"]
