"""The rules for programs: what throws allow, with the reason for every pawn – in a recorded game, or on any position,
which is not stored.
"""

from typing import Any

from drf_spectacular.utils import PolymorphicProxySerializer, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

import rules
from games.answers import Answer, SaidSerializer
from games.api.fields import (
    RequestSerializer,
    StrictCharField,
    StrictDictField,
    StrictIntegerField,
    StrictListField,
)
from games.api.parsers import rules_of
from games.api.permissions import ReadByEverybody
from games.api.problems import PROBLEMS
from games.domain.events.fields import LONGEST_POSITION
from games.enums import GameState
from games.errors import BadRequest, WrongState
from games.models import Game
from rules import LARGEST_FACE, NOWHERE, Move, Text

#: Of dice with more different faces one is sent at a time.
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
    legal, may_forfeit = play.moves(die), play.may_forfeit(die)
    without = may_forfeit or not legal
    return ThrowMovesSerializer.of(
        die=die,
        may_forfeit=may_forfeit,
        pawns=play.explain(die),
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


class MoveSerializer(Answer):
    """A legal move."""

    token = serializers.CharField()
    colour = serializers.CharField(allow_null=True)
    source = serializers.CharField(allow_null=True)  # type: ignore[assignment]  # declared fields leave the class
    target = serializers.CharField(allow_null=True)
    end = serializers.CharField(allow_null=True)
    captured = serializers.ListField(child=serializers.CharField())
    penalty = serializers.CharField(allow_null=True)
    furniture = serializers.ListField(child=serializers.IntegerField(), allow_null=True)
    after = serializers.CharField(help_text="The position after it.")
    finished = serializers.ListField(
        child=serializers.CharField(), help_text="The colours at home after it, in finishing order."
    )


class PawnSerializer(Answer):
    """Why a pawn may, must or may not move."""

    colour = serializers.CharField()
    field = serializers.CharField()
    verdict = serializers.ChoiceField(choices=["may", "must", "may not"])
    reason = serializers.CharField()
    paragraph = serializers.CharField()
    text = SaidSerializer()
    moves = serializers.ListField(child=serializers.CharField())


class ThrowMovesSerializer(Answer):
    """What a throw of the die allows."""

    die = serializers.IntegerField()
    may_forfeit = serializers.BooleanField(help_text="Whether it may be recorded without a move.")
    moves = MoveSerializer(many=True, help_text="None: the throw is recorded without a move.")
    pawns = PawnSerializer(many=True)
    without_move = serializers.CharField(
        allow_null=True, help_text="The position after the throw without a move; null: a move must be made."
    )


class ExplanationSerializer(ThrowMovesSerializer):
    """What a throw allows in a game."""

    number = serializers.IntegerField(help_text="Number of the last event.")
    colour = serializers.CharField(allow_null=True)


class AllMovesSerializer(Answer):
    """What every throw allows in a game."""

    number = serializers.IntegerField(help_text="Number of the last event.")
    colour = serializers.CharField(help_text="The colour to throw.")
    position = serializers.CharField()
    finished = serializers.ListField(
        child=serializers.CharField(), help_text="The colours at home in finishing order."
    )
    dice = ThrowMovesSerializer(many=True, help_text="One for each face of the die.")


#: What one throw allows where a die is given, otherwise what every throw does.
MOVES = PolymorphicProxySerializer(
    "Moves", [ExplanationSerializer, AllMovesSerializer], resource_type_field_name=None, many=False
)


#: No board has more colours.
_MOST_COLOURS = 6


class PositionSerializer(RequestSerializer):
    """A position, and by which rules it is played."""

    example = {
        "rules": "mhd",
        "seats": [["yellow"], ["red"]],
        "position": "4x10 B,B,B,7/-/B,B,A,12/- Y0",
        "die": 6,
    }

    rules = StrictCharField(max_length=40, help_text="The key of a rule set.")
    options = StrictDictField(required=False, help_text="What is otherwise than in the rule set.")
    seats = StrictListField(
        child=StrictListField(child=StrictCharField(max_length=10), max_length=_MOST_COLOURS),
        max_length=_MOST_COLOURS,
        help_text="The colours of each player.",
    )
    position = StrictCharField(max_length=LONGEST_POSITION, help_text="The board and whose throw it is.")
    finished = StrictListField(
        child=StrictCharField(max_length=10),
        required=False,
        max_length=_MOST_COLOURS,
        help_text="The colours at home in finishing order; untold, board order.",
    )
    die = StrictIntegerField(
        required=False, min_value=0, max_value=LARGEST_FACE, help_text="Left out: every face of the die."
    )


class PositionMovesSerializer(Answer):
    """What throws allow on a position."""

    position = serializers.CharField(help_text="As it is written canonically.")
    colour = serializers.CharField(allow_null=True, help_text="The colour to throw; null: the game is over.")
    over = serializers.BooleanField()
    finished = serializers.ListField(
        child=serializers.CharField(), help_text="The colours at home in finishing order."
    )
    dice = ThrowMovesSerializer(many=True, help_text="One for each face of the die, or for the given one.")


class RulesMovesView(ReadByEverybody):
    """What the rules allow on a position."""

    @extend_schema(
        operation_id="rules_moves",
        request=PositionSerializer,
        responses={200: PositionMovesSerializer, **PROBLEMS},
    )
    def post(self, request: Request) -> Response:
        """The legal moves on any position: with the position after each of them; nothing is kept.

        A position that cannot be is refused (422, `rules`) with the reason. Everybody may ask.
        """
        data = PositionSerializer.read(request.data)
        seats = {str(number): colours for number, colours in enumerate(data["seats"], start=1)}
        play = rules.Game.at(data["position"], rules_of(data), seats, finished=data.get("finished"))
        dice = [throw_state(play, data["die"])] if "die" in data and not play.over else all_throws(play)
        return Response(PositionMovesSerializer.of(play, position=str(play.position), dice=dice))
