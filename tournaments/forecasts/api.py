"""Forecasts and how long an event takes, by REST: read from stored data; a request only notes what is asked."""

from typing import Any

from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games.answers import SaidSerializer
from games.api.etags import IF_NONE_MATCH, NOTHING_NEW, unless_known
from games.api.fields import RequestSerializer, StrictCharField, StrictChoiceField, StrictIntegerField
from games.api.problems import NOT_FOUND, PROBLEMS
from games.visibility.viewers import vary_by_viewer, viewer_of
from tournaments.forecasting.planning import Length
from tournaments.forecasts.durations import Taken, as_json, planning_of
from tournaments.forecasts.queries import forecasts_of, names_by_key, serialize_forecasts, serialize_run
from tournaments.forecasts.requests import MOST_RUNS, ask
from tournaments.kit.operations import OfEvent
from tournaments.models import Event, ForecastRun, Strengths
from tournaments.shapes import shape_of
from tournaments.visibility import visible_event

#: Runs of a forecast whose request names no number.
USUAL_RUNS = 1_000
FORECAST_STATES = ForecastRun.State.values


class WonSerializer(RequestSerializer):
    """A game that somebody is assumed to win."""

    number = StrictIntegerField(min_value=1, max_value=99_999)
    winner = StrictCharField(max_length=60, help_text="The key of their entry.")


class AskSerializer(RequestSerializer):
    """What is to be known."""

    example = {"assumed": [{"number": 7, "winner": "entry-1"}], "strengths": "ratings", "runs": 1000}

    strengths = StrictChoiceField(choices=Strengths.values, default=Strengths.RATINGS.value)
    runs = StrictIntegerField(min_value=1, max_value=MOST_RUNS, default=USUAL_RUNS)
    assumed = WonSerializer(many=True, required=False, help_text="As if these players won these games.")

    def validate_assumed(self, assumed: list[dict[str, Any]]) -> list[dict[str, Any]]:
        """A game has one winner."""
        numbers = [each["number"] for each in assumed]
        if len(set(numbers)) < len(numbers):
            raise serializers.ValidationError(_("Every game once, with one winner."))
        return assumed


class ChanceSerializer(serializers.Serializer[Any]):
    """A chance and how far off it may be, both 0 to 1."""

    chance = serializers.FloatField()
    margin = serializers.FloatField()


class PlaceChanceSerializer(ChanceSerializer):
    """The chance of a place, shared or not."""

    place = serializers.IntegerField()


class ForecastOfPlayerSerializer(serializers.Serializer[Any]):
    """The chances of a player."""

    entrant = serializers.CharField()
    name = serializers.CharField()
    title = ChanceSerializer(allow_null=True)
    places = PlaceChanceSerializer(many=True, allow_null=True)
    playoffs = ChanceSerializer(allow_null=True, help_text="null: there are none.")


class GamesChanceSerializer(ChanceSerializer):
    """The chance of a number of games still to be played."""

    games = serializers.IntegerField()


class GamesToPlaySerializer(serializers.Serializer[Any]):
    """How many games are still to be played, with the chance of every number."""

    mean = serializers.FloatField()
    margin = serializers.FloatField()
    median = serializers.IntegerField()
    percentile_90 = serializers.IntegerField()
    distribution = GamesChanceSerializer(many=True)


class AssumedSerializer(WonSerializer):
    """A game that somebody is assumed to win, with their name."""

    name = serializers.CharField()


class ForecastRunSerializer(serializers.Serializer[Any]):
    """The forecast of an event and what has been found so far."""

    id = serializers.IntegerField()
    version = serializers.IntegerField(help_text="Of the table that it is about.")
    results = serializers.IntegerField(help_text="Games with a result in that table.")
    strengths = serializers.ChoiceField(choices=Strengths.values)
    seed = serializers.IntegerField(help_text="The same state and seed give the same figures.")
    state = serializers.ChoiceField(choices=FORECAST_STATES)
    error = SaidSerializer(allow_null=True, help_text="Why it has failed.")
    wanted = serializers.IntegerField(help_text="Runs that are wanted.")
    done = serializers.IntegerField(help_text="Runs that are done.")
    requested_at = serializers.DateTimeField()
    finished_at = serializers.DateTimeField(allow_null=True)
    runs = serializers.IntegerField(help_text="Runs that count: those in which what is assumed came about.")
    left_out = serializers.IntegerField()
    is_of_earlier_table = serializers.BooleanField(help_text="Then something has happened since.")
    assumed = AssumedSerializer(many=True)
    without = serializers.IntegerField(
        allow_null=True, help_text="The forecast of the same state with nothing assumed."
    )
    players = ForecastOfPlayerSerializer(many=True)
    games_to_play = GamesToPlaySerializer(allow_null=True)
    extra_games = ChanceSerializer(allow_null=True)


class ForecastsSerializer(serializers.Serializer[Any]):
    """The forecasts of an event."""

    event = serializers.SlugField()
    version = serializers.IntegerField(
        help_text="Of its present table; a forecast may be about an earlier one."
    )
    as_it_stands = ForecastRunSerializer(many=True)

    def get_fields(self) -> dict[str, Any]:
        """With ``if``, a word that no attribute can have."""
        return {**super().get_fields(), "if": ForecastRunSerializer(many=True)}


class ForecastsView(OfEvent):
    """The forecasts of an event, for viewers who see all of it."""

    @extend_schema(
        operation_id="events_forecast",
        parameters=[IF_NONE_MATCH],
        responses={
            200: ForecastsSerializer,
            **NOTHING_NEW,
            **NOT_FOUND,
        },
    )
    def get(self, request: Request, slug: str) -> HttpResponse:
        """Chances as far as they are computed, for the present state and if …; none once the event is over."""
        event = visible_event(request, slug)
        forecasts = forecasts_of(event)
        etag = f'"{forecasts.etag}"'
        return vary_by_viewer(
            event, unless_known(request, etag, lambda: Response(serialize_forecasts(forecasts)))
        )

    @extend_schema(
        operation_id="events_forecast_ask",
        request=AskSerializer,
        responses={
            202: ForecastRunSerializer,
            200: OpenApiResponse(ForecastRunSerializer, "Requested before, of the same state."),
            **PROBLEMS,
        },
    )
    def post(self, request: Request, slug: str) -> Response:
        """Ask for a forecast of the present state; it is computed in the background, and shown here part by part."""
        event = get_object_or_404(Event, slug=slug)
        wanted = AskSerializer.read(request.data, viewer=viewer_of(request))
        asked = ask(
            event.pk,
            strengths=Strengths(wanted["strengths"]),
            assumed={each["number"]: each["winner"] for each in wanted.get("assumed", ())},
            runs=wanted["runs"],
            **self.by,
        )
        data = serialize_run(asked.run, names_by_key(event), event.version)
        return Response(data, status=status.HTTP_200_OK if asked.replayed else status.HTTP_202_ACCEPTED)


class ForecastView(APIView):
    """One forecast, also of an earlier table."""

    permission_classes: list[Any] = []

    @extend_schema(operation_id="events_forecast_one", responses={200: ForecastRunSerializer, **NOT_FOUND})
    def get(self, request: Request, slug: str, run: int) -> Response:
        """A forecast as far as it is computed."""
        event = visible_event(request, slug)
        found = get_object_or_404(ForecastRun.objects.defer("question"), event=event, pk=run)
        return vary_by_viewer(event, Response(serialize_run(found, names_by_key(event), event.version)))


LengthSerializer = shape_of(Length, "How long something takes that depends on the dice.")


class SecondsPerThrowSerializer(serializers.Serializer[Any]):
    """How long a throw with its move takes, and how that is known."""

    value = serializers.FloatField()
    source = serializers.ChoiceField(  # type: ignore[assignment]  # declared fields leave the class
        choices=[str(each) for each in Taken], help_text="By the organiser, from its own games, or assumed."
    )
    sentence = SaidSerializer()


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
        planning = planning_of(event, games, forecasts_of(event).likeliest, entered=len(names_by_key(event)))
        data = {"event": event.slug, "version": event.version, **as_json(planning)}
        return vary_by_viewer(event, Response(data, headers={"Cache-Control": "no-cache"}))
