"""Ordering results by their games, where each decides whether the next one was to be played at all."""

from collections.abc import Iterable, Sequence

from rules import Text
from tournaments.formats import phrases
from tournaments.formats.contest import Result
from tournaments.formats.verdict import IgnoredGame


def gapless(results: Iterable[Result]) -> tuple[tuple[Result, ...], tuple[IgnoredGame, ...]]:
    """Split the results: from Game 1 up to the first that is missing, and those behind it, which must wait.

    A result behind a gap cannot count yet: the missing one may still decide the event before it.
    """
    ordered = sorted(results, key=lambda result: result.number)
    connected = [result for number, result in enumerate(ordered, start=1) if result.number == number]
    missing = phrases.games([len(connected) + 1])
    waits = Text("does not count before {missing} has a result", missing=missing)
    waiting = tuple(IgnoredGame(result.number, waits) for result in ordered[len(connected) :])
    return tuple(connected), waiting


def played_on(results: Sequence[Result], decided_by: int) -> tuple[IgnoredGame, ...]:
    """Return the results of games played although the event was decided by the game of that number."""
    game = phrases.games([decided_by])
    over = Text("does not count: {game} had decided the event", game=game)
    return tuple(IgnoredGame(result.number, over) for result in results if result.number > decided_by)
