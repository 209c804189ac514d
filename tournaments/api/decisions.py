"""The REST interface of what organisers decide beside the rules: forfeits, departures, holds, void draws."""

from datetime import datetime
from typing import Any

from django.shortcuts import get_object_or_404
from django.utils import timezone
from django.utils.translation import gettext
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework import serializers, status
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from games.access.authentication import actor_of
from games.access.scopes import Scope
from games.answers import Answer, SaidSerializer
from games.api.fields import (
    RequestSerializer,
    StrictCharField,
    StrictChoiceField,
    StrictDateTimeField,
    StrictDictField,
    StrictIntegerField,
    StrictListField,
)
from games.api.problem_serializers import NOT_FOUND, PROBLEMS
from games.enums import Action
from tournaments import services
from tournaments.api import serializers as schemas
from tournaments.api.views import Organising, read
from tournaments.formats import as_json
from tournaments.models import Event
from tournaments.models.decision import LONGEST_REASON
from tournaments.models.event_game import LONGEST_BOARD
from tournaments.models.validators import game_number
from tournaments.scopes import around_event
from tournaments.services.readiness import Readiness, preflight
from tournaments.standings.event_state import EventState
from tournaments.standings.impact import Grade


class ReasonSerializer(RequestSerializer):
    """Why it is decided so; it stands in the event's report."""

    example = {"reason": "ill"}

    reason = StrictCharField(max_length=LONGEST_REASON)


class HoldSerializer(ReasonSerializer):
    """What is said about the event as a whole: empty lets it go on."""

    example = {"hold": "interrupted", "reason": "The lights are out."}

    hold = StrictChoiceField(choices=Event.Hold.values)


class ForfeitSerializer(ReasonSerializer):
    """A game that somebody does not start or gives up."""

    example = {"absent": "entry-2", "reason": "did not come"}

    absent = StrictCharField(help_text="The key of the entry.")
    throws = StrictListField(
        child=StrictDictField(child=StrictIntegerField()),
        required=False,
        help_text="Where two are level: rounds of throws, key of the entry → die.",
    )
    places = StrictListField(
        child=StrictCharField(),
        required=False,
        help_text="In a game for places: the colours of the others in finishing order.",
    )


class YoungestSerializer(RequestSerializer):
    """Who is said to be the youngest; nobody: the dates of birth decide, as far as they are known."""

    example = {"entries": ["entry-1"]}

    entries = StrictListField(
        child=StrictCharField(), help_text="Keys of entries; of several the throw decides (rulebook §10)."
    )


class SeedsSerializer(RequestSerializer):
    """All entries in the order in which they are seeded."""

    example = {"order": ["entry-3", "entry-1", "entry-2"]}

    order = StrictListField(
        child=StrictCharField(), help_text="The keys of all entries, each once; the first is seeded highest."
    )


class PlanTimesSerializer(RequestSerializer):
    """When games are to begin; games that are not named keep their times."""

    example = {"times": {"2": "2026-11-28T14:50:00+00:00", "3": None}}

    times = StrictDictField(
        child=StrictDateTimeField(allow_null=True),
        help_text="Number of a game → when it is to begin; null takes its time away.",
    )

    def validate_times(self, times: dict[str, datetime | None]) -> dict[int, datetime | None]:
        """Names are numbers of games."""
        for name in times:
            if game_number(name) is None:
                raise serializers.ValidationError(gettext("Numbers of games are needed as names."))
        return {int(name): moment for name, moment in times.items()}


class GameTimesSerializer(Answer):
    """The times that are set."""

    times = serializers.DictField(child=serializers.DateTimeField(), source="game_times")


class BoardSerializer(RequestSerializer):
    """The table at which a game is played."""

    example = {"board": "2"}

    board = StrictCharField(allow_blank=True, max_length=LONGEST_BOARD)


class ConsequenceSerializer(serializers.Serializer[Any]):
    """One thing that a change would make different."""

    grade = serializers.ChoiceField(choices=[grade.value for grade in Grade])
    told = SaidSerializer()


class FindingSerializer(serializers.Serializer[Any]):
    """One thing that the check before the start has looked at."""

    grade = serializers.ChoiceField(choices=[grade.value for grade in Readiness])
    told = SaidSerializer()


class DecisionViewSet(Organising):
    """What an organiser decides about an event that is being played; everything stands in its report."""

    queryset = Event.objects.select_related("season").defer("projection")
    read_permission = Action.ORGANISE

    def where(self) -> Scope:
        """Around the event."""
        return around_event(self.kwargs["slug"])

    @extend_schema(request=HoldSerializer, responses={200: schemas.TournamentEventSerializer, **PROBLEMS})
    @action(detail=True, methods=["post"])
    def hold(self, request: Request, slug: str) -> Response:
        """Interrupt an event, let it go on, call it off, or close it once it is decided."""
        wanted = read(HoldSerializer, request)
        event = services.suspend_event(
            hold=Event.Hold(wanted["hold"]), reason=wanted["reason"], **self._who(request)
        )
        return Response(schemas.TournamentEventSerializer.of(event))

    @extend_schema(request=ReasonSerializer, responses={200: schemas.EntrySerializer, **PROBLEMS})
    @action(detail=True, methods=["post"], url_path="entries/<slug:key>/leave")
    def leave(self, request: Request, slug: str, key: str) -> Response:
        """A player leaves a League for good: struck, or his unplayed games forfeited [T12]."""
        entry = services.withdraw_entry(key=key, **read(ReasonSerializer, request), **self._who(request))
        return Response(schemas.EntrySerializer.of(entry))

    @extend_schema(
        request=YoungestSerializer,
        responses={200: schemas.EntrySerializer(many=True), **PROBLEMS},
        filters=False,
    )
    @action(detail=True, methods=["put"], pagination_class=None)
    def youngest(self, request: Request, slug: str) -> Response:
        """Say who is the youngest, where the rules let the youngest start: no date of birth is needed then."""
        keys = read(YoungestSerializer, request)["entries"]
        return Response(schemas.EntrySerializer.each(services.say_youngest(keys=keys, **self._who(request))))

    @extend_schema(
        request=SeedsSerializer,
        responses={200: schemas.EntrySerializer(many=True), **PROBLEMS},
        filters=False,
    )
    @action(detail=True, methods=["put"], pagination_class=None)
    def seeds(self, request: Request, slug: str) -> Response:
        """Seed all entries anew, in the order that is sent; until the draw."""
        order = read(SeedsSerializer, request)["order"]
        return Response(schemas.EntrySerializer.each(services.reseed(order=order, **self._who(request))))

    @extend_schema(request=PlanTimesSerializer, responses={200: GameTimesSerializer, **PROBLEMS})
    @action(detail=True, methods=["patch"])
    def times(self, request: Request, slug: str) -> Response:
        """Set when games are to begin: those that are due or in the schedule, and have not begun."""
        times = read(PlanTimesSerializer, request)["times"]
        return Response(GameTimesSerializer.of(services.plan_times(times=times, **self._who(request))))

    @extend_schema(
        request=ReasonSerializer, responses={204: OpenApiResponse(description="Void."), **PROBLEMS}
    )
    @action(detail=True, methods=["post"], url_path="draws/<slug:subject>/void")
    def void(self, request: Request, slug: str, subject: str) -> Response:
        """Make a draw void, so that it is held anew; only while no game has begun since."""
        services.void_draw(subject=subject, **read(ReasonSerializer, request), **self._who(request))
        return Response(status=status.HTTP_204_NO_CONTENT)

    @extend_schema(request=ForfeitSerializer, responses={201: schemas.PlayedSerializer, **PROBLEMS})
    @action(detail=True, methods=["post"], url_path="games/<int:number>/forfeit")
    def forfeit(self, request: Request, slug: str, number: int) -> Response:
        """A game, due or running, is forfeited: to whom it goes follows from [T12]."""
        wanted = read(ForfeitSerializer, request)
        played = services.forfeit(
            number=number,
            absent=wanted["absent"],
            rounds=wanted.get("throws", ()),
            places=wanted.get("places", ()),
            reason=wanted["reason"],
            **self._who(request),
        )
        return Response(schemas.PlayedSerializer.now(played), status=status.HTTP_201_CREATED)

    @extend_schema(request=BoardSerializer, responses={200: schemas.PlayedSerializer, **PROBLEMS})
    @action(detail=True, methods=["post"], url_path="games/<int:number>/board")
    def move_to_board(self, request: Request, slug: str, number: int) -> Response:
        """A game that is prepared or being played goes on at another table."""
        played = services.move_to_board(number=number, **read(BoardSerializer, request), **self._who(request))
        return Response(schemas.PlayedSerializer.now(played))

    @extend_schema(
        request=schemas.ChangedEventSerializer,
        responses={200: ConsequenceSerializer(many=True), **PROBLEMS},
    )
    @action(detail=True, methods=["post"], pagination_class=None)
    def consequences(self, request: Request, slug: str) -> Response:
        """What a change of the event would do to what has been played and planned; nothing is changed."""
        changes = read(schemas.ChangedEventSerializer, request)
        changes.pop("note", None)
        found = services.consequences_of(event_id=self.event_id, changes=changes)
        return Response([{"grade": each.grade.value, "told": each.text.as_json()} for each in found])

    @extend_schema(
        operation_id="events_preflight",
        responses={200: FindingSerializer(many=True), **NOT_FOUND},
        filters=False,
    )
    @action(detail=True, methods=["get"], pagination_class=None)
    def preflight(self, request: Request, slug: str) -> Response:
        """Whether the event can be played to its end: with these players and settings, or what is missing."""
        return Response(as_json(preflight(EventState.load(get_object_or_404(Event, slug=slug)))))

    def _who(self, request: Request) -> dict[str, Any]:
        return {"event_id": self.event_id, "actor": actor_of(request), "now": timezone.now()}
