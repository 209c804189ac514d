"""What a throw allows in a recorded game, with the reason for every pawn."""

from __future__ import annotations

from typing import Any

import rules
from games.api.serializers import ExplanationSerializer, MoveSerializer
from games.enums import GameState
from games.errors import WrongState
from games.models import Game
from rules import Move
from rules.i18n import Text
from rules.move import NOWHERE


def explain_throw(game: Game, die: Any) -> dict[str, Any]:
    """The legal moves of a throw and, for every pawn, why it may, must or may not move.

    Raises ``DieError`` for what is not on the die, ``WrongState`` for a game that is not running.
    """
    if game.state != GameState.RUNNING:
        raise WrongState(
            Text("Nobody throws in this game now."),
            state=str(game.state),
        )
    play = game.play()
    explanation = play.explain(die)
    moves = [move_state(play, move) for move in play.moves(die)]
    return ExplanationSerializer.of(explanation, number=game.number, die=die, colour=play.colour, moves=moves)


def move_state(play: rules.Game, move: Move) -> dict[str, Any]:
    """A legal move in parts: the colour moved and its fields by name (``null`` where only furniture moves)."""
    name = play.setup.board.field_name
    moves_pawn = move.source != NOWHERE
    return MoveSerializer.of(
        token=move.token,
        colour=(play.rules.neutral if move.neutral else play.colour) if moves_pawn else None,
        source=name(move.source) if moves_pawn else None,
        target=name(move.target) if moves_pawn else None,
        end=name(move.end) if moves_pawn else None,
        captured=[play.setup.board.colours[colour] for colour in move.captured],
        penalty=None if move.missed is None else name(move.missed),
        furniture=None if move.shifted is None else list(move.shifted),
    )
