"""Typed-in history by REST: what would become of a result list, and taking it over."""

from django.shortcuts import get_object_or_404
from django.urls import reverse
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from games.answers import Answer, SaidSerializer, SeenPlayerSerializer
from games.api.fields import (
    RequestSerializer,
    StrictBooleanField,
    StrictCharField,
    StrictDictField,
    StrictTextField,
)
from games.api.problems import CONTENT_TYPE, PROBLEMS, ProblemSerializer
from games.enums import Action
from games.visibility.viewers import viewer_of
from tournaments.errors import ImportRejected
from tournaments.files.result_import import NEW, Fate, ResultList, hand_over
from tournaments.files.result_import.cells import MOST_BYTES
from tournaments.kit.operations import Deciding, answering
from tournaments.models import HistoryImport


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


class CandidateSerializer(Answer):
    """Somebody whom a doubtful name could mean; ``key`` is what to send for them."""

    key = serializers.CharField()
    name = serializers.CharField()


class PersonSerializer(Answer):
    """A typed name: of ``player``, of another name of the list, or new; ``open`` until somebody decides."""

    typed = serializers.CharField()
    player = SeenPlayerSerializer(allow_null=True, help_text="Null for somebody new.")
    same_as = serializers.CharField()
    open = serializers.BooleanField(source="is_open")
    candidates = CandidateSerializer(many=True)


class EventFoundSerializer(Answer):
    """An event of the list, and what becomes of it; ``table`` as at ``standings/``, empty where it is refused."""

    season = serializers.CharField()
    name = serializers.CharField()
    slug = serializers.CharField()
    games = serializers.IntegerField()
    fate = serializers.ChoiceField(choices=[str(fate) for fate in Fate])
    table = serializers.DictField()


class ListProblemSerializer(Answer):
    """What is wrong, in which line (1: the headings; 0: the whole list) and column."""

    line = serializers.IntegerField()
    column = serializers.CharField()
    message = SaidSerializer()
    sentence = SaidSerializer(source="text", help_text="The same with line and column.")


class OutcomeSerializer(Answer):
    """What a result list says; ``imported`` is whether it is here now."""

    encoding = serializers.CharField(source="listed.encoding")
    separator = serializers.CharField(source="listed.separator")
    events = EventFoundSerializer(many=True)
    people = PersonSerializer(many=True)
    short = serializers.DictField(source="listed.short", child=serializers.CharField())
    problems = ListProblemSerializer(many=True)
    imported = serializers.BooleanField()


class RejectedListSerializer(ProblemSerializer, OutcomeSerializer):
    """A problem document with what the list says: something in it is wrong, or left to decide."""


class ImportSerializer(Answer):
    """How far the import of a long list is: ``imported`` of its ``events``; the last ends it, or ``error``."""

    id = serializers.IntegerField()
    origin = serializers.CharField(source="source")
    events = serializers.IntegerField()
    imported = serializers.IntegerField(source="taken")
    error = SaidSerializer(source="why", allow_null=True, help_text="Why it cannot go on.")
    requested_by = serializers.CharField(source="asked_by")
    requested_at = serializers.DateTimeField(source="asked_at")


class HistoryView(Deciding):
    """Result lists of past seasons."""

    @extend_schema(
        request=ResultListSerializer,
        responses={
            200: OpenApiResponse(OutcomeSerializer, "The preview."),
            201: OpenApiResponse(OutcomeSerializer, "Imported."),
            202: OpenApiResponse(ImportSerializer, "A long list: imported from now on."),
            **PROBLEMS,
            (422, CONTENT_TYPE): OpenApiResponse(
                RejectedListSerializer, "Something is wrong, or left to decide."
            ),
        },
    )
    def post(self, request: Request) -> Response:
        """Look at a result list, or take it over: all of it or nothing.

        Where something is wrong, or a name is left to decide, the problem (``result-list``) has the members of
        the outcome too. A long list – more than 10 events or 100 games – is only read, its preview has no tables;
        it is accepted and imported in steps: ``Location`` is where it can be followed.
        """
        wanted = ResultListSerializer.read(request.data, viewer=viewer_of(request))
        is_preview, data = wanted["preview"], wanted["content"].encode(errors="replace")
        outcome, found = hand_over(
            ResultList(data),
            decisions=wanted.get("people", {}),
            source=wanted.get("origin", ""),
            is_preview=is_preview,
            **self.by,
        )
        if found is not None:
            at = {"Location": reverse("organisation:history-import", args=[found.pk])}
            return Response(ImportSerializer.of(found), status=status.HTTP_202_ACCEPTED, headers=at)
        answer = OutcomeSerializer.of(outcome, imported=outcome.is_ready and not is_preview)
        if is_preview:
            return Response(answer)
        if not outcome.is_ready:
            raise ImportRejected(outcome.why_not, **answer)
        return Response(answer, status=status.HTTP_201_CREATED)


class ImportView(Deciding):
    """The import of a long result list."""

    read_permission = Action.ORGANISE

    @extend_schema(operation_id="history_import")
    @answering(ImportSerializer)
    def get(self, pk: int) -> HistoryImport:
        """How far it is; for 30 days."""
        return _found(pk)

    @extend_schema(operation_id="history_import_end")
    @answering("Ended; what is imported stays.")
    def delete(self, pk: int) -> None:
        """End it; what is imported stays."""
        _found(pk).delete()


def _found(pk: int) -> HistoryImport:
    return get_object_or_404(HistoryImport.objects.defer("content"), pk=pk)
