"""Typed-in history: past seasons from result lists, looked at first, then taken over (docs/use/past-seasons.md)."""

from tournaments.transfer.result_import.errors import Problem
from tournaments.transfer.result_import.importer import ResultList, look, take_over
from tournaments.transfer.result_import.name_matching import NEW, Candidate, Person
from tournaments.transfer.result_import.outcome import EventFound, Fate, Outcome

__all__ = [
    "NEW",
    "Candidate",
    "EventFound",
    "Fate",
    "Outcome",
    "Person",
    "Problem",
    "ResultList",
    "look",
    "take_over",
]
