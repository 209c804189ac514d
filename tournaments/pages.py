"""The public pages of the organisation: what is going on, seasons, events."""

from __future__ import annotations

from django.db.models import Prefetch, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.cache import get_conditional_response
from django.utils.translation import get_language
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from games.access.asking import caller_of, guarded
from games.access.deciding import may
from games.access.roles import Action
from games.dice.showing import DieShown
from games.dice.wording import among
from games.models import Game
from games.showing import GameShown, with_players
from tournaments.dice import dice_of
from tournaments.models import Event, Season
from tournaments.places import around_event
from tournaments.showing import EventShown

#: Running games on the first page, the latest begun first.
MOST_GAMES = 12


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """What is going on now, and all seasons with their events."""
    seasons = Season.objects.prefetch_related(Prefetch("events", _events()))
    games = with_players().filter(state=Game.State.RUNNING)
    shown = [(season, [EventShown(event) for event in season.events.all()]) for season in seasons]
    context = {
        "seasons": shown,
        "running": [
            event for _, events in shown for event in events if event.event.status == Event.Status.RUNNING
        ],
        "games": [GameShown(game) for game in games.order_by("-started_at")[:MOST_GAMES]],
    }
    return render(request, "tournaments/home.html", context)


@require_safe
def season_page(request: HttpRequest, slug: str) -> HttpResponse:
    """A season with its events."""
    season = get_object_or_404(Season, slug=slug)
    events = [EventShown(event) for event in _events().filter(season=season)]
    return render(request, "tournaments/season.html", {"season": season, "events": events})


@require_safe
def event_page(request: HttpRequest, slug: str) -> HttpResponse:
    """An event: table, next games, games, draws, each with its reason."""
    event, caller, where = _event(slug), caller_of(request), around_event(slug)
    context = {
        "shown": EventShown(event),
        "etag": _etag(event),
        "may_admit": may(caller, Action.GRANT, where),
        "may_audit": may(caller, Action.AUDIT, where),
        "may_rule": may(caller, Action.RULE, where),
    }
    return render(request, "tournaments/event.html", context)


@require_safe
@cache_control(no_cache=True)
def event_live(request: HttpRequest, slug: str) -> HttpResponse:
    """The part of the event's page that changes; 304 while nothing has happened."""
    event = _event(slug)
    if unchanged := get_conditional_response(request, etag=_etag(event)):
        return unchanged
    response = render(request, "tournaments/live.html", {"shown": EventShown(event)})
    response["ETag"] = _etag(event)
    return response


@require_safe
@guarded(Action.RULE, around_event)
def event_dice(request: HttpRequest, slug: str) -> HttpResponse:
    """The statistics of the dice of an event, for its referees and organisers."""
    event = _event(slug)
    dice = dice_of(event)
    context = {
        "event": event,
        "die": DieShown(dice.together),
        "games": [(played, DieShown(found)) for played, found in dice.games],
        "among": among(len(dice.games)) if len(dice.games) > 1 else None,
    }
    return render(request, "tournaments/dice.html", context)


def _event(slug: str) -> Event:
    return get_object_or_404(Event.objects.select_related("season"), slug=slug)


def _events() -> QuerySet[Event]:
    return Event.objects.select_related("season").order_by("-starts_on", "slug")


def _etag(event: Event) -> str:
    return f'"{event.version}-{get_language()}"'
