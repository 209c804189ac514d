"""The public pages of the organisation: what is going on, seasons, events."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from django.db.models import Prefetch, Q, QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils import timezone
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from games.access.admin import may_everywhere
from games.access.decorators import require_permission
from games.chances.presenters import ExcitingGameCard, most_exciting
from games.dice.interpretation import among
from games.dice.presenters import DicePresenter
from games.enums import Action, GameState
from games.models import Game
from games.presenters.game import GamePresenter, with_players
from games.visibility.viewers import for_this_viewer, games_for
from tournaments.dice_stats import dice_of
from tournaments.forecasts.season_presenters import SeasonForecastsPresenter
from tournaments.forecasts.season_queries import (
    embargoed_in,
    events_of,
    forecasts_of_season,
    goes_on,
    sees_all,
)
from tournaments.models import Event, Season
from tournaments.models.rehearsal import real_seasons
from tournaments.organiser.front_door import way_to_setup
from tournaments.organiser.permissions import may_make_events
from tournaments.organiser.start_league import may_start_league
from tournaments.rankings.queries import medal_race_of
from tournaments.scopes import around_event
from tournaments.standings.presenters import EventPresenter
from tournaments.visibility import visible_events
from tournaments.web.forecast_parts import forecast_part

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
    now = timezone.now()
    found = list(real_seasons().prefetch_related(Prefetch("events", _events())))
    events = [event for season in found for event in season.events.all()]
    shown = [EventPresenter(event) for event in visible_events(request, events, now)]
    games = _in_play(request, now)
    exciting = most_exciting(request) if len(games) > 1 else None
    context = {
        "running": _in_state(shown, Event.Status.RUNNING),
        "coming": [*reversed(_in_state(shown, Event.Status.OPEN, Event.Status.DRAWN))][:MOST_EVENTS],
        "ended": _in_state(shown, Event.Status.FINISHED)[:MOST_EVENTS],
        "games": [GamePresenter(game) for game in games],
        "exciting": exciting,
        "is_fresh": all(each.event.season.is_demo for each in shown),
        "may_start": may_make_events(request),
        "starts_league": may_start_league(request),
        "demo": any(season.is_demo for season in found),
        "may_remove": may_everywhere(request, Action.ORGANISE),
        "setup": way_to_setup(request),
    }
    page = render(request, "tournaments/home.html", context)
    things: list[Event | Game] = [*events, *_on_page(games, exciting)]
    return for_this_viewer(page) if any(thing.embargo is not None for thing in things) else page


def _in_state(events: Sequence[EventPresenter], *states: Event.Status) -> list[EventPresenter]:
    """Those of the events in one of these states, the latest first."""
    found = [each for each in events if each.event.status in states]
    return sorted(found, key=lambda each: each.event.starts_on, reverse=True)


@require_safe
def boards_page(request: HttpRequest) -> HttpResponse:
    """The boards in play."""
    games = _in_play(request, timezone.now())
    exciting = most_exciting(request) if len(games) > 1 else None
    context = {"games": [GamePresenter(game) for game in games], "exciting": exciting}
    page = render(request, "tournaments/boards.html", context)
    things = _on_page(games, exciting)
    return for_this_viewer(page) if any(game.embargo is not None for game in things) else page


@require_safe
def events_page(request: HttpRequest) -> HttpResponse:
    """All seasons with their events."""
    found = list(real_seasons().prefetch_related(Prefetch("events", _events())))
    events = [event for season in found for event in season.events.all()]
    shown = {event.pk: EventPresenter(event) for event in visible_events(request, events, timezone.now())}
    seasons = [(season, [shown[event.pk] for event in season.events.all()]) for season in found]
    context = {"seasons": seasons, "may_start": may_make_events(request)}
    page = render(request, "tournaments/all_events.html", context)
    return for_this_viewer(page) if any(event.embargo is not None for event in events) else page


def _in_play(request: HttpRequest, now: datetime) -> list[Game]:
    """The games that are running for whoever looks, the latest begun first."""
    games = with_players().order_by("-started_at", "pk").filter(Q(state=RUNNING) | Q(withheld_until__gt=now))
    found = list(games[:MOST_GAMES])
    if any(game.embargo is not None for game in found):
        found = [game for game in games_for(request, list(games), now) if game.state == RUNNING]
    return found[:MOST_GAMES]


def _on_page(games: Sequence[Game], exciting: ExcitingGameCard | None) -> list[Game]:
    """The games that a page shows; the most exciting may have begun before all others."""
    return [*games, exciting.game_presenter.game] if exciting else [*games]


@require_safe
def season_page(request: HttpRequest, slug: str) -> HttpResponse:
    """A season with its events, and how it may end."""
    season = get_object_or_404(Season, slug=slug)
    whole = list(Event.objects.filter(season=season).select_related("season").order_by("-starts_on", "slug"))
    found = [event for event in whole if not event.archived]
    events, embargoed = visible_events(request, found, timezone.now()), embargoed_in(season)
    (race, podium), today = medal_race_of(season), timezone.localdate()
    to_come = [event for event in events if event.starts_on >= today and event.status in _TO_COME]
    context = {
        "season": season,
        "medal_race": None if race.is_hidden else race,
        "podium": [] if race.is_hidden else podium,
        "next": min(to_come, key=lambda event: (event.starts_on, event.slug), default=None),
        "events": [EventPresenter(event) for event in events],
        "chances": _season_chances(season, whole) if sees_all(request, embargoed) else None,
    }
    page = render(request, "tournaments/season.html", context)
    return for_this_viewer(page) if embargoed else page


@require_safe
@cache_control(no_cache=True)
def season_forecast(request: HttpRequest, slug: str) -> HttpResponse:
    """The part of the season's page that shows chances; 304 while no more is known."""
    season = get_object_or_404(Season, slug=slug)
    embargoed = embargoed_in(season)
    chances = _season_chances(season, events_of(season)) if sees_all(request, embargoed) else None
    if chances is None:
        raise Http404
    response = forecast_part(request, chances)
    return for_this_viewer(response) if embargoed else response


@require_safe
@require_permission(Action.RULE, around_event)
def event_dice(request: HttpRequest, slug: str) -> HttpResponse:
    """The statistics of the dice of an event, for its referees and organisers."""
    event = get_object_or_404(Event, slug=slug)
    dice = dice_of(event)
    context = {
        "event": event,
        "die": DicePresenter(dice.together),
        "games": [(played, DicePresenter(found)) for played, found in dice.games],
        "among": among(len(dice.games)) if len(dice.games) > 1 else None,
    }
    return render(request, "tournaments/dice.html", context)


def _events() -> QuerySet[Event]:
    """All events but those put away."""
    return Event.objects.filter(archived=False).select_related("season").order_by("-starts_on", "slug")


def _season_chances(season: Season, events: Sequence[Event]) -> SeasonForecastsPresenter | None:
    """The chances in a season that goes on; ``events``: all of it as they are now. Two queries at most."""
    if not goes_on(events):
        return None
    return SeasonForecastsPresenter(forecasts_of_season(season, events))
