"""Whether somebody can undo the result of a game alone, for the pages that offer it; checked again then."""

from __future__ import annotations

from datetime import datetime

from games.domain.events import EventContext
from games.domain.events.undo_result import check_can_undo
from games.domain.state import State
from games.enums import Decision, GameState
from games.errors import WrongState
from games.models import Game
from games.services.event_store import EventStore


def can_undo(game: Game, actor: str, now: datetime) -> bool:
    """Check whether ``actor`` has just entered the result of this ended game, and nobody else has confirmed it."""
    if game.state != GameState.ENDED or game.decided_by not in (Decision.RESULT, Decision.AWARD):
        return False
    log = EventStore(game, actor, now)
    try:
        check_can_undo(State.from_game(game), EventContext(game.number + 1, now, actor, log))
    except WrongState:
        return False
    return True
