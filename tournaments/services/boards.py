"""Assigning the games of an event to boards."""

from datetime import datetime

from rules import Text
from tournaments.db import check_row, save_row
from tournaments.errors import EventStateConflict
from tournaments.models import EventGame
from tournaments.services.standings import changing


def move_to_board(*, event_id: int, number: int, board: str, actor: str, now: datetime) -> EventGame:
    """Move game ``number``, which is prepared or being played, to the table called ``board``.

    Roles for a board follow: who may record there may record this game (docs/reference/access.md).
    """
    with changing(event_id, now) as event:
        played = event.games.select_related("game", "event").filter(number=number).first()
        if played is None or played.game.is_over:
            raise EventStateConflict(Text("Game {number} is not being played.", number=number))
        played.board = board
        check_row(played)
        save_row(played, actor)
        return played
