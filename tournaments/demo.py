"""The demo season: invented players, a championship that is being played, a GP series that is decided."""

from __future__ import annotations

import uuid
from datetime import UTC, date, datetime
from random import Random
from typing import Any

from django.db import transaction

from games.analysis.jobs import request_analysis
from games.enums import GameState
from games.models import Game, Player
from games.services.bots import play_on
from rules.policies import POLICIES
from tournaments import services
from tournaments.models import Event, Season
from tournaments.simulation import Evening, play_event, start_next
from tournaments.standings.event_state import EventState

SEASON = "demo"
CHAMPIONSHIP = "demo-championship"
SERIES = "demo-gp-series"
#: Invented; their ids are made of the names, so that the demo is the same everywhere.
NAMES = ("Anna Amsel", "Bruno Bach", "Clara Clausen")
ACTOR = "demo"
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
    known, _ = Player.objects.get_or_create(
        pk=uuid.uuid5(uuid.NAMESPACE_URL, f"urn:rauswurf:demo:{name}"), defaults={"name": name}
    )
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
