"""The REST interface of what organisers decide beside the rules, and of who did what in an event."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.shortcuts import get_object_or_404
from django.utils.translation import gettext
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.fields import (
    RequestSerializer,
    StrictCharField,
    StrictChoiceField,
    StrictDateTimeField,
    StrictDictField,
    StrictIntegerField,
    StrictListField,
)
from games.api.pagination import PAGE, Pages, PageSerializer
from games.api.problems import PROBLEMS
from games.enums import Action
from tournaments import services, shapes as schemas
from tournaments.audit.queries import AuditLineSerializer, lines, rows
from tournaments.hall.services.people import leave_event
from tournaments.kit.operations import EventOperations, OfEvent, ReasonSerializer, operation
from tournaments.models import LONGEST_BOARD, Entry, Event, whole_number
from tournaments.standings.queries import load_standings


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
        source="rounds",
        required=False,
        help_text="Where two are level: rounds of throws, key of the entry → die.",
    )
    places = StrictListField(
        child=StrictCharField(),
        required=False,
        help_text="In a game for places: the colours of the others in finishing order.",
    )


class YoungestSerializer(RequestSerializer):
    """The youngest players as entered; an empty list: known dates of birth decide."""

    example = {"entries": ["entry-1"]}

    entries = StrictListField(
        source="keys",
        child=StrictCharField(),
        help_text="Keys of entries; of several the throw decides (rulebook §10).",
    )


class SeedsSerializer(RequestSerializer):
    """All entries in the order in which they are seeded."""

    example = {"order": ["entry-3", "entry-1", "entry-2"]}

    order = StrictListField(
        child=StrictCharField(), help_text="The keys of all entries, each once; the first is seeded highest."
    )


class PlanTimesSerializer(RequestSerializer):
    """When games are to begin; games that are not named keep their times."""

    example = {"times": {"2": "2026-11-28T14:50:00Z", "3": None}}

    times = StrictDictField(
        child=StrictDateTimeField(allow_null=True),
        help_text="Number of a game → when it is to begin; null takes its time away.",
    )

    def validate_times(self, times: dict[str, datetime | None]) -> dict[int, datetime | None]:
        """Names are numbers of games."""
        for name in times:
            if whole_number(name) is None:
                raise serializers.ValidationError(gettext("Numbers of games are needed as names."))
        return {int(name): moment for name, moment in times.items()}


class GameTimesSerializer(serializers.Serializer[Any]):
    """The times that are set."""

    times = serializers.DictField(child=serializers.DateTimeField())


class BoardSerializer(RequestSerializer):
    """The table at which a game is played."""

    example = {"board": "2"}

    board = StrictCharField(allow_blank=True, max_length=LONGEST_BOARD)


class DecisionViewSet(EventOperations):
    """Decisions of an organiser about an event that is being played; the report lists all of them."""

    read_permission = Action.ORGANISE

    @operation("post", "hold", schemas.TournamentEventSerializer, HoldSerializer)
    def hold(self, hold: str, reason: str) -> Event:
        """Interrupt an event, let it go on, call it off, or close it once it is decided."""
        return services.suspend_event(hold=Event.Hold(hold), reason=reason, **self.who)

    @operation("post", "entries/<slug:key>/leave", schemas.EntrySerializer, ReasonSerializer)
    def leave(self, **asked: Any) -> Entry:
        """A player leaves a League for good: struck, or their unplayed games forfeited [T12]."""
        return leave_event(**asked, **self.who)

    @operation("put", "youngest", schemas.EntrySerializer, YoungestSerializer, many=True)
    def youngest(self, **asked: Any) -> Sequence[Entry]:
        """Say who is the youngest, where the rules let the youngest start: no date of birth is needed then."""
        return services.say_youngest(**asked, **self.who)

    @operation("put", "seeds", schemas.EntrySerializer, SeedsSerializer, many=True)
    def seeds(self, **asked: Any) -> Sequence[Entry]:
        """Seed all entries again, in the order that is sent; until the draw."""
        return services.reseed(**asked, **self.who)

    @operation("patch", "times", GameTimesSerializer, PlanTimesSerializer)
    def times(self, **asked: Any) -> dict[str, Any]:
        """Set when games are to begin: those that are due or in the schedule, and have not begun."""
        return {"times": load_standings(services.plan_times(**asked, **self.who))["times"]}

    @operation("post", "draws/<slug:subject>/void", "Void.", ReasonSerializer)
    def void(self, **asked: Any) -> None:
        """Make a draw void, so that it is held again; only while no game has begun since."""
        services.void_draw(**asked, **self.who)

    @operation("post", "games/<int:number>/forfeit", schemas.PlayedSerializer, ForfeitSerializer, code=201)
    def forfeit(self, **asked: Any) -> dict[str, Any]:
        """A game, due or running, is forfeited: to whom it goes follows from [T12]."""
        return schemas.PlayedSerializer.now(services.forfeit(**asked, **self.who))

    @operation("post", "games/<int:number>/board", schemas.PlayedSerializer, BoardSerializer)
    def move_to_board(self, **asked: Any) -> dict[str, Any]:
        """A game that is prepared or being played goes on at another table."""
        return schemas.PlayedSerializer.now(services.move_to_board(**asked, **self.who))


class AuditPageSerializer(PageSerializer):
    """A page of lines."""

    results = AuditLineSerializer(many=True)


class AuditView(OfEvent):
    """Who did what when, for those who may read it."""

    read_permission = Action.AUDIT

    @extend_schema(
        parameters=PAGE,
        responses={200: AuditPageSerializer, **PROBLEMS},
    )
    def get(self, request: Request, slug: str) -> Response:
        """The lines of the log, the latest first."""
        event = get_object_or_404(Event.objects.defer("projection"), slug=slug)
        return Pages.answer(
            rows(event, throws=True),
            request,
            lambda page: AuditLineSerializer.each(lines(event, page)),
        )
