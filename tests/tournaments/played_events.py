"""Events of every format, played to their end."""

from datetime import timedelta
from random import Random
from typing import Any

from games.models import Player
from games.services import recorder
from rules.policies import POLICIES
from tests.tournaments.conftest import NAMES, NOW, new_event
from tournaments import services
from tournaments.demo.simulation import play_event
from tournaments.formats import FORMATS
from tournaments.hall import services as hall
from tournaments.models import Event, Season
from tournaments.standings.event_state import EventState

#: Every format with settings that make it short; its rules are the first that it can have.
SHORT: dict[str, dict[str, Any]] = {
    "championship": {"wins": 1},
    "gp-series": {"games": 1},
    "gp-plus-series": {"games": 1},
    "exhibition": {},
    "triple-athlon": {"wins": 2},
    "league": {"drrs": 1, "playoffs": "final", "final_wins": 1, "head_start": 0},
    "challengers": {"wins": 1},
    "open": {"rounds": 1, "prizes": 1},
}


def entered(format_key: str, players: list[Player] | None = None, **wanted: Any) -> Event:
    season = Season.objects.filter(slug="2026").first() or services.create_season(
        slug="2026", name="2026", starts_on=NOW.date(), ends_on=NOW.date(), actor="test", now=NOW
    )
    fields: dict[str, Any] = {
        "format_key": format_key,
        "rules_name": FORMATS[format_key].rule_sets[0],
        "settings": SHORT[format_key],
        **wanted,
    }
    event = new_event(season, **fields)
    if players is None:
        players = [Player.objects.create(name=name) for name in NAMES]
    for player in players:
        services.enter(event_id=event.pk, player=player, actor="test", now=NOW)
    if event.format.seats_a_hall:
        hall.check_in_all(event_id=event.pk, actor="test", now=NOW)
    return event


def play(event: Event, most: int | None = None) -> None:
    moments = iter(range(10**6))
    play_event(
        event_id=event.pk,
        policy=POLICIES["front"],
        lots=Random(4),
        clock=lambda: NOW + timedelta(seconds=next(moments)),
        actor="test",
        most=most,
        at_once=recorder.MOST_THROWS,
    )


def decided_by_the_organiser() -> Event:
    """A League of four with draws thrown for, a changed setting, a forfeit, a departure; it is interrupted."""
    event = entered("league", settings={"drrs": 2})
    fourth = Player.objects.create(name="Dora Đorđić")
    services.enter(event_id=event.pk, player=fourth, actor="test", now=NOW)
    keys = [entry.key for entry in event.entries.all()]
    rounds = [dict(zip(keys, (6, 2, 6, 1), strict=True)), {keys[0]: 3, keys[2]: 5}]
    services.draw_by_throws(event_id=event.pk, rounds=rounds, actor="token:3", now=NOW)
    play(event, 120)
    services.change_event(
        event_id=event.pk, changes={"settings": {"drrs": 1}}, note="it is late", actor="test", now=NOW
    )
    event_state = EventState.load(Event.objects.get(pk=event.pk))
    running = event_state.games[0]
    absent = next(iter(event_state.seating(running.game).entrants))
    services.forfeit(
        event_id=event.pk, number=running.number, absent=absent, reason="went home", actor="test", now=NOW
    )
    services.withdraw_entry(event_id=event.pk, key=absent, reason="went home", actor="test", now=NOW)
    services.suspend_event(
        event_id=event.pk, hold=Event.Hold.INTERRUPTED, reason="goes on in May", actor="test", now=NOW
    )
    return Event.objects.get(pk=event.pk)
