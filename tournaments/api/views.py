"""The REST interface of seasons and events: thin, everything is done in ``tournaments.services``."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from django.db.models import QuerySet
from django.shortcuts import get_object_or_404
from django.utils import timezone
from django_filters import rest_framework as filters
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework import status, viewsets
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from games.access import scopes
from games.access.authentication import actor_of
from games.access.scopes import EVERYWHERE, Scope
from games.api.permissions import GuardedView
from games.api.problem_serializers import NOT_FOUND, PROBLEMS
from games.enums import Action
from games.queries.seats import seats_of
from games.visibility.viewers import check_visible, for_this_viewer, vary_by_viewer, viewer_of
from tournaments import services
from tournaments.api import serializers
from tournaments.errors import FormatViolation
from tournaments.formats import FORMATS, FormatError
from tournaments.models import Draw, Entry, Event, EventGame, Season
from tournaments.scopes import around_event, scope_of_event
from tournaments.standings.queries import entry_names, load_standings

#: What a request tells of the slip of a game (``services.ResultSlip``).
_ON_THE_SLIP = ("places", "winner", "pawns", "seconds", "played_at")
#: What it tells of the board of a game that begins (``services.FurnitureInput``).
_FURNITURE = ("trapdoors", "wormholes", "published_seed")


class OrganisedView(GuardedView):
    """Read by everybody, written by organisers."""

    write_permission = Action.ORGANISE

    def handle_exception(self, error: Exception) -> Response:
        """What the sporting rules refuse is a problem document too."""
        if isinstance(error, FormatError):
            error = FormatViolation(error.message, field=error.field)
        return super().handle_exception(error)


class Organising(OrganisedView, viewsets.GenericViewSet[Any]):
    """Views on what is organised."""

    lookup_field = "slug"
    lookup_value_converter = "slug"

    @property
    def event_id(self) -> int:
        """The key of the event in the address, for services, which lock it; 404 where there is none."""
        return get_object_or_404(Event.objects.only("pk"), slug=self.kwargs["slug"]).pk

    def paginated(self, rows: QuerySet[Any], state: Callable[[Any], dict[str, Any]]) -> Response:
        """A page of the rows as they are shown."""
        return self.get_paginated_response([state(row) for row in self.paginate_queryset(rows) or []])


class SeasonViewSet(Organising):
    """Seasons."""

    queryset = Season.objects.all()
    serializer_class = serializers.SeasonSerializer

    @extend_schema(responses=serializers.SeasonSerializer(many=True))
    def list(self, request: Request) -> Response:
        """Seasons, the latest first."""
        return self.paginated(self.get_queryset(), serializers.SeasonSerializer.of)

    @extend_schema(responses={200: serializers.SeasonSerializer, **NOT_FOUND})
    def retrieve(self, request: Request, slug: str) -> Response:
        """One season."""
        return Response(serializers.SeasonSerializer.of(self.get_object()))

    @extend_schema(responses={201: serializers.SeasonSerializer, **PROBLEMS})
    def create(self, request: Request) -> Response:
        """A new season."""
        season = services.create_season(
            **read(serializers.SeasonSerializer, request), actor=actor_of(request), now=timezone.now()
        )
        return Response(serializers.SeasonSerializer.of(season), status=status.HTTP_201_CREATED)


class EventFilter(filters.FilterSet):
    """Events by season, status, format and player."""

    season = filters.CharFilter(field_name="season__slug", label="slug of the season")
    # Not "format", which Django REST framework keeps for the format of its answers.
    format = filters.ChoiceFilter(field_name="format_key", choices=[(key, key) for key in FORMATS])
    player = filters.UUIDFilter(field_name="entries__player", label="id of a player who is entered")

    class Meta:
        model = Event
        fields = ["status", "level"]


class EventViewSet(Organising):
    """Events: created, entered, drawn, started, read."""

    queryset = Event.objects.select_related("season").defer("projection")
    serializer_class = serializers.TournamentEventSerializer
    filterset_class = EventFilter

    def where(self) -> Scope:
        """Around the event; a new one belongs to the season that is told."""
        if "slug" in self.kwargs:
            return around_event(self.kwargs["slug"])
        season = self.request.data.get("season") if isinstance(self.request.data, dict) else None
        return scopes.scope_around(f"season:{season}") if isinstance(season, str) else EVERYWHERE

    @extend_schema(responses=serializers.TournamentEventSerializer(many=True))
    def list(self, request: Request) -> Response:
        """Events, the latest first."""
        seen = Event.objects.visible_to(viewer_of(request)).select_related("season").defer("projection")
        page = self.paginate_queryset(self.filter_queryset(seen)) or []
        answer = self.get_paginated_response(serializers.TournamentEventSerializer.each(page))
        return answer if all(event.is_public for event in page) else for_this_viewer(answer)

    @extend_schema(responses={200: serializers.TournamentEventSerializer, **NOT_FOUND})
    def retrieve(self, request: Request, slug: str) -> Response:
        """One event; its table is at ``standings/``."""
        event = self.get_visible_event(request)
        return vary_by_viewer(event, Response(serializers.TournamentEventSerializer.of(event)))

    def get_visible_event(self, request: Request) -> Event:
        """The event, if the caller may see it."""
        event: Event = self.get_object()
        check_visible(request, event, scope_of_event(event))
        return event

    @extend_schema(
        request=serializers.NewEventSerializer,
        responses={201: serializers.TournamentEventSerializer, **PROBLEMS},
    )
    def create(self, request: Request) -> Response:
        """A new event, open for entries."""
        event = services.create_event(
            **read(serializers.NewEventSerializer, request), actor=actor_of(request), now=timezone.now()
        )
        return Response(serializers.TournamentEventSerializer.of(event), status=status.HTTP_201_CREATED)

    @extend_schema(
        request=serializers.ChangedEventSerializer,
        responses={200: serializers.TournamentEventSerializer, **PROBLEMS},
    )
    def partial_update(self, request: Request, slug: str) -> Response:
        """Change an event: name, date and level, and its settings with a note once it is being played."""
        changes = read(serializers.ChangedEventSerializer, request)
        note = changes.pop("note", "")
        event = services.change_event(
            event_id=self.event_id,
            changes=changes,
            note=note,
            actor=actor_of(request),
            now=timezone.now(),
        )
        return Response(serializers.TournamentEventSerializer.of(event))

    @extend_schema(responses={200: serializers.EntrySerializer(many=True), **NOT_FOUND}, filters=False)
    @action(detail=True)
    def entries(self, request: Request, slug: str) -> Response:
        """Who is entered, in seed order."""
        event = self.get_visible_event(request)
        entries = Entry.objects.filter(event=event).select_related("player")
        return vary_by_viewer(event, self.paginated(entries, serializers.EntrySerializer.of))

    @extend_schema(
        request=serializers.NewEntrySerializer, responses={201: serializers.EntrySerializer, **PROBLEMS}
    )
    @entries.mapping.post
    def enter(self, request: Request, slug: str) -> Response:
        """Enter a player."""
        entry = services.enter(
            event_id=self.event_id,
            **read(serializers.NewEntrySerializer, request),
            actor=actor_of(request),
            now=timezone.now(),
        )
        return Response(serializers.EntrySerializer.of(entry), status=status.HTTP_201_CREATED)

    @extend_schema(request=None, responses={204: OpenApiResponse(description="Withdrawn."), **PROBLEMS})
    @action(detail=True, methods=["delete"], url_path="entries/<slug:key>")
    def withdraw(self, request: Request, slug: str, key: str) -> Response:
        """Take an entry back, before the draw."""
        services.withdraw(event_id=self.event_id, key=key, actor=actor_of(request), now=timezone.now())
        return Response(status=status.HTTP_204_NO_CONTENT)

    @extend_schema(responses={200: serializers.DrawSerializer(many=True), **NOT_FOUND}, filters=False)
    @action(detail=True)
    def draws(self, request: Request, slug: str) -> Response:
        """What has been drawn."""
        event = self.get_visible_event(request)
        draws, data = Draw.objects.filter(event=event), load_standings(event)
        return vary_by_viewer(
            event, self.paginated(draws, lambda draw: serializers.DrawSerializer.of_event(draw, data))
        )

    @extend_schema(
        request=serializers.NewDrawSerializer, responses={201: serializers.DrawSerializer, **PROBLEMS}
    )
    @draws.mapping.post
    def draw(self, request: Request, slug: str) -> Response:
        """Hold the draw that is due."""
        wanted = read(serializers.NewDrawSerializer, request)
        who: dict[str, Any] = {
            "event_id": self.event_id,
            "subject": wanted.get("subject", ""),
            "actor": actor_of(request),
            "now": timezone.now(),
        }
        match wanted["method"]:
            case Draw.Method.PUBLISHED_SEED:
                draw = services.draw_from_seed(seed=wanted.get("published_seed", ""), **who)
            case Draw.Method.SEED_ORDER:
                draw = services.draw_in_seed_order(**who)
            case Draw.Method.CHOSEN:
                draw = services.draw_chosen(choices=wanted.get("choices", ()), **who)
            case Draw.Method.THROWN:
                draw = services.draw_by_throws(rounds=wanted.get("throws", ()), **who)
            case _:
                draw = services.draw_by_hand(order=wanted.get("order", ()), **who)
        return Response(
            serializers.DrawSerializer.of_event(draw, load_standings(draw.event)),
            status=status.HTTP_201_CREATED,
        )

    @extend_schema(responses={200: serializers.PlayedSerializer(many=True), **NOT_FOUND}, filters=False)
    @action(detail=True)
    def games(self, request: Request, slug: str) -> Response:
        """The games that have begun, in order."""
        event = self.get_visible_event(request)
        games = EventGame.objects.filter(event=event).select_related("game")
        page: Sequence[EventGame] = self.paginate_queryset(games.prefetch_related(seats_of("game__"))) or []
        names = entry_names(load_standings(event))
        entries = [
            serializers.PlayedSerializer.in_event(event, each.with_names(names), each.game) for each in page
        ]
        return vary_by_viewer(event, self.get_paginated_response(entries))

    @extend_schema(
        request=serializers.StartGameSerializer,
        responses={
            201: serializers.PlayedSerializer,
            200: OpenApiResponse(serializers.PlayedSerializer, "Started before by the same request."),
            **PROBLEMS,
        },
    )
    @games.mapping.post
    def start_game(self, request: Request, slug: str) -> Response:
        """Start the next game: seats and starter follow from the sporting rules."""
        wanted = read(serializers.StartGameSerializer, request)
        override = wanted.get("override")
        started = services.start_next_game(
            event_id=self.event_id,
            number=wanted.get("number"),
            rounds=wanted.get("throws", ()),
            override=services.Override(**override) if override else None,
            furniture=_furniture(wanted),
            board=wanted.get("board", ""),
            game_id=wanted.get("id"),
            actor=actor_of(request),
            now=timezone.now(),
        )
        return _started(started)

    @extend_schema(
        request=serializers.PrepareGameSerializer,
        responses={
            201: serializers.PlayedSerializer,
            200: OpenApiResponse(serializers.PlayedSerializer, "Prepared before by the same request."),
            **PROBLEMS,
        },
    )
    @action(detail=True, methods=["post"], url_path="games/prepare")
    def prepare_game(self, request: Request, slug: str) -> Response:
        """Make the next game without beginning it, its online dice promised; starting the next game begins it."""
        wanted = read(serializers.PrepareGameSerializer, request)
        prepared = services.prepare_next_game(
            event_id=self.event_id,
            number=wanted.get("number"),
            furniture=_furniture(wanted),
            board=wanted.get("board", ""),
            game_id=wanted.get("id"),
            actor=actor_of(request),
            now=timezone.now(),
        )
        return _started(prepared)

    @extend_schema(
        request=serializers.EnterResultSerializer, responses={201: serializers.PlayedSerializer, **PROBLEMS}
    )
    @action(detail=True, methods=["post"], write_permission=Action.RULE)
    def results(self, request: Request, slug: str) -> Response:
        """Enter the result of a game that nobody recorded to its end: one that is due, or a running one."""
        wanted = read(serializers.EnterResultSerializer, request)
        override = wanted.get("override")
        beginning = services.EnteredStart(
            board=wanted.get("board", ""),
            rounds=wanted.get("throws", ()),
            override=services.Override(**override) if override else None,
        )
        slip = {name: wanted[name] for name in _ON_THE_SLIP if name in wanted}
        played = services.enter_result(
            event_id=self.event_id,
            number=wanted["number"],
            slip=services.ResultSlip(**slip),
            beginning=beginning,
            note=wanted.get("note", ""),
            over_throws=wanted.get("over_throws", False),
            actor=actor_of(request),
            now=timezone.now(),
        )
        return Response(serializers.PlayedSerializer.now(played), status=status.HTTP_201_CREATED)


def _furniture(wanted: Mapping[str, Any]) -> services.FurnitureInput:
    """What a request tells of trapdoors and wormholes."""
    return services.FurnitureInput(**{name: wanted[name] for name in _FURNITURE if name in wanted})


def _started(started: services.StartedGame) -> Response:
    """A game of the event; 200 where the same request had been made before."""
    told = serializers.PlayedSerializer.now(started.played)
    if started.replayed:
        return Response(told, headers={"Idempotent-Replayed": "true"})
    return Response(told, status=status.HTTP_201_CREATED)


def read(serializer: Any, request: Request) -> dict[str, Any]:
    """The fields of a request; refused with what is wrong with each of them."""
    sent = serializer(data=request.data, context={"viewer": viewer_of(request)})
    sent.is_valid(raise_exception=True)
    found: dict[str, Any] = sent.validated_data
    return found
