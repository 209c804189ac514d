"""Typed-in history by REST: what would become of a result list, and taking it over."""

from __future__ import annotations

from typing import Any

from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils import timezone
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework import generics, serializers, status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games.access.authentication import actor_of
from games.answers import SaidSerializer
from games.api.fields import (
    RequestSerializer,
    StrictBooleanField,
    StrictCharField,
    StrictDictField,
    StrictTextField,
)
from games.api.pagination import Pages
from games.api.permissions import GuardedView
from games.api.problem_serializers import PROBLEMS, ProblemSerializer
from games.api.problems import CONTENT_TYPE
from games.enums import Action
from tournaments.api.views import read
from tournaments.errors import ImportRejected
from tournaments.models import HistoryImport
from tournaments.transfer.result_import import NEW, Fate, ResultList, import_list, preview_import
from tournaments.transfer.result_import.csv_reader import MOST_BYTES
from tournaments.transfer.result_import.jobs import ask, outcome_of, resume, serialize_import, stop

IMPORT_STATES = HistoryImport.State.values


class ResultListSerializer(RequestSerializer):
    """A result list, as CSV."""

    example = {
        "content": "event;date;format;settings;players;result\n"
        "Cup;1.2.2024;Championship;wins=1;Anna Amsel/Bert Bach/Cora;Anna\n",
        "preview": True,
    }

    content = StrictTextField(max_length=MOST_BYTES, help_text="The text of the CSV file.")
    origin = StrictCharField(max_length=200, required=False, help_text="Where it comes from, for the report.")
    people = StrictDictField(
        child=StrictCharField(),
        required=False,
        help_text=f"Doubtful name → id of a player, another name of the list, or {NEW}.",
    )
    preview = StrictBooleanField(default=False, help_text="Only say what would be imported.")


class CandidateSerializer(serializers.Serializer[Any]):
    """Somebody whom a doubtful name could mean; ``key`` is what to send for him."""

    key = serializers.CharField()
    name = serializers.CharField()


class PersonSerializer(serializers.Serializer[Any]):
    """A typed name: of ``player``, of another name of the list, or new; ``open`` until somebody decides."""

    typed = serializers.CharField()
    player = serializers.UUIDField(allow_null=True)
    name = serializers.CharField(help_text="What the player is called who is here; empty for somebody new.")
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
    told = SaidSerializer(help_text="The same with line and column.")


class FoundSerializer(serializers.Serializer[Any]):
    """What a result list says."""

    encoding = serializers.CharField()
    separator = serializers.CharField()
    events = EventFoundSerializer(many=True)
    people = PersonSerializer(many=True)
    short = serializers.DictField(child=serializers.CharField())
    problems = ListProblemSerializer(many=True)


class OutcomeSerializer(FoundSerializer):
    """What a result list says; ``taken_over`` is whether it is here now."""

    taken_over = serializers.BooleanField()


class RejectedListSerializer(ProblemSerializer, OutcomeSerializer):
    """A problem document with what the list says: something in it is wrong, or left to decide."""


class ImportSerializer(serializers.Serializer[Any]):
    """How far the import of a long list is: of its ``events`` so many are looked at, and so many imported."""

    id = serializers.IntegerField()
    state = serializers.ChoiceField(choices=IMPORT_STATES)
    preview = serializers.BooleanField()
    origin = serializers.CharField()
    events = serializers.IntegerField()
    checked = serializers.IntegerField()
    taken = serializers.IntegerField()
    why = SaidSerializer(allow_null=True, help_text="Why it was stopped.")
    asked_by = serializers.CharField()
    asked_at = serializers.DateTimeField()
    finished_at = serializers.DateTimeField(allow_null=True)


class WholeImportSerializer(ImportSerializer):
    """The same with what the list says, once all of it has been looked at; of tables as much as is shown before."""

    outcome = FoundSerializer(allow_null=True)


class HistoryView(GuardedView, APIView):
    """Result lists of past seasons."""

    write_permission = Action.ORGANISE

    @extend_schema(
        request=ResultListSerializer,
        responses={
            200: OpenApiResponse(OutcomeSerializer, "The preview that was asked for."),
            201: OpenApiResponse(OutcomeSerializer, "Imported."),
            202: OpenApiResponse(ImportSerializer, "A long list: looked at, and imported, from now on."),
            **PROBLEMS,
            (422, CONTENT_TYPE): OpenApiResponse(
                RejectedListSerializer, "Something is wrong, or left to decide."
            ),
        },
    )
    def post(self, request: Request) -> Response:
        """Look at a result list, or take it over: all of it or nothing.

        Where something is wrong, or a name is left to decide, the problem (``result-list``) has the members of
        the outcome too. A long list – more than 10 events or 100 games – is only accepted: ``Location`` is where it
        can be followed.
        """
        wanted = read(ResultListSerializer, request)
        is_preview, data = wanted["preview"], wanted["content"].encode(errors="replace")
        how: dict[str, Any] = {
            "decisions": wanted.get("people", {}),
            "source": wanted.get("origin", ""),
            "actor": actor_of(request),
            "now": timezone.now(),
        }
        if ResultList.read(data).is_long:
            return _accepted(ask(data, is_preview=is_preview, **how))
        outcome = (preview_import if is_preview else import_list)(data, **how)
        told = {"taken_over": outcome.is_ready and not is_preview, **outcome.as_json()}
        if is_preview:
            return Response(told)
        if not outcome.is_ready:
            raise ImportRejected(outcome.why_not, **told)
        return Response(told, status=status.HTTP_201_CREATED)


def _accepted(found: HistoryImport) -> Response:
    """The answer to whoever hands in a long list: where it can be followed."""
    at = {"Location": reverse("organisation:history-import", args=[found.pk])}
    return Response(serialize_import(found), status=status.HTTP_202_ACCEPTED, headers=at)


class ImportsView(GuardedView, generics.ListAPIView[HistoryImport]):
    """The imports of long result lists, the latest first; those that have ended for 30 days."""

    read_permission = Action.ORGANISE
    pagination_class = Pages
    queryset = HistoryImport.objects.defer("content", "outcome")
    serializer_class = ImportSerializer

    @extend_schema(responses={200: ImportSerializer(many=True), **PROBLEMS})
    def list(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        """How far each of them is."""
        page = self.paginate_queryset(self.get_queryset())
        return self.get_paginated_response([serialize_import(found) for found in page or ()])


class ImportView(GuardedView, APIView):
    """The import of a long result list."""

    read_permission = Action.ORGANISE

    @extend_schema(operation_id="history_import", responses={200: WholeImportSerializer, **PROBLEMS})
    def get(self, request: Request, pk: int) -> Response:
        """How far it is, and what the list says."""
        found = get_object_or_404(HistoryImport.objects.defer("content"), pk=pk)
        return Response({**serialize_import(found), "outcome": outcome_of(found)})


class ImportStopView(GuardedView, APIView):
    """An import that is to go no further."""

    write_permission = Action.ORGANISE

    @extend_schema(
        operation_id="history_import_stop", request=None, responses={200: ImportSerializer, **PROBLEMS}
    )
    def post(self, request: Request, pk: int) -> Response:
        """Stop it; what is imported stays."""
        get_object_or_404(HistoryImport, pk=pk)
        return Response(serialize_import(stop(import_id=pk, now=timezone.now())))


class ImportResumeView(GuardedView, APIView):
    """An import that was stopped."""

    write_permission = Action.ORGANISE

    @extend_schema(
        operation_id="history_import_resume", request=None, responses={202: ImportSerializer, **PROBLEMS}
    )
    def post(self, request: Request, pk: int) -> Response:
        """Let it go on where it was."""
        get_object_or_404(HistoryImport, pk=pk)
        return _accepted(resume(import_id=pk))
