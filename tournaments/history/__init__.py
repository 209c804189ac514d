"""Typed-in history: past seasons from result lists, looked at first, then taken over (docs/history.md)."""

from tournaments.history.outcome import EventFound, Fate, Outcome
from tournaments.history.people import NEW, Candidate, Person
from tournaments.history.problem import Problem
from tournaments.history.taking_over import ResultList, look, take_over

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
