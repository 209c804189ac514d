"""Typed-in history: past seasons from result lists, looked at first, then taken over all at once (docs/history.md)."""

from tournaments.history.people import NEW, Candidate, Person
from tournaments.history.problem import Problem
from tournaments.history.taking_over import EventFound, Fate, Outcome, look, take_over

__all__ = ["NEW", "Candidate", "EventFound", "Fate", "Outcome", "Person", "Problem", "look", "take_over"]
