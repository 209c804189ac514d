"""What throws allow as the REST interface tells it: the legal moves, and why each pawn may move or not."""

from drf_spectacular.utils import PolymorphicProxySerializer
from rest_framework import serializers

from games.answers import Answer, SaidSerializer


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


#: What one throw allows where a die is told, otherwise what every throw does.
MOVES = PolymorphicProxySerializer(
    "Moves", [ExplanationSerializer, AllMovesSerializer], resource_type_field_name=None, many=False
)
