"""Snapshots of a game after an earlier event: read from what the event itself keeps, without a replay."""

import copy
import uuid

from games.enums import Decision, GameState
from games.models import Game, GameEvent


def first_displayed(game: Game) -> int | None:
    """Return the number of the first event after which there is a board; ``None`` before the start. One query."""
    return game.log.exclude(position="").values_list("number", flat=True).first()


def snapshot_at(game: Game, event: GameEvent) -> Game:
    """Return the game after ``event``, which has a board: the board, and the winner if it was played out.

    It is never saved. What is counted and confirmed is left out; so is a decision that was not made at the board.
    """
    if event.number == game.number:
        return game
    earlier = copy.copy(game)
    earlier.end_of_log = game.end_of_log or game.head
    earlier.number, earlier.head = event.number, event.hash
    earlier.position, earlier.finished = event.position, event.finished
    play = earlier.play()
    earlier.places = list(play.places)
    earlier.state = GameState.ENDED if play.over else GameState.RUNNING
    earlier.decided_by = Decision.PLAY if play.over else ""
    earlier.winner_id = uuid.UUID(play.winner) if play.winner else None
    earlier.correction = None
    earlier.ranking, earlier.told, earlier.tallies, earlier.confirmations = [], {}, {}, []
    return earlier
