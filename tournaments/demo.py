"""The demo season: invented players, a championship that is being played, a GP series that is decided.

It can be loaded and removed again. What real people have played, and who of the demo they have played with, stays.
"""

from __future__ import annotations

from datetime import UTC, date, datetime
from random import Random
from typing import Any

from django.db import transaction
from django.db.models import ProtectedError

from games.analysis.jobs import request_analysis
from games.enums import GameState
from games.models import Game, Player
from games.services.bots import play_on
from games.services.delete_games import delete_games
from rules.policies import POLICIES
from tournaments import services
from tournaments.demo_ids import ACTOR, CHAMPIONSHIP, EVENTS, NAMES, PLAYERS, SEASON, SERIES, player_id
from tournaments.models import Career, CountedGame, Event, EventGame, Ranking, Season
from tournaments.rankings.store import redraw
from tournaments.simulation import Evening, play_event, start_next
from tournaments.standings.event_state import EventState
from tournaments.statistics.update import forget_everything

SEED = 2026
#: Throws in one write: whatever is recorded, it is recorded by the same code as throw by throw.
AT_ONCE = 250


@transaction.atomic
def load() -> list[Event]:
    """The events of the demo; what is there already stays as it is."""
    season = Season.objects.filter(slug=SEASON).first() or services.create_season(
        slug=SEASON,
        name="Demo 2026",
        starts_on=date(2026, 1, 1),
        ends_on=date(2026, 12, 31),
        actor=ACTOR,
        now=datetime(2026, 1, 1, tzinfo=UTC),
    )
    players = [_player(name) for name in NAMES]
    events = [_series(season, players), _championship(season, players)]
    # Whoever looks around finds curves and analyses, although the games ended long ago.
    for game in Game.objects.filter(event_game__event__in=events, state=GameState.ENDED):
        request_analysis(game)
    return events


def _player(name: str) -> Player:
    known, _ = Player.objects.get_or_create(pk=player_id(name), defaults={"name": name})
    return known


def _series(season: Season, players: list[Player]) -> Event:
    """A GP series, played to its end."""
    known = Event.objects.filter(slug=SERIES).first()
    if known:
        return known
    clock = Evening(date(2026, 10, 17))
    event = _entered(
        season,
        players,
        clock,
        slug=SERIES,
        name="Demo GP Series",
        format_key="gp-series",
        rules_name="xmadn-gp",
        settings={"games": 4},
    )
    play_event(
        event_id=event.pk,
        policy=POLICIES["random"],
        lots=Random(SEED),
        clock=clock,
        actor=ACTOR,
        at_once=AT_ONCE,
    )
    return Event.objects.get(pk=event.pk)


def _championship(season: Season, players: list[Player]) -> Event:
    """A championship in the middle of its third game."""
    known = Event.objects.filter(slug=CHAMPIONSHIP).first()
    if known:
        return known
    clock, lots = Evening(date(2026, 11, 14)), Random(SEED)
    event = _entered(
        season,
        players,
        clock,
        slug=CHAMPIONSHIP,
        name="Demo Championship",
        format_key="championship",
        rules_name="xmadn-3t",
        settings={"wins": 3},
    )
    for most in (None, None, 150):
        game = start_next(EventState.load(event), lots, clock, ACTOR)
        play_on(
            game_id=game.game_id,
            policy=POLICIES["random"],
            lots=lots,
            clock=clock,
            actor=ACTOR,
            most=most,
            at_once=AT_ONCE,
        )
    return Event.objects.get(pk=event.pk)


def _entered(season: Season, players: list[Player], clock: Evening, **fields: Any) -> Event:
    event = services.create_event(
        season=season, starts_on=clock.day, level=1, actor=ACTOR, now=clock(), **fields
    )
    for player in players:
        services.enter(event_id=event.pk, player=player, actor=ACTOR, now=clock())
    return event


# -- removing it -----------------------------------------------------------------------------------


@transaction.atomic
def remove(now: datetime) -> None:
    """Remove the events of the demo with their games, then its season and players unless something real needs them.

    Nothing happens where there is no demo.
    """
    # Games before events, as whoever records locks them.
    list(
        Game.objects.select_for_update(of=("self",)).filter(event_game__event__slug__in=EVENTS).order_by("pk")
    )
    events = _demo_events()
    games = list(EventGame.objects.filter(event__in=events).values_list("game", flat=True))
    EventGame.objects.filter(event__in=events).delete()
    delete_games(games)
    for event in events:
        event.delete()
    for season in Season.objects.filter(slug=SEASON, events=None):
        if _is_made_by_demo(season):
            season.delete()
    for player in Player.objects.filter(pk__in=PLAYERS, seats=None, entries=None):
        _delete_unless_needed(player)
    redraw(keys=list(Ranking.objects.values_list("key", flat=True)), because_of=[], now=now)
    Career.objects.filter(player__in=PLAYERS).delete()
    if CountedGame.objects.exists():
        # Ratings and luck of later games went on from those of the demo.
        forget_everything()


def _demo_events() -> list[Event]:
    """Return the events that the demo has made and in which nobody but its players is entered."""
    named = Event.objects.select_for_update(of=("self",)).filter(slug__in=EVENTS, season__slug=SEASON)
    return [
        event
        for event in named.order_by("pk")
        if _is_made_by_demo(event) and not event.entries.exclude(player__in=PLAYERS).exists()
    ]


def _is_made_by_demo(row: Event | Season) -> bool:
    made = row.history.order_by("history_id").first()
    return made is not None and made.history_change_reason == ACTOR


def _delete_unless_needed(player: Player) -> None:
    try:
        with transaction.atomic():
            player.delete()
    except ProtectedError:
        return
