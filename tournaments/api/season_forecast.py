"""Forecasts of seasons by REST, as those of events (``forecast``)."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils import timezone
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games.access import scopes
from games.access.authentication import actor_of
from games.access.scopes import Scope
from games.answers import SaidSerializer
from games.api.etags import IF_NONE_MATCH, NOTHING_NEW, unless_known
from games.api.permissions import GuardedView
from games.api.problem_serializers import NOT_FOUND, PROBLEMS
from games.enums import Action
from games.visibility.viewers import for_this_viewer
from tournaments.api.forecast import (
    AskAsItStandsSerializer,
    ChanceSerializer,
    ForecastCourseSerializer,
    GamesInShortSerializer,
    PlaceChanceSerializer,
    to_follow,
)
from tournaments.api.views import read
from tournaments.forecasts.requests import ask
from tournaments.forecasts.season_queries import (
    SeasonForecasts,
    embargoed_in,
    events_of,
    forecasts_of_season,
    sees_all,
    serialize_season_forecasts,
    serialize_season_run,
)
from tournaments.forecasts.season_subject import SeasonSubject
from tournaments.models import Season, Strengths


class SeasonPlayerChanceSerializer(ChanceSerializer):
    """The chance of a player; who has none is not told."""

    player = serializers.UUIDField()
    name = serializers.CharField()


class SeasonEventChancesSerializer(serializers.Serializer[Any]):
    """Who wins an event."""

    event = serializers.SlugField()
    name = serializers.CharField()
    over = serializers.BooleanField()
    title = SeasonPlayerChanceSerializer(many=True)


class PlacedPlayerSerializer(serializers.Serializer[Any]):
    """Where a player stands on a list."""

    player = serializers.UUIDField()
    name = serializers.CharField()
    places = PlaceChanceSerializer(many=True, help_text="1: to be its number one.")


class ListChancesSerializer(serializers.Serializer[Any]):
    """A list at the end of the season."""

    list = serializers.CharField()
    name = SaidSerializer()
    players = PlacedPlayerSerializer(many=True)


class LeftOutEventSerializer(serializers.Serializer[Any]):
    """An event that cannot be played on."""

    event = serializers.SlugField()
    name = serializers.CharField()
    why = SaidSerializer()


class SeasonForecastRunSerializer(ForecastCourseSerializer):
    """The forecast of a season and what has been found so far."""

    season = serializers.SlugField()
    events = SeasonEventChancesSerializer(many=True)
    lists = ListChancesSerializer(many=True)
    triple_crown = SeasonPlayerChanceSerializer(many=True)
    games_to_play = GamesInShortSerializer(allow_null=True)
    events_left_out = LeftOutEventSerializer(many=True)


class SeasonForecastsSerializer(serializers.Serializer[Any]):
    """The forecasts of a season."""

    season = serializers.SlugField()
    version = serializers.IntegerField(
        help_text="The sum of those of its present tables; a forecast may be about earlier ones."
    )
    as_it_stands = SeasonForecastRunSerializer(many=True)


class SeasonForecastsView(GuardedView, APIView):
    """The forecasts of a season, to whoever sees all that they are made of."""

    write_permission = Action.ORGANISE

    def where(self) -> Scope:
        """Around the season."""
        return scopes.scope_around(f"season:{self.kwargs['slug']}")

    @extend_schema(
        operation_id="seasons_forecast",
        parameters=[IF_NONE_MATCH],
        responses={
            200: SeasonForecastsSerializer,
            **NOTHING_NEW,
            **NOT_FOUND,
        },
    )
    def get(self, request: Request, slug: str) -> HttpResponse:
        """Chances as far as they are worked out; none where no event of it is under way."""
        season = get_object_or_404(Season, slug=slug)
        embargoed = embargoed_in(season)
        if not sees_all(request, embargoed):
            raise Http404
        forecasts = forecasts_of_season(season, events_of(season))
        answer = unless_known(
            request, f'"{forecasts.etag}"', lambda: Response(serialize_season_forecasts(forecasts))
        )
        return for_this_viewer(answer) if embargoed else answer

    @extend_schema(
        operation_id="seasons_forecast_ask",
        request=AskAsItStandsSerializer,
        responses={
            202: SeasonForecastRunSerializer,
            200: OpenApiResponse(SeasonForecastRunSerializer, "Asked before, of the same state."),
            **PROBLEMS,
        },
    )
    def post(self, request: Request, slug: str) -> Response:
        """Ask for a forecast of a season as it stands; it is worked out meanwhile, and found here part by part."""
        season = get_object_or_404(Season, slug=slug)
        wanted = read(AskAsItStandsSerializer, request)
        asked = ask(
            SeasonSubject,
            season.pk,
            strengths=Strengths(wanted["strengths"]),
            runs=wanted["runs"],
            actor=actor_of(request),
            now=timezone.now(),
        )
        names = SeasonForecasts(season, events_of(season), [asked.run]).names(asked.run)
        return to_follow(asked, serialize_season_run(asked.run, names))
