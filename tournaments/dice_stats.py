"""The dice of an event: all its boards together, and each game by itself."""

from __future__ import annotations

from dataclasses import dataclass

from games.dice.queries import tally_of
from games.dice.statistics import DiceTally, Statistics, statistics
from tournaments.models import Event, EventGame
from tournaments.standings.queries import entry_names, load_standings


@dataclass(frozen=True, slots=True)
class EventDice:
    """The statistics of all throws of an event, and of each of its games of which throws are known, in order."""

    together: Statistics
    games: tuple[tuple[EventGame, Statistics], ...]


def dice_of(event: Event) -> EventDice:
    """What was thrown in an event; its games all have dice of the same faces, those of its rules."""
    played, names = event.games.select_related("game").order_by("number"), entry_names(load_standings(event))
    tallies = [(each.with_names(names), tally) for each in played if (tally := tally_of(each.game)).throws]
    faces = event.rules.die_faces
    return EventDice(
        statistics(DiceTally.together(tally for _, tally in tallies), faces),
        tuple((each, statistics(tally, faces)) for each, tally in tallies),
    )
