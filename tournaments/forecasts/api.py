"""Forecasts by REST: read from stored data."""

from collections.abc import Mapping
from typing import Any

from django.http import HttpResponse
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games.answers import Answer, SaidSerializer
from games.api.etags import IF_NONE_MATCH, NOTHING_NEW, unless_known
from games.api.problems import NOT_FOUND
from games.visibility.viewers import vary_by_viewer
from rules.stats import share
from tournaments.forecasting import Forecast
from tournaments.forecasts.queries import Forecasts, forecasts_of, names_by_key
from tournaments.models import ForecastRun, Strengths
from tournaments.visibility import visible_event

FORECAST_STATES = ForecastRun.State.values


class ChanceSerializer(Answer):
    """A chance and how far off it may be, both 0 to 1."""

    chance = serializers.FloatField(source="value")
    margin = serializers.FloatField()


class PlaceChanceSerializer(ChanceSerializer):
    """The chance of a place, shared or not."""

    place = serializers.IntegerField()


class ForecastOfPlayerSerializer(Answer):
    """The chances of a player."""

    entrant = serializers.CharField()
    name = serializers.CharField()
    title = ChanceSerializer()
    places = PlaceChanceSerializer(many=True)
    playoffs = ChanceSerializer(allow_null=True, help_text="null: there are none.")

    @classmethod
    def of(cls, value: Any = None, /, **handed_in: Any) -> dict[str, Any]:
        """The chances that ``value`` gives a player."""
        key = handed_in["entrant"]
        places = range(1, len(value.places[key]) + 1)
        return super().of(
            title=value.title(key),
            places=[PlaceChanceSerializer.of(value.place(key, place), place=place) for place in places],
            playoffs=value.reaching_playoffs(key),
            **handed_in,
        )


class GamesChanceSerializer(ChanceSerializer):
    """The chance of a number of games still to be played."""

    games = serializers.IntegerField()


class GamesToPlaySerializer(Answer):
    """How many games are still to be played, with the chance of every number."""

    mean = serializers.FloatField(source="games_to_play.value")
    margin = serializers.FloatField(source="games_to_play.margin")
    median = serializers.IntegerField()
    percentile_90 = serializers.IntegerField()
    distribution = GamesChanceSerializer(many=True)

    @classmethod
    def of(cls, value: Any = None, /, **handed_in: Any) -> dict[str, Any]:
        """The games of a forecast of which there is a run."""
        return super().of(
            value,
            median=value.games_quantile(0.5),
            percentile_90=value.games_quantile(0.9),
            distribution=[
                GamesChanceSerializer.of(share(times, value.runs), games=games)
                for games, times in value.games.items()
            ],
            **handed_in,
        )


class ForecastRunSerializer(Answer):
    """The forecast of an event and what has been found so far."""

    id = serializers.IntegerField()
    version = serializers.IntegerField(help_text="Of the table that it is about.")
    results = serializers.IntegerField(help_text="Games with a result in that table.")
    strengths = serializers.ChoiceField(choices=Strengths.values)
    seed = serializers.IntegerField(help_text="The same state and seed give the same figures.")
    state = serializers.ChoiceField(choices=FORECAST_STATES)
    error = SaidSerializer(source="why", allow_null=True, help_text="Why it has failed.")
    wanted = serializers.IntegerField(source="runs", help_text="Runs that are wanted.")
    done = serializers.IntegerField(help_text="Runs that are done.")
    requested_at = serializers.DateTimeField(source="asked_at")
    finished_at = serializers.DateTimeField(allow_null=True)
    is_of_earlier_table = serializers.BooleanField(help_text="Then something has happened since.")
    players = ForecastOfPlayerSerializer(many=True)
    games_to_play = GamesToPlaySerializer()
    extra_games = ChanceSerializer(allow_null=True)


def run_state(run: ForecastRun, names: Mapping[str, str], version: int) -> dict[str, Any]:
    """A forecast with its request and progress; ``version`` is that of the present table."""
    found = Forecast.read(run.tallies)
    return ForecastRunSerializer.of(
        run,
        is_of_earlier_table=run.version < version,
        players=[
            ForecastOfPlayerSerializer.of(found, entrant=key, name=names.get(key, key))
            for key in found.titles
        ],
        games_to_play=found,
        extra_games=found.extra_games,
    )


class ForecastsSerializer(serializers.Serializer[Any]):
    """The forecasts of an event."""

    event = serializers.SlugField()
    version = serializers.IntegerField(
        help_text="Of its present table; a forecast may be about an earlier one."
    )
    as_it_stands = ForecastRunSerializer(many=True)


class ForecastsView(APIView):
    """The forecasts of an event, for viewers who see all of it."""

    permission_classes: list[Any] = []

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
        """Chances as far as they are computed, for the present state; none once the event is over."""
        event = visible_event(request, slug)
        forecasts = forecasts_of(event)
        etag = f'"{forecasts.etag}"'
        return vary_by_viewer(event, unless_known(request, etag, lambda: Response(_state(forecasts))))


def _state(forecasts: Forecasts) -> dict[str, Any]:
    names, version = names_by_key(forecasts.event), forecasts.event.version
    return {
        "event": forecasts.event.slug,
        "version": version,
        "as_it_stands": [run_state(run, names, version) for run in forecasts.current],
    }
