"""What throws allow, with the reason for every pawn: in a recorded game, or on any board."""

from typing import Any

import rules
from games.api.move_serializers import (
    AllMovesSerializer,
    ExplanationSerializer,
    MoveSerializer,
    ThrowMovesSerializer,
)
from games.enums import GameState
from games.errors import BadRequest, WrongState
from games.models import Game
from rules import Move
from rules.i18n import Text
from rules.move import NOWHERE

#: Of dice with more different faces one is told at a time.
MOST_FACES_AT_ONCE = 20


def explain_throw(game: Game, die: Any) -> dict[str, Any]:
    """The legal moves of a throw and, for every pawn, why it may, must or may not move.

    Raises ``DieError`` for what is not on the die, ``WrongState`` for a game that is not running.
    """
    play = _running(game)
    return ExplanationSerializer.of(number=game.number, colour=play.colour, **throw_state(play, die))


def explain_all_throws(game: Game) -> dict[str, Any]:
    """The same for every face of the die. Raises ``WrongState`` and ``BadRequest``."""
    play = _running(game)
    return AllMovesSerializer.of(play, number=game.number, position=str(play.position), dice=all_throws(play))


def all_throws(play: rules.Game) -> list[dict[str, Any]]:
    """What every face of the die allows; nothing once the game is over. Raises ``BadRequest`` for too many faces."""
    if play.over:
        return []
    faces = sorted(set(play.rules.die_faces))
    if len(faces) > MOST_FACES_AT_ONCE:
        raise BadRequest(
            Text(
                "die: this die has {faces} different faces; name one of them",
                faces=len(faces),
            ),
            field="die",
        )
    return [throw_state(play, face) for face in faces]


def throw_state(play: rules.Game, die: Any) -> dict[str, Any]:
    """What a throw allows on a board. Raises ``DieError``."""
    explanation = play.explain(die)
    legal = play.moves(die)
    without = explanation.may_forfeit or not legal
    return ThrowMovesSerializer.of(
        explanation,
        die=die,
        moves=[move_state(play, die, move) for move in legal],
        without_move=str(play.play(die, None).position) if without else None,
    )


def _running(game: Game) -> rules.Game:
    if game.state != GameState.RUNNING:
        raise WrongState(
            Text("Nobody throws in this game now."),
            state=str(game.state),
        )
    return game.play()


def move_state(play: rules.Game, die: int, move: Move) -> dict[str, Any]:
    """A legal move in parts: the colour moved and its fields by name (``null`` where only furniture moves)."""
    name = play.setup.board.field_name
    moves_pawn = move.source != NOWHERE
    played = play.play(die, move)
    return MoveSerializer.of(
        token=move.token,
        colour=(play.rules.neutral if move.neutral else play.colour) if moves_pawn else None,
        source=name(move.source) if moves_pawn else None,
        target=name(move.target) if moves_pawn else None,
        end=name(move.end) if moves_pawn else None,
        captured=[play.setup.board.colours[colour] for colour in move.captured],
        penalty=None if move.missed is None else name(move.missed),
        furniture=None if move.shifted is None else list(move.shifted),
        after=str(played.position),
        finished=list(played.finished),
    )
