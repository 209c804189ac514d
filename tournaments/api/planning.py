"""How long an event takes, by REST: read from stored data, no request computes anything."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games.answers import SaidSerializer
from games.api.problem_serializers import NOT_FOUND
from games.visibility.viewers import vary_by_viewer
from tournaments.api.forecast import ChanceSerializer, GamesToPlaySerializer
from tournaments.forecasts.durations import Taken, as_json, planning_of
from tournaments.forecasts.queries import forecasts_of, names_by_key
from tournaments.visibility import visible_event


class LengthSerializer(serializers.Serializer[Any]):
    """How long something takes that depends on the dice."""

    mean = serializers.FloatField()
    half_at_most = serializers.FloatField()
    nine_of_ten_at_most = serializers.FloatField()


class SecondsPerThrowSerializer(serializers.Serializer[Any]):
    """How long a throw with its move takes, and how that is known."""

    value = serializers.FloatField()
    taken = serializers.ChoiceField(
        choices=[str(each) for each in Taken], help_text="By the organiser, from its own games, or assumed."
    )
    told = SaidSerializer()


class GameLengthSerializer(serializers.Serializer[Any]):
    """How long a game takes."""

    throws = LengthSerializer()
    minutes = LengthSerializer()


class OverInSerializer(serializers.Serializer[Any]):
    """How long all games that are still to be played take on a number of boards."""

    boards = serializers.IntegerField()
    minutes = LengthSerializer()


class PlanningSerializer(serializers.Serializer[Any]):
    """Figures for planning an event."""

    event = serializers.SlugField()
    version = serializers.IntegerField(help_text="Of its present table.")
    seconds_per_throw = SecondsPerThrowSerializer()
    game = GameLengthSerializer(allow_null=True, help_text="null: not known for these rules and players.")
    games_to_play = GamesToPlaySerializer(
        allow_null=True, help_text="null: not forecast for the present table."
    )
    extra_games = ChanceSerializer(allow_null=True)
    over_in = OverInSerializer(many=True)


class PlanningView(APIView):
    """How long an event takes, for viewers who see all of it."""

    permission_classes: list[Any] = []

    @extend_schema(operation_id="events_planning", responses={200: PlanningSerializer, **NOT_FOUND})
    def get(self, request: Request, slug: str) -> Response:
        """How long a game takes and when the event will be over, by its seconds per throw."""
        event = visible_event(request, slug)
        games = [played.game for played in event.games.select_related("game")]
        found = forecasts_of(event).likeliest
        planning = planning_of(event, games, found, entered=len(names_by_key(event)))
        data = {"event": event.slug, "version": event.version, **as_json(planning)}
        return vary_by_viewer(event, Response(data, headers={"Cache-Control": "no-cache"}))
