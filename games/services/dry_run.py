"""Dry run of a start, by the very code that begins a game; nothing is stored."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from games.domain.aggregate import GameAggregate
from games.domain.events import EVENT_TYPES, EventContext
from games.domain.state import State
from games.enums import EventKind
from rules import Game, RuleSet
from rules.seating import seating


def try_start(
    *, rules: RuleSet, seats: Mapping[str, Sequence[str]], payload: Mapping[str, Any], now: datetime
) -> Game:
    """Return the game that a start with the payload ``payload`` would begin (``games.domain.events.setup``).

    Raises whatever ``recorder.create_game`` and ``recorder.start_game`` would: ``RulesError``, ``RecordingError``.
    """
    seating(rules, seats)
    start, state = (
        EVENT_TYPES[EventKind.START],
        State(rules, {player: list(led) for player, led in seats.items()}),
    )
    context = EventContext(1, now, "", GameAggregate(state))
    return start.apply(state, start.complete(state, dict(payload), context), context).board
