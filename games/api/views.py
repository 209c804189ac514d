"""The REST interface of games and players: thin, everything is done in ``games.services.recorder``."""

from uuid import UUID

from django.db.models import QuerySet
from django.http import HttpResponse
from django.utils import timezone
from django_filters import rest_framework as filters
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema, extend_schema_field
from rest_framework import mixins, viewsets
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import BaseSerializer

from games.access import EVERYWHERE, Scope, actor_of, event_beside, rest_caller_of, scopes
from games.api import serializers, streams
from games.api.etags import IF_NONE_MATCH, NOTHING_NEW, unless_known
from games.api.events import RECORDS, created_answer, recorded_answer
from games.api.moves import MOVES, explain_all_throws, explain_throw
from games.api.parsers import (
    NdjsonParser,
    StrictJsonParser,
    mapping_of,
    new_game,
    throws_of,
)
from games.api.permissions import GuardedView
from games.api.problems import NOT_FOUND, PROBLEMS
from games.api.renderers import IgnoreClientContentNegotiation
from games.enums import Action
from games.errors import BadRequest
from games.models import Game, Player, Seat
from games.models.game import GAME_STATE_LABELS
from games.models.player import LONGEST_SEARCH
from games.queries.name_matching import check_namesakes, find_players
from games.queries.record_text import record_of
from games.queries.seats import seats_of
from games.services import create_game, recorder
from games.visibility.viewers import (
    for_this_viewer,
    game_for,
    may_see,
    vary_by_things,
    vary_by_viewer,
    viewer_of,
)
from rules import RULE_SETS, Text, quote_value

#: Events sent at once; a whole game seldom has more.
MOST_EVENTS = 5000


class PlayerFilter(filters.FilterSet):
    """Players by a part of what they are shown as, umlauts in any spelling; a name behind it by those who know it."""

    search = filters.CharFilter(method="by_name", label="part of the name")

    class Meta:
        model = Player
        fields: list[str] = []

    @extend_schema_field({"type": "string", "maxLength": LONGEST_SEARCH})
    def by_name(self, players: QuerySet[Player], name: str, value: str) -> QuerySet[Player]:
        """Those whose name has the text in it."""
        return players.filter(pk__in=find_players(self.request, value).values("pk"))


class PlayerViewSet(
    GuardedView,
    mixins.CreateModelMixin,
    mixins.RetrieveModelMixin,
    mixins.UpdateModelMixin,
    mixins.ListModelMixin,
    viewsets.GenericViewSet[Player],
):
    """Players, shown by nickname where they have one."""

    write_permission = Action.ORGANISE

    queryset = Player.objects.all()
    serializer_class = serializers.PlayerSerializer
    filterset_class = PlayerFilter
    lookup_value_converter = "uuid"
    http_method_names = ["get", "post", "patch", "head", "options"]

    def get_queryset(self) -> QuerySet[Player]:
        """Those of whom the caller may know."""
        return Player.objects.visible_to(viewer_of(self.request))

    def list(self, request: Request) -> Response:
        """Players, by what they are shown as."""
        return for_this_viewer(super().list(request))

    def retrieve(self, request: Request, pk: UUID) -> Response:
        """One player, by nickname where they have one."""
        return for_this_viewer(super().retrieve(request, pk=pk))

    def create(self, request: Request) -> Response:
        """A new player; the name is not shown where there is a nickname."""
        return super().create(request)

    def perform_create(self, serializer: BaseSerializer[Player]) -> None:
        """Keep the player, unless somebody who is here could be meant."""
        known = serializer.validated_data
        if not known["new"]:
            names = {name: known[name] for name in ("name", "nickname") if known.get(name)}
            check_namesakes(names, rest_caller_of(self.request))
        serializer.save()

    def partial_update(self, request: Request, pk: UUID) -> Response:
        """Change the name, nickname or date of birth of a player."""
        return super().partial_update(request, pk=pk)


class GameFilter(filters.FilterSet):
    """Games by event, state, rules and player."""

    event = filters.CharFilter(method="of_event", label="slug of the event")
    state = filters.ChoiceFilter(choices=list(GAME_STATE_LABELS.items()))
    rules = filters.ChoiceFilter(field_name="rules_name", choices=[(name, name) for name in RULE_SETS])
    player = filters.UUIDFilter(method="by_player", label="id of a player who has a seat")

    class Meta:
        model = Game
        fields: list[str] = []

    def of_event(self, games: QuerySet[Game], name: str, value: str) -> QuerySet[Game]:
        """Those of an event. Raises ``BadRequest`` where there is none, or none that the caller may see."""
        place = f"event:{value}"
        around = scopes.scope_around(place)
        # "cup:1" is no event, although it lies in one.
        is_public = ":" not in value and around is not EVERYWHERE and around.is_public()
        if not (is_public or (may_see(viewer_of(self.request), around) and scopes.is_place(place))):
            raise BadRequest(
                Text("event: there is no event {event}", event=quote_value(value)), field="event"
            )
        return games.filter(pk__in=scopes.games_in(place).values("pk"))

    def by_player(self, games: QuerySet[Game], name: str, value: UUID) -> QuerySet[Game]:
        """Those in which the player has a seat."""
        return games.filter(pk__in=Seat.objects.filter(player=value).values("game"))


class GameViewSet(GuardedView, viewsets.GenericViewSet[Game]):
    """Games: created, begun, recorded throw by throw, read."""

    write_permission = Action.RECORD

    queryset = Game.objects.prefetch_related(seats_of())
    serializer_class = serializers.GameSerializer
    lookup_value_converter = "uuid"
    filterset_class = GameFilter

    def where(self) -> Scope:
        """Around the game; a new one belongs to the site."""
        return scopes.scope_of_game(self.kwargs["pk"]) if "pk" in self.kwargs else EVERYWHERE

    def get_queryset(self) -> QuerySet[Game]:
        """With the event of each."""
        return super().get_queryset().annotate(**event_beside())

    @extend_schema(responses=serializers.GameSerializer(many=True))
    def list(self, request: Request) -> Response:
        """Games, the latest first."""
        seen = self.get_queryset().filter(viewer_of(request).sees_games())
        page = self.paginate_queryset(self.filter_queryset(seen)) or []
        answer = self.get_paginated_response(serializers.GameSerializer.each(page))
        return vary_by_things(page, answer)

    @extend_schema(
        request=serializers.NewGameSerializer,
        responses={
            201: serializers.GameSerializer,
            200: OpenApiResponse(serializers.GameSerializer, "Created before by the same request."),
            **PROBLEMS,
        },
    )
    def create(self, request: Request) -> Response:
        """A new game; it begins at once where ``starter`` names the colour that starts."""
        created = create_game.create(
            new_game(mapping_of(request)), actor=actor_of(request), now=timezone.now()
        )
        return created_answer(created, serializers.GameSerializer.of(created.game))

    @extend_schema(
        parameters=[IF_NONE_MATCH],
        responses={200: serializers.GameSerializer, **NOTHING_NEW, **NOT_FOUND},
    )
    def retrieve(self, request: Request, pk: UUID) -> HttpResponse:
        """The present state; ``ETag`` is the number of the last event."""
        game = game_for(request, pk)
        etag = f'"{game.number}"'
        return vary_by_viewer(
            game, unless_known(request, etag, lambda: Response(serializers.GameSerializer.of(game)))
        )

    @extend_schema(
        # NDJSON is described in words: generators of clients refuse what they cannot write.
        description=f"Record throws: one, or up to {recorder.MOST_THROWS:,} as a JSON array, all of them or none.\n\n"
        "As NDJSON (`application/x-ndjson`), a throw a line, they are taken, too.",
        request={"application/json": serializers.THROWS},
        parameters=[*serializers.EXPECTED, serializers.ID_OF_A_THROW],
        responses=RECORDS,
    )
    # A throw is recognised by the id of its event.
    @action(
        detail=True,
        methods=["post"],
        remembers_answers=False,
        parser_classes=[StrictJsonParser, NdjsonParser],
    )
    def throws(self, request: Request, pk: UUID) -> Response:
        """Record throws, all of them or none."""
        throws, expected = throws_of(request)
        recorded = recorder.record_throws(
            game_id=pk, throws=throws, expected=expected, actor=actor_of(request), now=timezone.now()
        )
        return recorded_answer(recorded)

    @extend_schema(
        parameters=[OpenApiParameter("die", int, description="What the die shows; left out: every face.")],
        responses={200: MOVES, **PROBLEMS},
    )
    @action(detail=True, methods=["get"])
    def moves(self, request: Request, pk: UUID) -> Response:
        """The legal moves of a throw, or of every throw: and for every pawn why it may, must or may not move."""
        game = game_for(request, pk)
        die = request.query_params.get("die")
        if die is None:
            return vary_by_viewer(game, Response(explain_all_throws(game)))
        return vary_by_viewer(game, Response(explain_throw(game, int(die) if die else die)))

    @extend_schema(responses={(200, "text/plain"): OpenApiTypes.STR, **NOT_FOUND})
    # A text, written without a renderer: there is none to choose by what is accepted.
    @action(detail=True, methods=["get"], content_negotiation_class=IgnoreClientContentNegotiation)
    def record(self, request: Request, pk: UUID) -> HttpResponse:
        """The record of the game as text (rulebook §4)."""
        game = game_for(request, pk)
        return vary_by_viewer(game, HttpResponse(record_of(game), content_type="text/plain; charset=utf-8"))

    @extend_schema(
        parameters=[
            OpenApiParameter("after", int, description="Only events with a higher number."),
            *streams.PARAMETERS,
        ],
        responses={
            (200, "application/json"): serializers.LogSerializer,
            **streams.responses(streams.GAME_MESSAGES),
        },
    )
    @action(detail=True, methods=["get"])
    def events(self, request: Request, pk: UUID) -> Response:
        """The log, in order: everything that happened, also what was taken back; as a stream, what happens too."""
        game = game_for(request, pk)
        after = int(request.query_params.get("after") or 0)
        log = serializers.LogSerializer.of(
            game,
            game=game.pk,
            imported=min(game.imported, game.number),
            events=game.log.filter(number__gt=after)[:MOST_EVENTS],
        )
        return vary_by_viewer(game, Response(log))
