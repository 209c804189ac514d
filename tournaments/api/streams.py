"""The table of an event as it is now and as it changes."""

from __future__ import annotations

from typing import Any

from django.http import HttpResponse
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.views import APIView

from games.api.schemas import SaidSerializer
from games.streams import schemas as streams
from games.streams.messages import as_json
from tournaments.api.schemas import StandingsSerializer
from tournaments.reading import stored_table
from tournaments.streams import news


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


class EventNewsView(APIView):
    """What the messages of an event's stream carry, once."""

    authentication_classes: list[Any] = []
    permission_classes: list[Any] = []

    @extend_schema(
        parameters=streams.PARAMETERS,
        responses={(200, "application/json"): EventNewsSerializer, **streams.RESPONSES},
    )
    def get(self, request: Request, slug: str) -> HttpResponse:
        """The table and the games that are being played; as a stream, from now on every change."""
        found = stored_table(slug)
        if found is None:
            raise NotFound
        return HttpResponse(as_json(news(*found)), content_type="application/json")
