"""Somebody who is known by a nickname, and where their name would be found."""

from typing import Any

import pytest
from django.utils.text import slugify

from games.enums import EventKind
from games.models import Player
from games.models.player import folded
from games.services.commands import throw_command
from tests.replay import once
from tests.tournaments.conftest import YELLOW_STARTS, new_event, record, start, win
from tests.tournaments.event_state import WHO, happen, table
from tests.tournaments.forecasts.conftest import swept, worked_off
from tests.tournaments.webhooks.conftest import subscribed
from tournaments import services
from tournaments.models import Event, Season
from tournaments.screens import services as setting
from tournaments.services import Slip

NAME, NICKNAME = "Xaver Quöllmüller", "Blitz"
#: How a name can stand somewhere: its words, as addresses have it, and with umlauts in other spellings.
TRACES = {"xaver", "quöllmüller", "quollmuller", "quoellmueller", slugify(NAME)}


@pytest.fixture
def xaver(db: None) -> Player:
    return once(_new_xaver)


def _new_xaver() -> Player:
    return Player.objects.create(name=NAME)


@pytest.fixture
def played(season: Season, xaver: Player) -> dict[str, Event]:
    """Events with all that is written of one: draws of each kind, games, forecasts, reports, a hall."""
    return once(_new_events, season, xaver, told=(season.pk, xaver.pk))


def _new_events(season: Season, xaver: Player) -> dict[str, Event]:
    others = [Player.objects.create(name=name) for name in ("Bert Bach", "Cora Clausen")]
    wanted: dict[str, dict[str, Any]] = {
        "cup": {},
        "over": {"settings": {"wins": 1}},
        "by-hand": {},
        "seed": {},
        "league": {
            "format_key": "league",
            "rules_name": "xmadn-2t",
            "settings": {"drrs": 1, "playoffs": "none"},
        },
    }
    events = {slug: new_event(season, slug=slug, name=slug, **more) for slug, more in wanted.items()}
    keys = []
    for event in events.values():
        keys = [services.enter(event_id=event.pk, player=each, **WHO).key for each in (xaver, *others)]
    subscribed(events["cup"], "https://league.example/hook")
    thrown = [dict(zip(keys, (6, 5, 4), strict=True))]
    services.draw_by_throws(event_id=events["league"].pk, rounds=thrown, **WHO)
    services.draw_by_throws(event_id=events["cup"].pk, rounds=thrown, **WHO)
    services.draw_by_hand(event_id=events["by-hand"].pk, order=keys[::-1], **WHO)
    services.draw_from_seed(event_id=events["seed"].pk, seed="lottery 3 17 22", **WHO)
    services.draw_in_seed_order(event_id=events["over"].pk, **WHO)
    first = table(events["league"])["next_games"][0]
    services.enter_slip(event_id=events["league"].pk, number=1, slip=first_wins(first), **WHO)
    win(start(events["over"], rounds=YELLOW_STARTS).game, "yellow")
    services.enter_slip(event_id=events["cup"].pk, number=1, slip=Slip(places=("yellow",)), **WHO)
    running = start(events["cup"]).game
    record(running, [throw_command(1)])
    happen(running, EventKind.CALL, text="whose throw?")
    services.forfeit(
        event_id=events["cup"].pk,
        number=2,
        absent=keys[1],
        reason="ill",
        rounds=[{keys[0]: 6, keys[2]: 1}],
        **WHO,
    )
    swept()
    worked_off()
    hall = setting.create_hall(slug="hall", name="Hall", language="en", **WHO)
    for kind, which in (("table", {"event": events["cup"]}), ("ranking", {"ranking": "3t"})):
        setting.add_slide(hall_id=hall.pk, kind=kind, **which, **WHO)
    return {slug: Event.objects.get(slug=slug) for slug in events}


def first_wins(game: dict[str, Any]) -> Slip:
    """The slip of a game of a League that is won by who is named first."""
    (_, (rearguard, vanguard)), (_, colours) = game["seating"].items()
    pawns = {rearguard: 4, vanguard: 1, colours[0]: 2, colours[1]: 0}
    return Slip(places=(rearguard,), pawns=pawns, seconds=1800)


def traces_in(text: str) -> set[str]:
    plain = text.casefold()
    spelt = folded(plain)
    return {trace for trace in TRACES if trace in plain or trace in spelt}
