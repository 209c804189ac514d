"""The statistics of the dice of an event by REST: for referees, not for the public."""

from __future__ import annotations

from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from games.access.scopes import Scope
from games.answers import Answer, SaidSerializer
from games.api.dice import DieSerializer, OfGameSerializer, die_told
from games.api.permissions import GuardedView
from games.api.problem_serializers import FOR_FEW
from games.enums import Action
from tournaments.dice_stats import dice_of
from tournaments.models import Event
from tournaments.scopes import around_event


class NamedGameSerializer(OfGameSerializer):
    """Of which game, and what it is called in its event."""

    name = SaidSerializer()


class EventGameDieSerializer(NamedGameSerializer, DieSerializer):
    """The statistics of the die of one game; ``number`` is that of the game in its event."""


class EventDiceSerializer(Answer):
    """All throws of an event together, and the games of which throws are known, in order."""

    event = serializers.SlugField()
    together = DieSerializer()
    games = EventGameDieSerializer(many=True)


class EventDiceView(GuardedView):
    """The dice of an event."""

    read_permission = Action.RULE

    def where(self) -> Scope:
        """Around the event."""
        return around_event(self.kwargs["slug"])

    @extend_schema(responses={200: EventDiceSerializer, **FOR_FEW})
    def get(self, request: Request, slug: str) -> Response:
        """What was thrown beside what even dice give, and what that means; never an accusation."""
        event = get_object_or_404(Event, slug=slug)
        dice = dice_of(event)
        games = [
            die_told(
                EventGameDieSerializer, found, game=played.game_id, number=played.number, name=played.name
            )
            for played, found in dice.games
        ]
        together = die_told(DieSerializer, dice.together)
        return Response(EventDiceSerializer.of(event=event.slug, together=together, games=games))
