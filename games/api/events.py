"""One address for every kind of event that a client records: ``POST /games/{id}/take-back/``, ``…/penalty/`` …

Reading and description both follow from the kind's fields (``games.domain.events``). Online dice are promised and
rolled at addresses of their own.
"""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from django.http import Http404
from django.shortcuts import get_object_or_404
from django.urls import URLPattern, path
from django.utils import timezone
from drf_spectacular.utils import OpenApiResponse, extend_schema, extend_schema_view
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from games.access import Scope, actor_of, check_allowed, rest_caller_of, scopes
from games.answers import Answer, SaidSerializer, SeenPlayerSerializer
from games.api import serializers as schemas
from games.api.parsers import StrictJsonParser, mapping_of, wanted_of
from games.api.permissions import GuardedView
from games.api.problems import NOT_FOUND, PROBLEMS
from games.domain.events import EVENT_TYPES, EventType, Precondition, kinds_that
from games.domain.events.fields import NEEDED
from games.enums import Action, EventKind
from games.models import Game, Player
from games.queries.proposal import proposal_of
from games.queries.seats import seated_names
from games.services import recorder
from games.services.commands import RecordResult
from games.services.commit_dice import commit_dice
from games.services.server_seed import next_roll
from games.validation.json_value import JsonValue


class KnownSerializer(Answer):
    """What is known of the end of a game."""

    winner = SeenPlayerSerializer(allow_null=True)
    places = serializers.ListField(child=serializers.CharField())
    pawns = serializers.DictField(
        child=serializers.IntegerField(), help_text="At home by colour, without those that are not known."
    )
    seconds = serializers.IntegerField(allow_null=True)


class ProposalSerializer(Answer):
    """A correction that waits for a second person."""

    number = serializers.IntegerField(
        help_text="Of the event that proposed it: what is approved or withdrawn."
    )
    reason = serializers.CharField()
    proposed_at = serializers.DateTimeField()
    proposed_by = serializers.CharField(help_text="The name of the account or token.")
    is_yours = serializers.BooleanField(
        source="is_own", help_text="Then somebody else approves it, unless nobody else could."
    )
    is_alone = serializers.BooleanField(
        help_text="It is yours and nobody else could approve it: you do, with `alone`."
    )
    before = KnownSerializer()
    after = KnownSerializer()
    consequences = SaidSerializer(many=True, help_text="What would be otherwise in the event's table.")


#: Throws come in batches, and what is promised of online dice is made here: both have views of their own.
_ELSEWHERE = (EventKind.THROW, EventKind.DICE_COMMITMENT)


class OfAGame(GuardedView):
    """Requests about a game, by those who may in its place."""

    def where(self) -> Scope:
        """Around the game."""
        return scopes.scope_of_game(self.kwargs["pk"])


class EventTypeView(OfAGame):
    """Records one event of a kind."""

    parser_classes = [StrictJsonParser]
    happening: EventType

    def post(self, request: Request, pk: UUID) -> Response:
        """Record it."""
        wanted, expected = wanted_of(request, self.happening)
        return recorded_answer(
            recorder.record(
                game_id=pk,
                wanted=wanted,
                expected=expected,
                actor=actor_of(request),
                now=timezone.now(),
                check=self._check,
            )
        )

    def _check(self, needs: Action) -> None:
        """What the kind takes has been asked for already; on this board it may take more."""
        if needs is not self.happening.permission:
            check_allowed(rest_caller_of(self.request), needs, self.where())


class CorrectionView(EventTypeView):
    """Proposes a correction, and shows the one that waits before and after to those who may approve it."""

    read_permission = Action.APPROVE

    @extend_schema(
        operation_id="games_correction_waiting",
        description="The correction that waits: the result before and after, and what would follow from it.",
        responses={200: ProposalSerializer, **NOT_FOUND},
    )
    def get(self, request: Request, pk: UUID) -> Response:
        """What is to be approved; 404 where no correction waits."""
        game = get_object_or_404(Game, pk=pk)
        players = {str(key): player for key, player in Player.objects.in_bulk(list(game.seating)).items()}
        names = {key: player.shown_as for key, player in players.items()}
        found = proposal_of(game, names, actor_of(request))
        if found is None:
            raise Http404
        before, after = (
            KnownSerializer.of(known, winner=known.winner and players[known.winner])
            for known in (found.before, found.after)
        )
        return Response(ProposalSerializer.of(found, before=before, after=after))


#: The answers of an address that records.
RECORDS: dict[Any, Any] = {
    201: schemas.RecordedSerializer,
    200: OpenApiResponse(schemas.RecordedSerializer, "Recorded before; nothing has changed."),
    **PROBLEMS,
}
#: What guards an event, as the examples of the description show it.
_GUARD_SHOWN: Mapping[Precondition, Mapping[str, Any]] = {
    Precondition.EXPECTED: {"expected": 41},
    Precondition.ID: {"id": schemas.EXAMPLE_ID},
}
#: Kinds whose address carries something as well.
_VIEWS: Mapping[str, type[EventTypeView]] = {EventKind.CORRECTION: CorrectionView}


def recorded_answer(recorded: RecordResult) -> Response:
    """What was recorded, and the state it led to; 200 where it had been recorded before."""
    return created_answer(recorded, schemas.RecordedSerializer.of(recorded))


def created_answer(recorded: RecordResult, answer: dict[str, Any]) -> Response:
    """An answer about what a request has made; 200 where the same request had made it before."""
    headers = {"ETag": f'"{recorded.game.number}"'}
    if recorded.replayed:
        return Response(answer, headers={**headers, "Idempotent-Replayed": "true"})
    return Response(answer, status=status.HTTP_201_CREATED, headers=headers)


def addresses() -> list[URLPattern]:
    """The addresses of all kinds of events, below that of games."""
    return [_address(EVENT_TYPES[kind]) for kind in recorded_alone()]


def recorded_alone() -> list[str]:
    """The kinds that a client records one at a time, each at an address of its own."""
    return kinds_that(lambda each: each.by_client and each.kind not in _ELSEWHERE)


def _address(event_type: EventType) -> URLPattern:
    name = event_type.slug
    view: type[EventTypeView] = type(
        f"{name.title().replace('-', '')}View",
        (_VIEWS.get(event_type.kind, EventTypeView),),
        {"happening": event_type, "write_permission": event_type.permission},
    )
    described = extend_schema(
        operation_id=f"games_{name.replace('-', '_')}",
        description=event_type.description,
        request={"application/json": _schema(event_type)},
        parameters=[] if event_type.precondition is Precondition.PHASE else schemas.EXPECTED,
        responses=RECORDS,
    )
    extend_schema_view(post=described)(view)
    return path(f"<uuid:pk>/{name}/", view.as_view(), name=f"game-{name}")


def _schema(event_type: EventType) -> dict[str, Any]:
    members = {field.name: {**field.schema, "description": field.means} for field in event_type.fields}
    needed = [field.name for field in event_type.fields if field.usual is NEEDED]
    schema: dict[str, Any] = {
        "type": "object",
        "additionalProperties": False,
        "properties": {**members, **schemas.COMMON},
    }
    if needed:
        schema["required"] = needed
    if event_type.example:
        schema["examples"] = [{**event_type.example, **_GUARD_SHOWN.get(event_type.precondition, {})}]
    return schema


#: To play with online dice needs no members.
_EMPTY_BODY = {
    "type": "object",
    "additionalProperties": False,
    "properties": schemas.COMMON,
    "examples": [{"id": schemas.EXAMPLE_ID}],
}


class RollSerializer(Answer):
    """The die of the next throw."""

    game = serializers.UUIDField()
    number = serializers.IntegerField(help_text="Number of the last event; send it back as `expected`.")
    roll = serializers.IntegerField(help_text="Number of the roll, from 1 on.")
    die = serializers.IntegerField()
    colour = serializers.CharField(help_text="The colour that throws.")
    player = SeenPlayerSerializer(help_text="The player who throws.")


class CommitmentView(OfAGame):
    """Takes online dice for a game."""

    write_permission = Action.RECORD
    parser_classes = [StrictJsonParser]

    @extend_schema(
        operation_id="games_dice_commitment",
        request={"application/json": _EMPTY_BODY},
        responses=RECORDS,
    )
    def post(self, request: Request, pk: UUID) -> Response:
        """Play with online dice: their seed is made, kept secret, and its SHA-256 recorded. Before the start."""
        data = JsonValue(mapping_of(request), "").members(optional=tuple(schemas.COMMON))
        return recorded_answer(
            commit_dice(
                game_id=pk,
                actor=actor_of(request),
                now=timezone.now(),
                client_id=data["id"].or_none(JsonValue.uuid) if "id" in data else None,
            )
        )


class RollView(OfAGame):
    """The next roll of online dice."""

    write_permission = Action.RECORD

    @extend_schema(operation_id="games_roll", request=None, responses={200: RollSerializer, **PROBLEMS})
    def post(self, request: Request, pk: UUID) -> Response:
        """The die of the next throw, of a game with online dice; requested again it is the same."""
        game = get_object_or_404(Game, pk=pk)
        roll = next_roll(game)
        player = {"id": roll.player, "name": seated_names(game)[roll.player]}
        return Response(
            RollSerializer.of(roll, game=game.pk, number=game.number, roll=roll.number, player=player)
        )
