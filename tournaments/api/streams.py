"""The table of an event as it is now and as it changes."""

from typing import Any

from django.http import HttpResponse
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request

from games.answers import SaidSerializer
from games.api import stream_openapi
from games.api.permissions import ReadByEverybody
from games.streams.messages import as_json
from games.visibility.viewers import vary_by_viewer
from tournaments.api.serializers import StandingsSerializer
from tournaments.standings.queries import load_stored_table
from tournaments.streams import news
from tournaments.visibility import visible_event


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
        parameters=stream_openapi.PARAMETERS,
        responses={
            (200, "application/json"): EventNewsSerializer,
            **stream_openapi.responses(stream_openapi.event_messages(EventNewsSerializer())),
        },
    )
    def get(self, request: Request, slug: str) -> HttpResponse:
        """The table and the games that are being played; as a stream, from now on every change."""
        if found := load_stored_table(slug):
            return _answer(*found)
        event = visible_event(request, slug)
        return vary_by_viewer(event, _answer(event.version, event.projection))


def _answer(version: int, projection: str) -> HttpResponse:
    return HttpResponse(as_json(news(version, projection)), content_type="application/json")
