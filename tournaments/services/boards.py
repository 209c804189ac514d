"""At which table a game of an event is played."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from rules.i18n import Text
from tournaments.db import check_row, locked, save_row
from tournaments.errors import EventStateConflict
from tournaments.models import EventGame
from tournaments.services.standings import refresh


@transaction.atomic
def move_to_board(*, event_id: int, number: int, board: str, actor: str, now: datetime) -> EventGame:
    """Game ``number``, which is prepared or being played, goes on at the table called ``board``.

    Access that was given for a board follows: who may record there is who records this game (docs/reference/access.md).
    """
    event = locked(event_id)
    played = event.games.select_related("game", "event").filter(number=number).first()
    if played is None or played.game.is_over:
        raise EventStateConflict(Text("Game {number} is not being played.", number=number))
    played.board = board
    check_row(played)
    save_row(played, actor)
    refresh(event_id=event.pk, now=now)
    return played
