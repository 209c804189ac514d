"""Who may do what at the organiser's desk: the same roles as everywhere (docs/access.md), for staff."""

from __future__ import annotations

from functools import reduce
from operator import or_

from django.db.models import Q, QuerySet
from django.http import HttpRequest

from games.access.asking import caller_of
from games.access.deciding import may
from games.access.places import SITE, games_in
from games.access.roles import Action
from games.models import Game
from tournaments.models import Event
from tournaments.places import of_event

#: Django's permission with which a member of staff may do everything at the desk of every event.
EVERYTHING = "tournaments.change_event"


def may_do(request: HttpRequest, action: Action, event: Event) -> bool:
    """Whether somebody may do it in the event: by Django's permission, or by a role around the event."""
    return _may_everything(request) or may(caller_of(request), action, of_event(event))


def may_somewhere(request: HttpRequest, action: Action) -> bool:
    """Whether there is a place in which somebody may do it."""
    return _may_everything(request) or bool(caller_of(request).places_to(action))


def events_within(request: HttpRequest, events: QuerySet[Event], action: Action) -> QuerySet[Event]:
    """Those of the events in which somebody may do it."""
    if _may_everything(request):
        return events
    places = caller_of(request).places_to(action)
    if SITE in places:
        return events
    named = [place.split(":", 2) for place in places]
    seasons = [names[1] for names in named if names[0] == "season"]
    slugs = [names[1] for names in named if names[0] == "event"]
    return events.filter(Q(season__slug__in=seasons) | Q(slug__in=slugs))


def games_within(request: HttpRequest, action: Action) -> QuerySet[Game]:
    """The games in which somebody may do it, be it by a role at their board alone."""
    places = caller_of(request).places_to(action)
    if _may_everything(request) or SITE in places:
        return Game.objects.all()
    return Game.objects.filter(
        reduce(or_, (Q(pk__in=games_in(place).values("pk")) for place in places), Q(pk__in=[]))
    )


def _may_everything(request: HttpRequest) -> bool:
    return request.user.has_perm(EVERYTHING)
