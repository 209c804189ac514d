"""Typed-in history by REST: what would become of a result list, and taking it over."""

from __future__ import annotations

from typing import Any

from django.utils import timezone
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games.access.roles import Action
from games.api.authentication import actor_of
from games.api.fields import Told, Truth, Words
from games.api.permissions import Guarded
from games.api.schemas import PROBLEMS, SaidSerializer
from tournaments.api.views import read
from tournaments.errors import NotTakenOver
from tournaments.history import NEW, Fate, look, take_over
from tournaments.history.sheet import MOST_BYTES


class ResultListSerializer(Told):
    """A result list (docs/history.md)."""

    content = Words(max_length=MOST_BYTES, trim_whitespace=False, help_text="The text of the CSV file.")
    origin = Words(max_length=200, required=False, help_text="Where it comes from, for the report.")
    people = serializers.DictField(
        child=Words(),
        required=False,
        help_text=f"Doubtful name → id of a player, another name of the list, or {NEW}.",
    )
    preview = Truth(default=False, help_text="Only say what would be taken over.")


class CandidateSerializer(serializers.Serializer[Any]):
    """Somebody whom a doubtful name could mean; ``key`` is what to send for him."""

    key = serializers.CharField()
    name = serializers.CharField()


class PersonSerializer(serializers.Serializer[Any]):
    """A typed name: of ``player``, of another name of the list, or new; ``open`` until somebody decides."""

    typed = serializers.CharField()
    player = serializers.UUIDField(allow_null=True)
    same_as = serializers.CharField()
    open = serializers.BooleanField()
    candidates = CandidateSerializer(many=True)


class EventFoundSerializer(serializers.Serializer[Any]):
    """An event of the list, and what becomes of it; ``table`` as at ``standings/``, empty where it is refused."""

    season = serializers.CharField()
    name = serializers.CharField()
    slug = serializers.CharField()
    games = serializers.IntegerField()
    fate = serializers.ChoiceField(choices=[fate.name.lower() for fate in Fate])
    table = serializers.DictField()


class ListProblemSerializer(serializers.Serializer[Any]):
    """What is wrong, in which line (1: the headings; 0: the whole list) and column."""

    line = serializers.IntegerField()
    column = serializers.CharField()
    message = SaidSerializer()


class OutcomeSerializer(serializers.Serializer[Any]):
    """What a result list says; ``taken_over`` is whether it is here now."""

    taken_over = serializers.BooleanField()
    encoding = serializers.CharField()
    separator = serializers.CharField()
    events = EventFoundSerializer(many=True)
    people = PersonSerializer(many=True)
    short = serializers.DictField(child=serializers.CharField())
    problems = ListProblemSerializer(many=True)


class HistoryView(Guarded, APIView):
    """Result lists of past seasons."""

    writing = Action.ORGANISE

    @extend_schema(
        request=ResultListSerializer,
        responses={
            200: OpenApiResponse(OutcomeSerializer, "The preview that was asked for."),
            201: OpenApiResponse(OutcomeSerializer, "Taken over."),
            **PROBLEMS,
        },
    )
    def post(self, request: Request) -> Response:
        """Look at a result list, or take it over: all of it or nothing.

        Where something is wrong, or a name is left to decide, the problem (``result-list``) has the members of
        the outcome too.
        """
        wanted = read(ResultListSerializer, request)
        is_preview = wanted["preview"]
        outcome = (look if is_preview else take_over)(
            wanted["content"].encode(errors="replace"),
            decisions=wanted.get("people", {}),
            source=wanted.get("origin", ""),
            actor=actor_of(request),
            now=timezone.now(),
        )
        told = {"taken_over": outcome.is_ready and not is_preview, **outcome.as_json()}
        if is_preview:
            return Response(told)
        if not outcome.is_ready:
            raise NotTakenOver(outcome.why_not, **told)
        return Response(told, status=status.HTTP_201_CREATED)
