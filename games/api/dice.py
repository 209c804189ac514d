"""Online dice by REST: promised, rolled."""

from uuid import UUID

from django.shortcuts import get_object_or_404
from django.utils import timezone
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from games.access import scopes
from games.access.authentication import actor_of
from games.access.scopes import Scope
from games.answers import Answer
from games.api import serializers as schemas
from games.api.events import recorded_answer
from games.api.parsers import StrictJsonParser, mapping_of
from games.api.permissions import GuardedView
from games.api.problem_serializers import PROBLEMS
from games.enums import Action
from games.models import Game
from games.services.commit_dice import commit_dice
from games.services.server_seed import next_roll
from games.validation.json_value import JsonValue

#: Nothing needs to be told to play with online dice.
_NOTHING_TOLD = {
    "type": "object",
    "additionalProperties": False,
    "properties": schemas.COMMON,
    "examples": [{"id": schemas.EXAMPLE_ID}],
}


class RollSerializer(Answer):
    """The die of the next throw."""

    game = serializers.UUIDField()
    number = serializers.IntegerField(help_text="Number of the last event; send it back as `expected`.")
    roll = serializers.IntegerField(help_text="Number of the roll, from 1 on.")
    die = serializers.IntegerField()
    colour = serializers.CharField(help_text="The colour that throws.")
    player = serializers.UUIDField(help_text="The player who throws.")


class OfAGame(GuardedView):
    """What is asked about a game, by whoever may in its place."""

    def where(self) -> Scope:
        """Around the game."""
        return scopes.scope_of_game(self.kwargs["pk"])


class CommitmentView(OfAGame):
    """Takes online dice for a game."""

    write_permission = Action.RECORD
    parser_classes = [StrictJsonParser]

    @extend_schema(
        operation_id="games_dice_commitment",
        request={"application/json": _NOTHING_TOLD},
        responses={
            201: schemas.RecordedSerializer,
            200: OpenApiResponse(schemas.RecordedSerializer, "Recorded before; nothing has changed."),
            **PROBLEMS,
        },
    )
    def post(self, request: Request, pk: UUID) -> Response:
        """Play with online dice: their seed is made, kept secret, and its SHA-256 recorded. Before the start."""
        data = JsonValue(mapping_of(request), "").members(optional=tuple(schemas.COMMON))
        client_id = data["id"].or_none(JsonValue.uuid) if "id" in data else None
        return recorded_answer(
            commit_dice(game_id=pk, actor=actor_of(request), now=timezone.now(), client_id=client_id)
        )


class RollView(OfAGame):
    """The next roll of online dice."""

    write_permission = Action.RECORD

    @extend_schema(operation_id="games_roll", request=None, responses={200: RollSerializer, **PROBLEMS})
    def post(self, request: Request, pk: UUID) -> Response:
        """The die of the next throw, of a game with online dice; asked again it is the same."""
        game = get_object_or_404(Game, pk=pk)
        roll = next_roll(game)
        return Response(RollSerializer.of(roll, game=game.pk, number=game.number, roll=roll.number))
