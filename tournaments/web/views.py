"""The public pages of the organisation: what is going on, seasons, events."""

from collections.abc import Sequence
from typing import Any

from django.db.models import Prefetch, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils import timezone
from django.views.decorators.http import require_safe

from games.access import may_everywhere
from games.chances.presenters import most_exciting
from games.enums import Action, GameState
from games.models import Game
from games.presenters.game import GamePresenter, with_players
from games.visibility.viewers import vary_by_things, viewer_of
from tournaments.kit.desk import may_make_events
from tournaments.models import Event, Season
from tournaments.organiser.front_door import way_to_setup
from tournaments.rankings.queries import medal_race_of
from tournaments.standings.presenters import EventPresenter

RUNNING = GameState.RUNNING

#: Running games on the first page, the latest begun first.
MOST_GAMES = 12
#: Events that come, and that have ended, on the first page.
MOST_EVENTS = 6

#: Before its first game.
_TO_COME = (Event.Status.OPEN, Event.Status.DRAWN)


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """What can be done here, what is going on now, what is next, and how it went lately."""
    found, events = _seasons(request)
    shown = [EventPresenter(event) for event in events]
    boards, games = _in_play(request)
    context = {
        **boards,
        "running": _in_state(shown, Event.Status.RUNNING),
        "coming": [*reversed(_in_state(shown, Event.Status.OPEN, Event.Status.DRAWN))][:MOST_EVENTS],
        "ended": _in_state(shown, Event.Status.FINISHED)[:MOST_EVENTS],
        "is_fresh": all(each.event.season.is_demo for each in shown),
        "may_start": may_make_events(request),
        "demo": any(season.is_demo for season in found),
        "may_remove": may_everywhere(request, Action.ORGANISE),
        "setup": way_to_setup(request),
    }
    page = render(request, "tournaments/home.html", context)
    return vary_by_things([*events, *games], page)


def _in_state(events: Sequence[EventPresenter], *states: Event.Status) -> list[EventPresenter]:
    found = [each for each in events if each.event.status in states]
    return sorted(found, key=lambda each: each.event.starts_on, reverse=True)


@require_safe
def boards_page(request: HttpRequest) -> HttpResponse:
    boards, games = _in_play(request)
    return vary_by_things(games, render(request, "tournaments/boards.html", boards))


@require_safe
def events_page(request: HttpRequest) -> HttpResponse:
    found, events = _seasons(request)
    seasons = [(season, [EventPresenter(event) for event in season.events.all()]) for season in found]
    context = {"seasons": seasons, "may_start": may_make_events(request)}
    return vary_by_things(events, render(request, "tournaments/all_events.html", context))


def _in_play(request: HttpRequest) -> tuple[dict[str, Any], list[Game]]:
    """What is shown of the running games, and all games that the page shows."""
    viewer = viewer_of(request)
    seen = with_players().filter(viewer.sees_games(), state=RUNNING)
    games = list(seen.order_by("-started_at", "pk")[:MOST_GAMES])
    exciting = most_exciting(request, Game.objects.visible_to(viewer)) if len(games) > 1 else None
    shown = {"games": [GamePresenter(game) for game in games], "exciting": exciting}
    # The most exciting may have begun before all others.
    return shown, [*games, exciting.game_presenter.game] if exciting else games


@require_safe
def season_page(request: HttpRequest, slug: str) -> HttpResponse:
    """A season with its events."""
    season = get_object_or_404(Season, slug=slug)
    events = list(_events(request).filter(season=season))
    (race, podium), today = medal_race_of(season), timezone.localdate()
    to_come = [event for event in events if event.starts_on >= today and event.status in _TO_COME]
    context = {
        "season": season,
        "medal_race": None if race.is_hidden else race,
        "podium": [] if race.is_hidden else podium,
        "next": min(to_come, key=lambda event: (event.starts_on, event.slug), default=None),
        "events": [EventPresenter(event) for event in events],
    }
    return vary_by_things(events, render(request, "tournaments/season.html", context))


def _events(request: HttpRequest) -> QuerySet[Event]:
    seen = Event.objects.visible_to(viewer_of(request)).filter(archived=False)
    return seen.select_related("season").order_by("-starts_on", "slug")


def _seasons(request: HttpRequest) -> tuple[list[Season], list[Event]]:
    """All seasons, and the events of them that the viewer may see."""
    seasons = list(Season.objects.prefetch_related(Prefetch("events", _events(request))))
    return seasons, [event for season in seasons for event in season.events.all()]
