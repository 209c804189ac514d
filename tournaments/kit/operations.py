"""What operations on events have in common: who asks, what is read and answered, how refusals are sent."""

from collections.abc import Callable, Mapping
from functools import wraps
from typing import Any, Literal

from django.db.models import QuerySet
from django.shortcuts import get_object_or_404
from django.utils import timezone
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework import serializers, status, viewsets
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from games.access import EVERYWHERE, Scope, actor_of, scopes
from games.answers import Answer
from games.api.fields import RequestSerializer, StrictCharField, StrictChoiceField
from games.api.permissions import GuardedView
from games.api.problems import PROBLEMS
from games.enums import Action
from games.visibility.viewers import viewer_of
from tournaments.errors import FormatViolation
from tournaments.formats import FORMATS, FormatError
from tournaments.models import LONGEST_REASON, Event
from tournaments.scopes import around_event

Verb = Literal["get", "post", "put", "patch", "delete"]
Decorator = Callable[[Callable[..., Any]], Any]


class ReasonSerializer(RequestSerializer):
    """The reason for a decision; the event's report shows it."""

    example = {"reason": "ill"}

    reason = StrictCharField(max_length=LONGEST_REASON)


class MadeSerializer(Answer):
    """Who decided something, and when."""

    created_by = serializers.CharField(source="made_by")
    created_at = serializers.DateTimeField(source="made_at")


class FormatField(StrictChoiceField):
    """A format by its key."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(choices=list(FORMATS), **kwargs)


class PlaceSerializer(serializers.Serializer[Any]):
    """A row of a table or a list."""

    place = serializers.IntegerField()
    shared = serializers.BooleanField()
    name = serializers.CharField()


class Deciding(GuardedView):
    """A view of organised data: public to read, for organisers to write."""

    write_permission = Action.ORGANISE

    def handle_exception(self, error: Exception) -> Response:
        """What the sporting rules refuse is a problem document too."""
        if isinstance(error, FormatError):
            error = FormatViolation(error.message, field=error.field)
        return super().handle_exception(error)

    @property
    def by(self) -> Mapping[str, Any]:
        """Who decides and when, as services take it."""
        return {"actor": actor_of(self.request), "now": timezone.now()}


class OfEvent(Deciding):
    """A view on the event in the address."""

    def where(self) -> Scope:
        """Around the event; around its season where it is a new one."""
        if "slug" in self.kwargs:
            return around_event(self.kwargs["slug"])
        season = self.request.data.get("season") if isinstance(self.request.data, dict) else None
        return scopes.scope_around(f"season:{season}") if isinstance(season, str) else EVERYWHERE

    @property
    def who(self) -> Mapping[str, Any]:
        """The event, which services lock, who decides and when; 404 where there is no such event."""
        event = get_object_or_404(Event.objects.only("pk"), slug=self.kwargs["slug"])
        return {"event_id": event.pk, "actor": actor_of(self.request), "now": timezone.now()}


class Organising(Deciding, viewsets.GenericViewSet[Any]):
    """Views on rows of what is organised, by their short names."""

    lookup_field = "slug"
    lookup_value_converter = "slug"

    def paginated(self, rows: QuerySet[Any], state: Callable[[Any], dict[str, Any]]) -> Response:
        """A page of the rows as they are shown."""
        return self.get_paginated_response([state(row) for row in self.paginate_queryset(rows) or []])


class EventOperations(OfEvent, Organising):
    """Operations on the event in the address."""

    queryset = Event.objects.without_table()


def answering(
    answers: Any, takes: Any = None, *, code: int = 200, many: bool = False, at: Decorator | None = None
) -> Decorator:
    """Make an operation of a method: it gets the members of the request ``takes`` by name and returns the decision.

    ``answers`` is the serializer that writes the decision unless it is a dict; a text says what 204 means.
    """
    if isinstance(answers, str):
        code, shown = status.HTTP_204_NO_CONTENT, OpenApiResponse(description=answers)
    else:
        shown = answers(many=True) if many else answers
    described = extend_schema(
        request=takes, responses={code: shown, **PROBLEMS}, filters=False if many else None
    )

    def decorate(decide: Callable[..., Any]) -> Any:
        @wraps(decide)
        def answered(self: Any, request: Request, /, **address: Any) -> Response:
            address.pop("slug", None)
            asked = takes.read(request.data, viewer=viewer_of(request)) if takes else {}
            decided = decide(self, **address, **asked)
            if many:
                decided = answers.each(decided)
            elif decided is not None and type(decided) is not dict:
                decided = answers.of(decided)
            return Response(decided, status=code)

        return described(at(answered) if at else answered)

    return decorate


def operation(
    method: Verb,
    path: str,
    answers: Any,
    takes: Any = None,
    *,
    code: int = 200,
    many: bool = False,
    **options: Any,
) -> Decorator:
    """Make such an operation at an address of its own below that of the row."""
    if many:
        options["pagination_class"] = None
    return answering(
        answers,
        takes,
        code=code,
        many=many,
        at=action(detail=True, methods=[method], url_path=path, **options),
    )
