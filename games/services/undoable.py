"""Whether somebody can take back how a game ended, for the pages that offer it; checked again then."""

from datetime import datetime

from games import above
from games.domain.events.undo import typed_in
from games.domain.state import State
from games.enums import GameState
from games.errors import WrongState
from games.models import Game
from games.services.commands import Writer
from games.services.event_store import EventStore


def can_reopen(game: Game, actor: str, now: datetime) -> bool:
    """Check whether ``actor`` can take back now how this game ended; also where it is not over."""
    if not game.is_over:
        return True
    try:
        EventStore(game, Writer(actor, now)).check_can_reopen()
        above.room.check_can_reopen(game)
    except WrongState:
        return False
    return True


def can_undo(game: Game, actor: str, now: datetime) -> bool:
    """Check whether ``actor`` has just typed in the result of this ended game, or awarded it, and can undo that."""
    if game.state != GameState.ENDED:
        return False
    log = EventStore(game, Writer(actor, now))
    return typed_in(State.from_game(game), log, game.number) is not None and can_reopen(game, actor, now)
