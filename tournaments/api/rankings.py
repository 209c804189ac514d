"""Rankings, the points of events, titles, and what organisers decide about them, by REST."""

from typing import Any
from uuid import UUID

import orjson
from django.db.models import QuerySet
from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from django_filters import rest_framework as filters
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import generics
from rest_framework.request import Request
from rest_framework.response import Response

from games.access import EVERYWHERE, Scope, scopes
from games.api.etags import IF_NONE_MATCH, NOTHING_NEW, unless_known
from games.api.permissions import ReadByEverybody
from games.api.problem_serializers import NOT_FOUND, PROBLEMS
from games.models import Player
from games.visibility.viewers import vary_by_viewer
from tournaments.api import ranking_serializers as schemas
from tournaments.api.operations import Deciding, OfEvent, answering
from tournaments.models import CompensationAward, Event, EventPoints, MedalGame, Ranking, Season
from tournaments.ranking_rules import Discipline
from tournaments.rankings import services
from tournaments.rankings.queries import StoredRanking, points_of, titles, triple_crowns
from tournaments.rankings.registry import NoSuchList, RankingList, season_slug_in, shown_lists
from tournaments.rankings.requests import requested_ranking, unknown
from tournaments.visibility import visible_event


class RankingListView(generics.GenericAPIView[Any]):
    """Which lists there are."""

    permission_classes: list[Any] = []
    serializer_class = schemas.ListNamedSerializer
    queryset = Ranking.objects.none()

    @extend_schema(
        parameters=[OpenApiParameter("season", str, description="slug of the season")],
        responses=schemas.ListNamedSerializer(many=True),
    )
    def get(self, request: Request) -> Response:
        """The lists: World Rankings, 2T Rankings, and the Medal Race of each season."""
        season = request.query_params.get("season")
        found = [each for each in shown_lists() if not season or (each.season and each.season.slug == season)]
        stored = {row.key: row for row in Ranking.objects.filter(key__in=[each.key for each in found])}
        page: Any = self.paginate_queryset(found)
        return self.get_paginated_response([_named(each, stored.get(each.key)) for each in page])


def _named(which: RankingList, row: Ranking | None) -> dict[str, Any]:
    data = orjson.loads(row.projection) if row and row.projection else {"rows": [], "last_end": None}
    return schemas.ListNamedSerializer.of(
        which,
        season=which.season.slug if which.season else None,
        version=row.version if row else 0,
        last_end=data["last_end"],
        leaders=[each["name"] for each in data["rows"] if each["place"] == 1],
    )


class RankingView(ReadByEverybody):
    """A list: as it is stored, read in one query; of another day, drawn up from what events gave."""

    @extend_schema(
        parameters=[
            OpenApiParameter("on", OpenApiTypes.DATE, description="As it stood at the end of that day."),
            IF_NONE_MATCH,
        ],
        responses={
            200: schemas.RankingSerializer,
            **NOTHING_NEW,
            **PROBLEMS,
        },
    )
    def get(self, request: Request, slug: str) -> HttpResponse:
        """The list with its reasons, what is defended and what is needed; points that halve are texts: "5/2"."""
        return _handed_on(request, requested_ranking(request, slug))


def _handed_on(request: Request, drawn: StoredRanking) -> HttpResponse:
    return unless_known(
        request, drawn.etag, lambda: HttpResponse(drawn.text, content_type="application/json")
    )


class RankingSettingsView(Deciding):
    """The settings of a list."""

    def where(self) -> Scope:
        """The whole site; of a Medal Race the season."""
        season = season_slug_in(self.kwargs["slug"])
        return scopes.scope_around(f"season:{season}") if season else EVERYWHERE

    @answering(schemas.RankingSerializer, schemas.ChangedRankingSerializer)
    def patch(self, **asked: Any) -> dict[str, Any]:
        """Change the settings, with a reason; the list is computed again."""
        try:
            changed = services.change_ranking(key=self.kwargs["slug"], **asked, **self.by)
        except NoSuchList as error:
            raise unknown(error) from error
        found: dict[str, Any] = orjson.loads(changed.projection)
        return found


class EventPointsView(ReadByEverybody):
    """What an event has given in ranking points."""

    @extend_schema(responses={200: schemas.EventPointsSerializer, **NOT_FOUND})
    def get(self, request: Request, slug: str) -> Response:
        """TP, WP and CP, each by itself and with its reason: of the event, and of parts that count by themselves."""
        event = visible_event(request, slug)
        return vary_by_viewer(event, Response(points_of(event)))


class CompensationView(OfEvent):
    """CP awarded by the organiser."""

    @answering(schemas.CompensationSerializer, schemas.NewCompensationSerializer, code=201)
    def post(self, **asked: Any) -> CompensationAward:
        """Award CP to the winner of a finished event; another award takes the place of the one before."""
        return services.award_compensation(**asked, **self.who)


class WithdrawnCompensationView(OfEvent):
    """An award that is taken back."""

    @answering("Taken back.", schemas.RankingReasonSerializer)
    def delete(self, player: UUID, reason: str) -> None:
        """Take an award back, with a reason."""
        about = get_object_or_404(Player, pk=player)
        services.withdraw_compensation(player=about, reason=reason, **self.who)


class MedalGameView(Deciding):
    """The Medal Game of a season."""

    def where(self) -> Scope:
        """Around the season."""
        return scopes.scope_around(f"season:{self.kwargs['slug']}")

    @answering(schemas.MedalGameSerializer, schemas.NewMedalGameSerializer, code=201)
    def post(self, **asked: Any) -> MedalGame:
        """Enter the Medal Game, won by one of those equal for 1st; entered again it is corrected."""
        season = get_object_or_404(Season, slug=self.kwargs["slug"])
        return services.decide_medal_game(season=season, **asked, **self.by)


class TitleFilter(filters.FilterSet):
    """Titles by season and player."""

    season = filters.CharFilter(field_name="unit__season__slug", label="slug of the season")
    player = filters.UUIDFilter(field_name="player", label="id of the winner")
    level = filters.ChoiceFilter(field_name="unit__level", choices=Event.Level.choices)

    class Meta:
        model = EventPoints
        fields: list[str] = []


class TitlesView(generics.GenericAPIView[EventPoints]):
    """Who has won what."""

    permission_classes: list[Any] = []
    serializer_class = schemas.TitleSerializer
    queryset = EventPoints.objects.none()
    filterset_class = TitleFilter

    def get_queryset(self) -> QuerySet[EventPoints]:
        """Return the titles of public events."""
        return titles()

    @extend_schema(responses=schemas.TitleSerializer(many=True))
    def get(self, request: Request) -> Response:
        """Ranking events that are over with their winners, the latest first."""
        page = self.paginate_queryset(self.filter_queryset(self.get_queryset())) or []
        crowns = triple_crowns({row.unit.season_id for row in page})
        return self.get_paginated_response([_title(row, crowns) for row in page])


def _title(row: EventPoints, crowns: Any) -> dict[str, Any]:
    unit = row.unit
    is_major = unit.level >= Event.Level.MAJOR and unit.discipline == Discipline.TRIPLE.value
    has_crown = is_major and crowns.get(unit.season_id) == str(row.player_id)
    return schemas.TitleSerializer.of(row, triple_crown=has_crown)
