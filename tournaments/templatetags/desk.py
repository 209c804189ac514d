"""What waits at the desks of the events, for the start page of the admin."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django import template
from django.db.models import Count, Q
from django.template import Context
from django.utils.translation import gettext_lazy as _

from games.access.roles import Action
from games.models import Game
from tournaments.admin.access import events_within
from tournaments.models import Event, EventGame

register = template.Library()

#: So many of each are shown.
MOST = 20


@dataclass(frozen=True, slots=True)
class WaitingGame:
    """A game that waits for somebody, and why."""

    why: Any
    played: EventGame


@dataclass(frozen=True, slots=True)
class Wanted:
    """What waits: games first, then the events that are under way."""

    games: Sequence[WaitingGame]
    events: Sequence[Event]


@register.simple_tag(takes_context=True)
def wanted_at_desks(context: Context) -> Wanted:
    """What waits in the events of which whoever looks sees the desk. Two queries."""
    mine = events_within(context["request"], Event.objects.all(), Action.RULE)
    running = Count("games", filter=Q(games__game__state=Game.State.RUNNING))
    events = (
        mine.filter(status__in=(Event.Status.DRAWN, Event.Status.RUNNING), hold="")
        .defer("projection")
        .annotate(running=running)
    )
    games = (
        EventGame.objects.filter(event__in=mine.order_by())
        .filter(~Q(game__calls=[]) | Q(game__correction__isnull=False))
        .select_related("event", "game")
        .defer("event__projection")
    )
    return Wanted([WaitingGame(_why(each.game), each) for each in games[:MOST]], list(events[:MOST]))


def _why(game: Game) -> Any:
    return _("The referee is called") if game.calls else _("A correction waits for a second person")
