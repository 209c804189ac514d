"""What is written about events and their games, by REST: read by everybody, written by organisers."""

from __future__ import annotations

from typing import Any

from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from django.utils import timezone
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import exceptions, serializers
from rest_framework.request import Request
from rest_framework.response import Response

from games.access.authentication import actor_of, caller_of
from games.access.permissions import is_allowed
from games.access.scopes import Scope
from games.answers import Answer, SaidSerializer
from games.api.etags import IF_NONE_MATCH, NOTHING_NEW, unless_known
from games.api.fields import RequestSerializer, StrictCharField, StrictChoiceField, StrictTextField
from games.api.permissions import GuardedView
from games.api.problem_serializers import NOT_FOUND, PROBLEMS
from games.enums import Action
from games.models import Game
from games.visibility.viewers import for_this_viewer, game_for
from rules.i18n import Literal, Text
from tournaments import services
from tournaments.api.views import read
from tournaments.models import Event, EventGame, WriteUp
from tournaments.models.recap import LONGEST_WRITE_UP
from tournaments.recaps.drafts import draft_of_event, draft_of_game
from tournaments.recaps.queries import (
    StoredRecap,
    published_about_event,
    published_about_game,
    stored_about_event,
    stored_about_game,
)
from tournaments.scopes import around_event
from tournaments.services.recaps import mark_of
from tournaments.standings.event_state import EventState
from tournaments.visibility import visible_event

STATES = WriteUp.State.values
_KNOWN = [
    OpenApiParameter(
        "If-Match", str, OpenApiParameter.HEADER, description="The ETag of what you have looked at."
    ),
]


class ParagraphsSerializer(RequestSerializer):
    """A text in both languages; an empty line begins a paragraph."""

    en = StrictTextField(allow_blank=True, max_length=LONGEST_WRITE_UP)
    de = StrictTextField(allow_blank=True, max_length=LONGEST_WRITE_UP)


class NewWriteUpSerializer(RequestSerializer):
    """A text as it is to be kept; as a draft it is withdrawn from the public."""

    example = {"text": {"en": "Anna won.", "de": "Anna hat gewonnen."}, "state": "draft", "expected": "1-"}

    text = ParagraphsSerializer()
    state = StrictChoiceField(choices=STATES)
    expected = StrictCharField(required=False, help_text="The same as in `If-Match`.")


class DraftSerializer(Answer):
    """What the facts say now, as sentences; `expected` goes with what is then written."""

    text = SaidSerializer()
    expected = serializers.CharField(source="mark")


class WriteUpSerializer(DraftSerializer):
    """A text. `written_for` is the version of the table, of a game the last event, for which it was written;
    `is_current` whether that still stands."""

    state = serializers.ChoiceField(choices=STATES)
    written_for = serializers.IntegerField()
    is_current = serializers.BooleanField()
    expected = serializers.CharField(source="mark")


class AboutEvent(GuardedView):
    """What is written about an event."""

    write_permission = Action.ORGANISE

    def where(self) -> Scope:
        """Around the event."""
        return around_event(self.kwargs["slug"])

    def may_write(self, request: Request) -> bool:
        """Whether whoever asks sees drafts."""
        return is_allowed(caller_of(request), Action.ORGANISE, self.where())


class EventWriteUpView(AboutEvent):
    """The text about an event."""

    @extend_schema(parameters=[IF_NONE_MATCH], responses={200: WriteUpSerializer, **NOTHING_NEW, **NOT_FOUND})
    def get(self, request: Request, slug: str) -> HttpResponse:
        """The published text about an event; organisers get drafts too. 404 where there is none."""
        event = visible_event(request, slug)
        stored = stored_about_event if self.may_write(request) else published_about_event
        return _answer(request, stored(event))

    @extend_schema(
        parameters=_KNOWN, request=NewWriteUpSerializer, responses={200: WriteUpSerializer, **PROBLEMS}
    )
    def put(self, request: Request, slug: str) -> Response:
        """Keep, publish or withdraw the text about an event."""
        event = get_object_or_404(Event.objects.only("pk"), slug=slug)
        services.write_about_event(event_id=event.pk, **_wanted(request))
        written = stored_about_event(Event.objects.get(pk=event.pk))
        assert written is not None
        return _told(written)


class EventDraftView(AboutEvent):
    """What the facts of an event say."""

    read_permission = Action.ORGANISE

    @extend_schema(responses={200: DraftSerializer, **NOT_FOUND})
    def get(self, request: Request, slug: str) -> Response:
        """The event in sentences, from facts alone; nothing is kept."""
        event_state = EventState.load(get_object_or_404(Event.objects.select_related("season"), slug=slug))
        found = WriteUp.objects.filter(event=event_state.event, game=None).first()
        text = draft_of_event(event_state, timezone.now())
        return _drafted(text, mark_of(found, event_state.event.version))


class GameWriteUpView(AboutEvent):
    """The text about a game of an event."""

    @extend_schema(parameters=[IF_NONE_MATCH], responses={200: WriteUpSerializer, **NOTHING_NEW, **NOT_FOUND})
    def get(self, request: Request, slug: str, number: int) -> HttpResponse:
        """The published text about a game; organisers get drafts too. 404 where there is none."""
        played = get_object_or_404(EventGame.objects.only("game_id"), event__slug=slug, number=number)
        game = game_for(request, played.game_id)
        stored = stored_about_game if self.may_write(request) else published_about_game
        return _answer(request, stored(game))

    @extend_schema(
        parameters=_KNOWN, request=NewWriteUpSerializer, responses={200: WriteUpSerializer, **PROBLEMS}
    )
    def put(self, request: Request, slug: str, number: int) -> Response:
        """Keep, publish or withdraw the text about a game that is over."""
        event = get_object_or_404(Event.objects.only("pk"), slug=slug)
        services.write_about_game(event_id=event.pk, number=number, **_wanted(request))
        game = Game.objects.get(event_game__event=event, event_game__number=number)
        written = stored_about_game(game)
        assert written is not None
        return _told(written)


class GameDraftView(AboutEvent):
    """What the facts of a game say."""

    read_permission = Action.ORGANISE

    @extend_schema(responses={200: DraftSerializer, **PROBLEMS})
    def get(self, request: Request, slug: str, number: int) -> Response:
        """The game in sentences, from facts alone; nothing is kept."""
        event_state = EventState.load(get_object_or_404(Event.objects.select_related("season"), slug=slug))
        played = next((each for each in event_state.games if each.number == number), None)
        if played is None:
            raise exceptions.NotFound
        found = WriteUp.objects.filter(game=played).first()
        return _drafted(draft_of_game(event_state, played), mark_of(found, played.game.number))


def _wanted(request: Request) -> dict[str, Any]:
    wanted = read(NewWriteUpSerializer, request)
    known = request.headers.get("If-Match", "").removeprefix("W/").strip('"')
    return {
        "text": Literal(**wanted["text"]),
        "state": WriteUp.State(wanted["state"]),
        "expected": wanted.get("expected", known or None),
        "actor": actor_of(request),
        "now": timezone.now(),
    }


def _answer(request: Request, written: StoredRecap | None) -> HttpResponse:
    if written is None:
        raise exceptions.NotFound
    return for_this_viewer(unless_known(request, f'"{written.mark}"', lambda: _told(written)))


def _told(written: StoredRecap) -> Response:
    told = WriteUpSerializer.of(written)
    return Response(told, headers={"ETag": f'"{written.mark}"'})


def _drafted(text: Text, mark: str) -> Response:
    return Response(DraftSerializer.of(text=text, expected=mark), headers={"ETag": f'"{mark}"'})
