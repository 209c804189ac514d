"""Rankings, the points of events, titles, and what organisers decide about them, by REST."""

from typing import Any

import orjson
from django.db.models import QuerySet
from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from django_filters import rest_framework as filters
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema, extend_schema_field
from rest_framework import generics, serializers
from rest_framework.request import Request
from rest_framework.response import Response

from games.access import EVERYWHERE, Scope, scopes
from games.answers import Answer, SaidSerializer, SeenPlayerSerializer
from games.api.etags import IF_NONE_MATCH, NOTHING_NEW, unless_known
from games.api.fields import (
    PlayerReferenceField,
    RequestSerializer,
    StrictCharField,
    StrictDateField,
    StrictDictField,
)
from games.api.permissions import ReadByEverybody
from games.api.problems import NOT_FOUND, PROBLEMS
from games.api.serializers import EXAMPLE_ID
from games.visibility.viewers import vary_by_viewer
from tournaments.formats import as_json
from tournaments.kit.operations import (
    Deciding,
    MadeSerializer,
    PlaceSerializer,
    answering,
)
from tournaments.models import Event, EventPoints, MedalGame, Ranking, Season
from tournaments.ranking_rules import Discipline
from tournaments.rankings import services
from tournaments.rankings.queries import (
    points_of,
    requested_ranking,
    titles,
    triple_crowns,
    unknown,
)
from tournaments.rankings.registry import NoSuchList, RankingList, season_slug_in, shown_lists
from tournaments.visibility import visible_event


@extend_schema_field({"oneOf": [{"type": "integer"}, {"type": "string", "pattern": r"^-?\d+(/\d+)?$"}]})
class PointsValue(serializers.Field[Any, Any, Any, Any]):
    """Points: a whole number, or a fraction as a text such as ``"5/2"``."""

    #: How an answer writes them.
    written = staticmethod(as_json)


class ListNamedSerializer(Answer):
    """A list: its address, and who leads it."""

    list = serializers.SlugField(source="key")
    name = SaidSerializer()
    season = serializers.SlugField(allow_null=True)
    version = serializers.IntegerField(help_text="0 as long as nothing has counted.")
    last_end = serializers.DateField(allow_null=True)
    leaders = SeenPlayerSerializer(many=True, help_text="Those in 1st place.")


class PointsSerializer(serializers.Serializer[Any]):
    """Points, and what they are made of."""

    tp = PointsValue()
    wp = PointsValue()
    cp = PointsValue()
    points = PointsValue()


class GainSerializer(PointsSerializer):
    """What one event or unit gave."""

    unit = serializers.CharField()
    place = serializers.IntegerField(allow_null=True)


class RankingRowSerializer(PlaceSerializer, PointsSerializer):
    """A row of a list."""

    player = serializers.UUIDField()
    reason = SaidSerializer()
    defended = PointsValue(help_text="What falls out with the next event.")
    to_overtake = PointsValue(allow_null=True, help_text="So much more passes the one above for certain.")
    to_overtake_next = PointsValue(
        allow_null=True, help_text="The same in the next event, which pushes one out."
    )
    gains = GainSerializer(many=True)


class CountedSerializer(serializers.Serializer[Any]):
    """An event, or a part of one, that counts in a list."""

    unit = serializers.CharField()
    event = serializers.SlugField()
    name = SaidSerializer()
    level = serializers.IntegerField()
    ended_on = serializers.DateField()
    winners = SeenPlayerSerializer(many=True)


class RankingSerializer(serializers.Serializer[Any]):
    """A ranking list."""

    version = serializers.IntegerField(
        allow_null=True, help_text="Grows with every change; null for another day."
    )
    on = serializers.DateField(allow_null=True)
    list = serializers.SlugField()
    name = SaidSerializer()
    season = serializers.SlugField(allow_null=True)
    rules_since = serializers.DateField(help_text="Since when the rules in force hold.")
    last_end = serializers.DateField(allow_null=True)
    settings = serializers.DictField()
    rows = RankingRowSerializer(many=True)
    counted = CountedSerializer(many=True)
    leaving = serializers.CharField(allow_null=True, help_text="The unit that the next event pushes out.")
    remark = SaidSerializer(allow_null=True)


class PointsRowSerializer(PlaceSerializer, PointsSerializer):
    """What one player got."""

    player = serializers.UUIDField()
    tp = serializers.IntegerField()  # type: ignore[assignment]  # always whole
    gpp = serializers.IntegerField(allow_null=True)
    tp_reason = SaidSerializer()
    wp_reason = SaidSerializer()
    cp_reason = SaidSerializer()


class PointsUnitSerializer(serializers.Serializer[Any]):
    """An event, or a part of it that counts by itself: ``event``, ``drr-1-2`` …, ``playoffs``."""

    unit = serializers.CharField()
    name = SaidSerializer()
    discipline = serializers.CharField()
    level = serializers.IntegerField()
    ended_on = serializers.DateField()
    rows = PointsRowSerializer(many=True)


class EventPointsSerializer(serializers.Serializer[Any]):
    """What an event has given so far."""

    event = serializers.SlugField()
    units = PointsUnitSerializer(many=True)


class TitleSerializer(Answer):
    """An event that somebody has won."""

    event = serializers.SlugField(source="unit.event.slug")
    name = serializers.CharField(source="unit.event.name")
    season = serializers.SlugField(source="unit.season.slug")
    level = serializers.IntegerField(source="unit.level")
    ended_on = serializers.DateField(source="unit.ended_on")
    player = SeenPlayerSerializer(help_text="Who has won it.")
    triple_crown = serializers.BooleanField(help_text="Whether its winner has won all Majors of the season.")


class NewMedalGameSerializer(RequestSerializer):
    """The Medal Game between those equal for 1st at the end of a season."""

    example = {"winner": EXAMPLE_ID, "played_on": "2027-12-30", "reason": "Both were 1st."}

    winner = PlayerReferenceField()
    played_on = StrictDateField()
    reason = StrictCharField(max_length=200)


class MedalGameSerializer(MadeSerializer):
    """A Medal Game."""

    season = serializers.SlugField(source="season.slug")
    winner = SeenPlayerSerializer()
    played_on = serializers.DateField()
    reason = serializers.CharField()


class ChangedRankingSerializer(RequestSerializer):
    """Other settings of a list; those that are not given have their defaults."""

    example = {"settings": {"events": 4}, "reason": "decided by the club"}

    settings = StrictDictField()
    reason = StrictCharField(max_length=80)


class RankingListView(generics.GenericAPIView[Any]):
    """Which lists there are."""

    permission_classes: list[Any] = []
    serializer_class = ListNamedSerializer
    queryset = Ranking.objects.none()

    @extend_schema(
        parameters=[OpenApiParameter("season", str, description="slug of the season")],
        responses=ListNamedSerializer(many=True),
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
    return ListNamedSerializer.of(
        which,
        season=which.season.slug if which.season else None,
        version=row.version if row else 0,
        last_end=data["last_end"],
        leaders=[{"id": each["player"], "name": each["name"]} for each in data["rows"] if each["place"] == 1],
    )


class RankingView(ReadByEverybody):
    """A list: as it is stored, read in one query; of another day, drawn up from what events gave."""

    @extend_schema(
        parameters=[
            OpenApiParameter("on", OpenApiTypes.DATE, description="As it stood at the end of that day."),
            IF_NONE_MATCH,
        ],
        responses={
            200: RankingSerializer,
            **NOTHING_NEW,
            **PROBLEMS,
        },
    )
    def get(self, request: Request, slug: str) -> HttpResponse:
        """The list with its reasons, what is defended and what is needed; points that halve are texts: "5/2"."""
        drawn = requested_ranking(request, slug)
        return unless_known(
            request, drawn.etag, lambda: HttpResponse(drawn.text, content_type="application/json")
        )


class RankingSettingsView(Deciding):
    """The settings of a list."""

    def where(self) -> Scope:
        """The whole site; of a Medal Race the season."""
        season = season_slug_in(self.kwargs["slug"])
        return scopes.scope_around(f"season:{season}") if season else EVERYWHERE

    @answering(RankingSerializer, ChangedRankingSerializer)
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

    @extend_schema(responses={200: EventPointsSerializer, **NOT_FOUND})
    def get(self, request: Request, slug: str) -> Response:
        """TP, WP and CP, each by itself and with its reason: of the event, and of parts that count by themselves."""
        event = visible_event(request, slug)
        return vary_by_viewer(event, Response(points_of(event)))


class MedalGameView(Deciding):
    """The Medal Game of a season."""

    def where(self) -> Scope:
        """Around the season."""
        return scopes.scope_around(f"season:{self.kwargs['slug']}")

    @answering(MedalGameSerializer, NewMedalGameSerializer, code=201)
    def post(self, **asked: Any) -> MedalGame:
        """Enter the Medal Game, won by one of those equal for 1st; entered again it is corrected."""
        return services.decide_medal_game(
            season=get_object_or_404(Season, slug=self.kwargs["slug"]), **asked, **self.by
        )


class TitleFilter(filters.FilterSet):
    """Titles by season and player."""

    season = filters.CharFilter(field_name="unit__season__slug", label="slug of the season")
    player = filters.UUIDFilter(field_name="player", label="id of the winner")
    #: Described by hand: else its bounds would be those that the database has for such a column.
    level = extend_schema_field({"type": "integer", "enum": Event.Level.values})(
        filters.ChoiceFilter(field_name="unit__level", choices=Event.Level.choices)
    )

    class Meta:
        model = EventPoints
        fields: list[str] = []


class TitlesView(generics.GenericAPIView[EventPoints]):
    """Who has won what."""

    permission_classes: list[Any] = []
    serializer_class = TitleSerializer
    queryset = EventPoints.objects.none()
    filterset_class = TitleFilter

    def get_queryset(self) -> QuerySet[EventPoints]:
        """Return the titles of public events."""
        return titles()

    @extend_schema(responses=TitleSerializer(many=True))
    def get(self, request: Request) -> Response:
        """Ranking events that are over with their winners, the latest first."""
        page = self.paginate_queryset(self.filter_queryset(self.get_queryset())) or []
        crowns = triple_crowns({row.unit.season_id for row in page})
        return self.get_paginated_response([_title(row, crowns) for row in page])


def _title(row: EventPoints, crowns: Any) -> dict[str, Any]:
    unit = row.unit
    is_major = unit.level >= Event.Level.MAJOR and unit.discipline == Discipline.TRIPLE.value
    has_crown = is_major and crowns.get(unit.season_id) == str(row.player_id)
    return TitleSerializer.of(row, triple_crown=has_crown)
