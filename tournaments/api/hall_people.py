"""The REST interface of the people of a hall: announced, checked in, away, gone, described."""

from collections.abc import Mapping
from typing import Any

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from games.access.authentication import actor_of, caller_of
from games.access.scopes import Scope
from games.api.problem_serializers import PROBLEMS
from games.enums import Action
from games.models.player import folded
from games.queries.name_matching import check_namesakes
from tournaments.api import hall_serializers as shapes
from tournaments.api.views import Organising, read
from tournaments.models import Event
from tournaments.scopes import around_event
from tournaments.services.entries import names_entered
from tournaments.services.hall import people

Entries = shapes.HallEntrySerializer(many=True)


class HallViewSet(Organising):
    """Views on a hall, whose event is in the address."""

    queryset = Event.objects.select_related("season").defer("projection")

    def where(self) -> Scope:
        """Around the event."""
        return around_event(self.kwargs["slug"])

    def who(self, request: Request) -> dict[str, Any]:
        """Return the event, who asks and when, as services want them."""
        return {"event_id": self.event_id, "actor": actor_of(request), "now": timezone.now()}


class HallPeopleViewSet(HallViewSet):
    """Where people are. Helpers at the desks do it, with the role of a referee."""

    write_permission = Action.RULE
    read_permission = Action.RULE

    def check_namesakes(self, people: Mapping[str, Mapping[str, Any]]) -> None:
        """Raise ``DoubtfulName`` where somebody is named who could be known; who is entered is refused as such."""
        named = {field: each["name"] for field, each in people.items() if "name" in each and not each["new"]}
        entered = names_entered(self.get_object())
        names = {field: name for field, name in named.items() if folded(name) not in entered}
        check_namesakes(names, caller_of(self.request))

    @extend_schema(responses={200: Entries, **PROBLEMS}, filters=False)
    @action(detail=True, methods=["get"], url_path="people", pagination_class=None)
    def people(self, request: Request, slug: str) -> Response:
        """Everybody of the hall as the desk sees them, with wishes and payments."""
        entries = self.get_object().entries.select_related("player")
        return Response(shapes.HallEntrySerializer.each(entries))

    @extend_schema(request=shapes.WhoSerializer, responses={200: Entries, **PROBLEMS}, filters=False)
    @action(detail=True, methods=["post"], url_path="check-in", pagination_class=None)
    def check_in(self, request: Request, slug: str) -> Response:
        """Make people present; who is so already stays so, whichever desk said it first."""
        wanted = read(shapes.WhoSerializer, request)["entries"]
        return Response(shapes.HallEntrySerializer.each(people.check_in(who=wanted, **self.who(request))))

    @extend_schema(request=None, responses={200: Entries, **PROBLEMS}, filters=False)
    @action(detail=True, methods=["post"], url_path="check-in/all", pagination_class=None)
    def check_in_all(self, request: Request, slug: str) -> Response:
        """Make everybody present who is announced and has a place."""
        return Response(shapes.HallEntrySerializer.each(people.check_in_all(**self.who(request))))

    @extend_schema(request=shapes.WhoSerializer, responses={200: Entries, **PROBLEMS}, filters=False)
    @action(detail=True, methods=["post"], url_path="check-in/undo", pagination_class=None)
    def undo_check_in(self, request: Request, slug: str) -> Response:
        """Make people announced again: a slip of the finger."""
        wanted = read(shapes.WhoSerializer, request)["entries"]
        return Response(
            shapes.HallEntrySerializer.each(people.undo_check_in(who=wanted, **self.who(request)))
        )

    @extend_schema(request=shapes.WhoSerializer, responses={200: Entries, **PROBLEMS}, filters=False)
    @action(detail=True, methods=["post"], url_path="away", pagination_class=None)
    def away(self, request: Request, slug: str) -> Response:
        """Leave people out of the rounds until they check in again."""
        wanted = read(shapes.WhoSerializer, request)["entries"]
        return Response(shapes.HallEntrySerializer.each(people.set_away(who=wanted, **self.who(request))))

    @extend_schema(request=shapes.WalkInSerializer, responses={201: shapes.HallEntrySerializer, **PROBLEMS})
    @action(detail=True, methods=["post"], url_path="walk-ins")
    def walk_in(self, request: Request, slug: str) -> Response:
        """Enter somebody who has just come in, and make them present."""
        wanted = read(shapes.WalkInSerializer, request)
        self.check_namesakes({"name": wanted})
        entry = people.walk_in(
            player=wanted.get("player") or wanted["name"],
            description=shapes.DescriptionSerializer.description(wanted),
            **self.who(request),
        )
        return Response(shapes.HallEntrySerializer.of(entry), status=status.HTTP_201_CREATED)

    @extend_schema(request=shapes.AnnouncedSerializer, responses={201: Entries, **PROBLEMS}, filters=False)
    @action(
        detail=True,
        methods=["post"],
        url_path="announced",
        pagination_class=None,
        write_permission=Action.ORGANISE,
    )
    def announce(self, request: Request, slug: str) -> Response:
        """Enter people who will come, in the order in which they were announced."""
        told = read(shapes.AnnouncedSerializer, request)["people"]
        self.check_namesakes({f"people[{index}].name": each for index, each in enumerate(told)})
        entries = people.announce(
            players=[
                (each.get("player") or each["name"], shapes.DescriptionSerializer.description(each))
                for each in told
            ],
            **self.who(request),
        )
        return Response(shapes.HallEntrySerializer.each(entries), status=status.HTTP_201_CREATED)

    @extend_schema(
        request=shapes.DescriptionSerializer, responses={200: shapes.HallEntrySerializer, **PROBLEMS}
    )
    @action(detail=True, methods=["patch"], url_path="people/<slug:key>")
    def describe(self, request: Request, slug: str, key: str) -> Response:
        """Set the team, the groups, the payment and the seating wishes of somebody."""
        wanted = read(shapes.DescriptionSerializer, request)
        entry = people.describe(
            who=key,
            description=shapes.DescriptionSerializer.description(wanted),
            wishes=lambda before: shapes.DescriptionSerializer.wishes(wanted, before),
            **self.who(request),
        )
        return Response(shapes.HallEntrySerializer.of(entry))
