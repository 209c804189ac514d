"""The REST interface of seasons, events and their formats: thin, everything is done in ``tournaments.services``."""

from collections.abc import Sequence
from typing import Any

from django_filters import rest_framework as filters
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework import serializers, status
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from games.answers import Answer, SaidSerializer
from games.api.pagination import Pages
from games.api.permissions import ReadByEverybody
from games.api.problems import NOT_FOUND, PROBLEMS
from games.api.rule_sets import SettingSerializer, page_of
from games.enums import Action
from games.queries.seats import seats_of
from games.visibility.viewers import check_visible, vary_by_things, vary_by_viewer, viewer_of
from rules import OptionKind
from tournaments import services, shapes as schemas
from tournaments.formats import FORMATS, Format, IntegerRange, Setting
from tournaments.formats.presets import PRESETS
from tournaments.formats.settings import Choice, IntegerList, SettingType
from tournaments.kit.operations import EventOperations, Organising, answering, operation
from tournaments.models import Draw, Entry, Event, EventGame, Season
from tournaments.scopes import scope_of_event
from tournaments.standings.queries import entry_names, load_standings

#: Payload members about the board of a game that begins (``services.FurnitureInput``).
_FURNITURE = ("trapdoors", "wormholes", "published_seed")


class SeasonViewSet(Organising):
    """Seasons."""

    queryset = Season.objects.all()
    serializer_class = schemas.SeasonSerializer

    @extend_schema(responses=schemas.SeasonSerializer(many=True))
    def list(self, request: Request) -> Response:
        """Seasons, the latest first."""
        return self.paginated(self.get_queryset(), schemas.SeasonSerializer.of)

    @extend_schema(responses={200: schemas.SeasonSerializer, **NOT_FOUND})
    def retrieve(self, request: Request, slug: str) -> Response:
        """One season."""
        return Response(schemas.SeasonSerializer.of(self.get_object()))

    @answering(schemas.SeasonSerializer, schemas.SeasonSerializer, code=201)
    def create(self, **asked: Any) -> Season:
        """A new season."""
        return services.create_season(**asked, **self.by)


class EventFilter(filters.FilterSet):
    """Events by season, status, format and player."""

    season = filters.CharFilter(field_name="season__slug", label="slug of the season")
    # Not "format", which Django REST framework keeps for the format of its answers.
    format = filters.ChoiceFilter(field_name="format_key", choices=[(key, key) for key in FORMATS])
    player = filters.UUIDFilter(field_name="entries__player", label="id of a player who is entered")

    class Meta:
        model = Event
        fields = ["status", "level"]


class EventViewSet(EventOperations):
    """Events: created, entered, drawn, started, read."""

    serializer_class = schemas.TournamentEventSerializer
    filterset_class = EventFilter

    @extend_schema(responses=schemas.TournamentEventSerializer(many=True))
    def list(self, request: Request) -> Response:
        """Events, the latest first."""
        seen = Event.objects.visible_to(viewer_of(request)).select_related("season").defer("projection")
        page = self.paginate_queryset(self.filter_queryset(seen)) or []
        answer = self.get_paginated_response(schemas.TournamentEventSerializer.each(page))
        return vary_by_things(page, answer)

    @extend_schema(responses={200: schemas.TournamentEventSerializer, **NOT_FOUND})
    def retrieve(self, request: Request, slug: str) -> Response:
        """One event; its table is at ``standings/``."""
        event = self.get_visible_event(request)
        return vary_by_viewer(event, Response(schemas.TournamentEventSerializer.of(event)))

    def get_visible_event(self, request: Request) -> Event:
        """The event, if the caller may see it."""
        event: Event = self.get_object()
        check_visible(request, event, scope_of_event(event))
        return event

    @answering(schemas.TournamentEventSerializer, schemas.NewEventSerializer, code=201)
    def create(self, **asked: Any) -> Event:
        """A new event, open for entries."""
        return services.create_event(**asked, **self.by)

    @answering(schemas.TournamentEventSerializer, schemas.ChangedEventSerializer)
    def partial_update(self, note: str = "", **changes: Any) -> Event:
        """Change an event: name, date and level, and its settings with a note once it is being played."""
        return services.change_event(changes=changes, note=note, **self.who)

    @extend_schema(responses={200: schemas.EntrySerializer(many=True), **NOT_FOUND}, filters=False)
    @action(detail=True)
    def entries(self, request: Request, slug: str) -> Response:
        """Who is entered, in seed order."""
        event = self.get_visible_event(request)
        entries = Entry.objects.filter(event=event).select_related("player")
        return vary_by_viewer(event, self.paginated(entries, schemas.EntrySerializer.of))

    @entries.mapping.post
    @answering(schemas.EntrySerializer, schemas.NewEntrySerializer, code=201)
    def enter(self, **asked: Any) -> Entry:
        """Enter a player."""
        return services.enter(**asked, **self.who)

    @operation("delete", "entries/<slug:key>", "Withdrawn.")
    def withdraw(self, key: str) -> None:
        """Take an entry back, before the draw."""
        services.withdraw(key=key, **self.who)

    @extend_schema(responses={200: schemas.DrawSerializer(many=True), **NOT_FOUND}, filters=False)
    @action(detail=True)
    def draws(self, request: Request, slug: str) -> Response:
        """What has been drawn."""
        event = self.get_visible_event(request)
        draws, data = Draw.objects.filter(event=event), load_standings(event)
        return vary_by_viewer(
            event, self.paginated(draws, lambda draw: schemas.DrawSerializer.of_event(draw, data))
        )

    @draws.mapping.post
    @answering(schemas.DrawSerializer, schemas.NewDrawSerializer, code=201)
    def draw(self, method: str, subject: str = "", **asked: Any) -> dict[str, Any]:
        """Hold the draw that is due."""
        who: dict[str, Any] = {"subject": subject, **self.who}
        match method:
            case Draw.Method.PUBLISHED_SEED:
                draw = services.draw_from_seed(seed=asked.get("published_seed", ""), **who)
            case Draw.Method.SEED_ORDER:
                draw = services.draw_in_seed_order(**who)
            case Draw.Method.CHOSEN:
                draw = services.draw_chosen(choices=asked.get("choices", ()), **who)
            case Draw.Method.THROWN:
                draw = services.draw_by_throws(rounds=asked.get("throws", ()), **who)
            case _:
                draw = services.draw_by_hand(order=asked.get("order", ()), **who)
        return schemas.DrawSerializer.of_event(draw, load_standings(draw.event))

    @extend_schema(responses={200: schemas.PlayedSerializer(many=True), **NOT_FOUND}, filters=False)
    @action(detail=True)
    def games(self, request: Request, slug: str) -> Response:
        """The games that have begun, in order."""
        event = self.get_visible_event(request)
        games = EventGame.objects.filter(event=event).select_related("game")
        page: Sequence[EventGame] = self.paginate_queryset(games.prefetch_related(seats_of("game__"))) or []
        names = entry_names(load_standings(event))
        entries = [
            schemas.PlayedSerializer.in_event(event, each.with_names(names), each.game) for each in page
        ]
        return vary_by_viewer(event, self.get_paginated_response(entries))

    @extend_schema(
        request=schemas.StartGameSerializer,
        responses={
            201: schemas.PlayedSerializer,
            200: OpenApiResponse(schemas.PlayedSerializer, "Started before by the same request."),
            **PROBLEMS,
        },
    )
    @games.mapping.post
    def start_game(self, request: Request, slug: str) -> Response:
        """Start the next game: seats and starter follow from the sporting rules."""
        asked = schemas.StartGameSerializer.read(request.data, viewer=viewer_of(request))
        return _started(services.start_next_game(**_for_services(asked), **self.who))

    @extend_schema(
        request=schemas.PrepareGameSerializer,
        responses={
            201: schemas.PlayedSerializer,
            200: OpenApiResponse(schemas.PlayedSerializer, "Prepared before by the same request."),
            **PROBLEMS,
        },
    )
    @action(detail=True, methods=["post"], url_path="games/prepare")
    def prepare_game(self, request: Request, slug: str) -> Response:
        """Make the next game without beginning it, its online dice promised; starting the next game begins it."""
        asked = schemas.PrepareGameSerializer.read(request.data, viewer=viewer_of(request))
        return _started(services.prepare_next_game(**_for_services(asked), **self.who))

    @operation(
        "post",
        "results",
        schemas.PlayedSerializer,
        schemas.EnterResultSerializer,
        code=201,
        write_permission=Action.RULE,
    )
    def results(self, number: int, note: str = "", over_throws: bool = False, **asked: Any) -> dict[str, Any]:
        """Enter the result of a game without a complete record: one that is due, or a running one."""
        override = asked.get("override")
        beginning = services.EnteredStart(
            board=asked.get("board", ""),
            rounds=asked.get("throws", ()),
            override=services.Override(**override) if override else None,
        )
        played = services.enter_slip(
            number=number,
            slip=services.Slip(
                places=tuple(asked.get("places", ())),
                winner=asked.get("winner", ""),
                pawns=asked.get("pawns", {}),
                seconds=asked.get("seconds"),
                played_at=asked.get("played_at"),
            ),
            beginning=beginning,
            note=note,
            over_throws=over_throws,
            **self.who,
        )
        return schemas.PlayedSerializer.now(played)


def _for_services(asked: dict[str, Any]) -> dict[str, Any]:
    """What is sent of a game that begins as services take it: trapdoors and wormholes together."""
    furniture = {name: asked.pop(name) for name in _FURNITURE if name in asked}
    if "override" in asked:
        asked["override"] = services.Override(**asked["override"])
    return {**asked, "furniture": services.FurnitureInput(**furniture)}


def _started(started: services.StartedGame) -> Response:
    """A game of the event; 200 where the same request had been made before."""
    data = schemas.PlayedSerializer.now(started.played)
    if started.replayed:
        return Response(data, headers={"Idempotent-Replayed": "true"})
    return Response(data, status=status.HTTP_201_CREATED)


class PresetSerializer(Answer):
    """Settings of a format that are played under a name of their own."""

    key = serializers.CharField()
    name = SaidSerializer()
    rules = serializers.CharField()
    settings = serializers.DictField()


class FormatSerializer(Answer):
    """A format of events."""

    key = serializers.CharField(help_text="The name under which it is sent, as `format`.")
    name = SaidSerializer()
    rule_sets = serializers.ListField(
        child=serializers.CharField(), help_text="The rule sets that it can have; the first is the usual one."
    )
    least_players = serializers.IntegerField()
    most_players = serializers.IntegerField()
    gives_ranking_points = serializers.BooleanField()
    players_may_leave = serializers.BooleanField(help_text="Whether the others play on.")
    settings = SettingSerializer(many=True)
    presets = PresetSerializer(many=True)


class FormatsView(ReadByEverybody):
    """The formats."""

    pagination_class = Pages

    @extend_schema(operation_id="formats_list", responses={200: FormatSerializer(many=True)})
    def get(self, request: Request) -> Response:
        """The formats of events with their settings: meaning, default and limits of each."""
        return page_of(request, map(_format, FORMATS.values()))


def _format(which: Format[Any]) -> dict[str, Any]:
    presets = [preset for preset in PRESETS.values() if preset.format == which.key]
    return FormatSerializer.of(
        which,
        rule_sets=list(which.rule_sets),
        gives_ranking_points=which.honoured is not None,
        settings=[_setting(each) for each in which.settings.described()],
        presets=PresetSerializer.each(presets),
    )


def _setting(setting: Setting) -> dict[str, Any]:
    kind, limits = _limits(setting.kind)
    return SettingSerializer.described(
        setting.name, setting.label, setting.about, kind, default=setting.default, **limits
    )


def _limits(kind: SettingType) -> tuple[OptionKind, dict[str, Any]]:
    match kind:
        case IntegerRange():
            return OptionKind.INTEGER, {"least": kind.least, "most": kind.most}
        case IntegerList():
            limits = {"least": 0, "most": kind.most, "shortest": kind.length, "longest": kind.length}
            return OptionKind.INTEGERS, limits
        case Choice():
            ways = [{"value": key, "name": name.as_json()} for key, name in kind.ways.items()]
            return OptionKind.CHOICE, {"choices": ways}
    raise TypeError(kind)
