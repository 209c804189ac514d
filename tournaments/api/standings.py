"""Tables by REST: stored, of an earlier moment; and as a stream of news."""

import re
from datetime import datetime, time
from typing import Any

from django.conf import settings
from django.db import Error
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils import timezone
from django.utils.cache import patch_vary_headers
from django.utils.dateparse import parse_date
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.request import Request

from games.access import READING, address_of
from games.answers import SaidSerializer
from games.api import streams
from games.api.etags import IF_NONE_MATCH, NOTHING_NEW, unless_known
from games.api.permissions import ReadByEverybody
from games.api.problems import PROBLEMS
from games.errors import BadRequest
from games.streams.topics import as_json
from games.validation.json_value import JsonValue
from games.visibility.viewers import vary_by_viewer
from rules import Text, quote_value
from tournaments import shapes as schemas
from tournaments.models import Event
from tournaments.shapes import StandingsSerializer
from tournaments.standings.queries import load_stored_table, stored_tables, with_names
from tournaments.streams import news
from tournaments.visibility import visible_event

_VERSION = re.compile(r"[0-9]{1,9}")


class StandingsView(ReadByEverybody):
    """The table of an event: the stored projection, read in one query and handed on as it is."""

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        """Answer a stranger who asks for the table and nothing else in a short way; all else as everywhere.

        The answer is the same, headers and limits included: the framework's own way costs as much as all the rest.
        """
        return self._at_once(request, kwargs["slug"]) or super().dispatch(request, *args, **kwargs)

    def _at_once(self, request: HttpRequest, slug: str) -> HttpResponse | None:
        """The table without asking who wants it; ``None`` where that matters, or where something is to be refused."""
        if not _is_plain(request):
            return None
        asker, limit = address_of(request), settings.READS_PER_MINUTE
        if READING.has_spent(asker, limit):
            return None
        try:
            found = load_stored_table(slug)
        except Error:
            return None
        if found is None:
            return None
        version, projection = found
        answer = _answer(request, f'"{version}"', projection)
        answer.headers["Allow"] = ", ".join(self.allowed_methods)
        asked = READING.ask(asker, limit)
        for name, value in ({} if asked is None else asked.headers()).items():
            answer.headers[name] = value
        patch_vary_headers(answer, ["Cookie"])
        return answer

    @extend_schema(
        parameters=[
            IF_NONE_MATCH,
            OpenApiParameter(
                "at",
                str,
                description="The table as it stood: its version, a day (its end) or a moment with its zone.",
            ),
        ],
        responses={200: schemas.StandingsSerializer, **NOTHING_NEW, **PROBLEMS},
    )
    def get(self, request: Request, slug: str) -> HttpResponse:
        """The table with its reasons, what is played next and why; ``ETag`` is the version."""
        if "at" in request.query_params:
            # An earlier table that is still stored, with the present names.
            event = visible_event(request, slug)
            earlier = _stood(event, request.query_params["at"]).order_by("-version").first()
            if earlier is None:
                raise Http404
            etag = f'"{earlier.version}-{event.version}"'
            return vary_by_viewer(event, _answer(request, etag, with_names([earlier])[event.pk]))
        if found := load_stored_table(slug):
            version, projection = found
            return _answer(request, f'"{version}"', projection)
        event = visible_event(request, slug)
        return vary_by_viewer(event, _answer(request, f'"{event.version}"', event.projection))


def _is_plain(request: HttpRequest) -> bool:
    """Return whether a request reads, does not identify its sender, and accepts JSON."""
    asked = request.META
    return (
        request.method == "GET"
        and not asked.get("QUERY_STRING")
        and not asked.get("HTTP_AUTHORIZATION")
        and not asked.get("HTTP_COOKIE")
        and asked.get("HTTP_ACCEPT", "*/*") in ("*/*", "application/json")
    )


def _stood(event: Event, at: str) -> Any:
    """The tables of an event up to a version, the end of a day here, or a moment."""
    if _VERSION.fullmatch(at):
        return stored_tables(event).filter(version__lte=int(at))
    return stored_tables(event).filter(made_at__lte=_moment(at))


def _moment(at: str) -> datetime:
    try:
        day = parse_date(at)
        moment = JsonValue(at, "at").datetime() if day is None else None
    except (ValueError, BadRequest):
        day = moment = None
    if day is not None and 1900 < day.year < 3000:
        return timezone.make_aware(datetime.combine(day, time.max))
    if moment is None:
        raise BadRequest(
            Text(
                "at: a version (17), a day (2026-11-21) or a moment with its zone is needed, not {at}",
                at=quote_value(at),
            ),
            field="at",
        )
    return moment


def _answer(request: Request | HttpRequest, etag: str, projection: str) -> HttpResponse:
    return unless_known(request, etag, lambda: HttpResponse(projection, content_type="application/json"))


class RunningSerializer(serializers.Serializer[Any]):
    """A game of the event that is being played."""

    number = serializers.IntegerField()
    name = SaidSerializer()
    game = serializers.UUIDField()


class EventNewsSerializer(serializers.Serializer[Any]):
    """The table, its version, and the games that are being played."""

    version = serializers.IntegerField()
    running = RunningSerializer(many=True)
    standings = StandingsSerializer()


class EventNewsView(ReadByEverybody):
    """What the messages of an event's stream carry, once."""

    @extend_schema(
        parameters=streams.PARAMETERS,
        responses={
            (200, "application/json"): EventNewsSerializer,
            **streams.responses(streams.event_messages(EventNewsSerializer())),
        },
    )
    def get(self, request: Request, slug: str) -> HttpResponse:
        """The table and the games that are being played; as a stream, from now on every change."""
        if found := load_stored_table(slug):
            return _news(*found)
        event = visible_event(request, slug)
        return vary_by_viewer(event, _news(event.version, event.projection))


def _news(version: int, projection: str) -> HttpResponse:
    return HttpResponse(as_json(news(version, projection)), content_type="application/json")
