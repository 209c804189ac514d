"""The rules for programs: what throws allow on any position, without a game; nothing is kept."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

import rules
from games.answers import Answer
from games.api.explain import all_throws, throw_state
from games.api.fields import (
    RequestSerializer,
    StrictCharField,
    StrictDictField,
    StrictIntegerField,
    StrictListField,
)
from games.api.move_serializers import ThrowMovesSerializer
from games.api.new_game import rules_of
from games.api.permissions import ReadByEverybody
from games.api.problem_serializers import PROBLEMS
from games.domain.events.fields import LONGEST_POSITION
from rules.rule_sets import LARGEST_FACE

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
    dice = ThrowMovesSerializer(
        many=True, help_text="One for each face of the die, or for the one asked for."
    )


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
        sent = PositionSerializer(data=request.data)
        sent.is_valid(raise_exception=True)
        told: dict[str, Any] = sent.validated_data
        seats = {str(number): colours for number, colours in enumerate(told["seats"], start=1)}
        play = rules.Game.at(told["position"], rules_of(told), seats, finished=told.get("finished"))
        dice = [throw_state(play, told["die"])] if "die" in told and not play.over else all_throws(play)
        return Response(PositionMovesSerializer.of(play, position=str(play.position), dice=dice))
