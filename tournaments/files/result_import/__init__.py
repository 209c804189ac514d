"""Typed-in history: past seasons from result lists, previewed, then imported (docs/use/past-seasons.md)."""

from games.queries.name_matching import NEW, Candidate, Person
from tournaments.files.result_import.importer import ResultList, import_list, preview_import
from tournaments.files.result_import.records import Fate, FoundEvent, ImportOutcome, ImportProblem

__all__ = [
    "NEW",
    "Candidate",
    "Fate",
    "FoundEvent",
    "ImportOutcome",
    "ImportProblem",
    "Person",
    "ResultList",
    "import_list",
    "preview_import",
]
