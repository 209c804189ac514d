"""Trying how a game would begin, by the very code that begins it; nothing is kept."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from games.happening import HAPPENINGS, Kind, Moment
from games.replaying import Replay
from games.state import State
from rules import Game as Play
from rules import RuleSet
from rules.seating import seating


def try_start(
    *, rules: RuleSet, seats: Mapping[str, Sequence[str]], told: Mapping[str, Any], now: datetime
) -> Play:
    """The board with which a game begins that is started with what is ``told`` (``games.happening.beginning``).

    Raises whatever ``recorder.create_game`` and ``recorder.start_game`` would: ``RulesError``, ``RecordingError``.
    """
    seating(rules, seats)
    start, state = HAPPENINGS[Kind.START], State(rules, {player: list(led) for player, led in seats.items()})
    moment = Moment(1, now, "", Replay(state))
    return start.apply(state, start.complete(state, dict(told), moment), moment).board
