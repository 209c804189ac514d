"""Forecasts and how long an event takes, by REST: read from stored data; a request only notes what is asked."""

from collections.abc import Mapping
from functools import partial
from typing import Any

from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games.answers import Answer, SaidSerializer
from games.api.etags import IF_NONE_MATCH, NOTHING_NEW, unless_known
from games.api.fields import RequestSerializer, StrictCharField, StrictChoiceField, StrictIntegerField
from games.api.problems import NOT_FOUND, PROBLEMS
from games.visibility.viewers import vary_by_viewer, viewer_of
from rules.stats import share
from tournaments.forecasts.durations import Taken, planning_of
from tournaments.forecasts.queries import Forecasts, answer_of, forecasts_of, names_by_key
from tournaments.forecasts.requests import MOST_RUNS, ask
from tournaments.kit.operations import OfEvent
from tournaments.models import Event, ForecastRun, Strengths
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
    title = ChanceSerializer(allow_null=True)
    places = PlaceChanceSerializer(many=True, allow_null=True)
    playoffs = ChanceSerializer(allow_null=True, help_text="null: there are none.")

    @classmethod
    def of(cls, value: Any = None, /, **handed_in: Any) -> dict[str, Any]:
        """The chances that ``value`` gives a player; null where every run was left out."""
        if not value.runs:
            return super().of(title=None, places=None, playoffs=None, **handed_in)
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
        """The games of a forecast in which some run has counted."""
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


class AssumedSerializer(WonSerializer):
    """A game that somebody is assumed to win, with their name."""

    name = serializers.CharField()


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
    runs = serializers.IntegerField(help_text="Runs that count: those in which what is assumed came about.")
    left_out = serializers.IntegerField()
    is_of_earlier_table = serializers.BooleanField(help_text="Then something has happened since.")
    assumed = AssumedSerializer(many=True)
    without = serializers.IntegerField(
        source="without_id", allow_null=True, help_text="The forecast of the same state with nothing assumed."
    )
    players = ForecastOfPlayerSerializer(many=True)
    games_to_play = GamesToPlaySerializer(allow_null=True)
    extra_games = ChanceSerializer(allow_null=True)


def run_state(run: ForecastRun, names: Mapping[str, str], version: int) -> dict[str, Any]:
    """A forecast with its request and progress; ``version`` is that of the present table."""
    found = answer_of(run)
    return ForecastRunSerializer.of(
        run,
        runs=found.runs,
        left_out=found.left_out,
        is_of_earlier_table=run.version < version,
        assumed=[
            {"number": int(number), "winner": key, "name": names.get(key, key)}
            for number, key in run.assumed.items()
        ],
        players=[
            ForecastOfPlayerSerializer.of(found, entrant=key, name=names.get(key, key))
            for key in found.titles
        ],
        games_to_play=found if found.runs else None,
        extra_games=found.extra_games if found.runs else None,
    )


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
        return vary_by_viewer(event, unless_known(request, etag, lambda: Response(_state(forecasts))))

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
        data = run_state(asked.run, names_by_key(event), event.version)
        return Response(data, status=status.HTTP_200_OK if asked.replayed else status.HTTP_202_ACCEPTED)


def _state(forecasts: Forecasts) -> dict[str, Any]:
    names, version = names_by_key(forecasts.event), forecasts.event.version
    return {
        "event": forecasts.event.slug,
        "version": version,
        "as_it_stands": [run_state(run, names, version) for run in forecasts.current],
        "if": [run_state(run, names, version) for run in forecasts.if_so],
    }


class ForecastView(APIView):
    """One forecast, also of an earlier table."""

    permission_classes: list[Any] = []

    @extend_schema(operation_id="events_forecast_one", responses={200: ForecastRunSerializer, **NOT_FOUND})
    def get(self, request: Request, slug: str, run: int) -> Response:
        """A forecast as far as it is computed."""
        event = visible_event(request, slug)
        found = get_object_or_404(ForecastRun.objects.defer("question"), event=event, pk=run)
        return vary_by_viewer(event, Response(run_state(found, names_by_key(event), event.version)))


class RoundedField(serializers.FloatField):
    """A figure that is not known any closer."""

    written = staticmethod(partial(round, ndigits=2))


class LengthSerializer(Answer):
    """How long something takes that depends on the dice."""

    mean = RoundedField()
    median = RoundedField()
    percentile_90 = RoundedField()


class SecondsPerThrowSerializer(Answer):
    """How long a throw with its move takes, and how that is known."""

    value = serializers.FloatField()
    source = serializers.ChoiceField(  # type: ignore[assignment]  # declared fields leave the class
        source="taken",
        choices=[str(each) for each in Taken],
        help_text="By the organiser, from its own games, or assumed.",
    )
    sentence = SaidSerializer()


class GameLengthSerializer(Answer):
    """How long a game takes."""

    throws = LengthSerializer(source="in_throws")
    minutes = LengthSerializer()


class OverInSerializer(serializers.Serializer[Any]):
    """How long all games that are still to be played take on a number of boards."""

    boards = serializers.IntegerField()
    minutes = LengthSerializer()


class PlanningSerializer(Answer):
    """Figures for planning an event."""

    event = serializers.SlugField()
    version = serializers.IntegerField(help_text="Of its present table.")
    seconds_per_throw = SecondsPerThrowSerializer(source="seconds")
    game = GameLengthSerializer(allow_null=True, help_text="null: not known for these rules and players.")
    games_to_play = GamesToPlaySerializer(
        source="found", allow_null=True, help_text="null: not forecast for the present table."
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
        lengths, found = planning.lengths, planning.found
        data = PlanningSerializer.of(
            planning,
            event=event.slug,
            version=event.version,
            game=lengths
            and GameLengthSerializer.of(lengths, minutes=lengths.in_minutes(planning.seconds.value)),
            extra_games=found and found.extra_games,
            over_in=[
                {"boards": boards, "minutes": LengthSerializer.of(length)}
                for boards, length in planning.evenings.items()
            ],
        )
        return vary_by_viewer(event, Response(data, headers={"Cache-Control": "no-cache"}))
