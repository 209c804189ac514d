"""Fill the site with the results of a season: `python -m bench.past_season GAMES`, on the database of the environment.

Championships of three players out of thirty, ten games each, by the same function that enters the result of a slip.
"""

from __future__ import annotations

import os
import sys
from datetime import UTC, date, datetime, timedelta
from typing import Any

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
django.setup()

from games.models import Player  # noqa: E402
from tournaments import services  # noqa: E402
from tournaments.models import Event, EventGame, Season  # noqa: E402
from tournaments.services import Slip  # noqa: E402

SLUG = "past"
PLAYERS = 30
#: First-to-4, won as B, C, A, B, C, A, B, C, A, A: ten games.
WINNERS = (1, 2, 0, 1, 2, 0, 1, 2, 0, 0)
FIRST_DAY = date(2025, 1, 1)
NOW = datetime(2026, 1, 2, tzinfo=UTC)
WHO: dict[str, Any] = {"actor": "bench", "now": NOW}


def fill(games: int) -> None:
    """As many whole championships as make so many games altogether."""
    season = Season.objects.filter(slug=SLUG).first() or services.create_season(
        slug=SLUG, name="Past", starts_on=FIRST_DAY, ends_on=date(2025, 12, 31), **WHO
    )
    players = [Player.objects.get_or_create(name=f"Player {number:02}")[0] for number in range(PLAYERS)]
    for number in range(Event.objects.filter(season=season).count(), games // len(WINNERS)):
        _championship(season, number, [players[(number * 7 + seat * 11) % PLAYERS] for seat in range(3)])
    print(EventGame.objects.filter(event__season=season).count())


def _championship(season: Season, number: int, players: list[Player]) -> None:
    day = FIRST_DAY + timedelta(days=number % 365)
    event = services.create_event(
        season=season,
        slug=f"past-{number}",
        name=f"Past {number}",
        format_key="championship",
        rules_name="xmadn-3t",
        settings={"wins": 4},
        starts_on=day,
        **WHO,
    )
    keys = [services.enter(event_id=event.pk, player=player, **WHO).key for player in players]
    services.draw_in_seed_order(event_id=event.pk, **WHO)
    ended = datetime(day.year, day.month, day.day, 18, tzinfo=UTC)
    for game, winner in enumerate(WINNERS, start=1):
        slip = Slip(winner=keys[winner], played_at=ended + timedelta(minutes=20 * game))
        services.enter_slip(event_id=event.pk, number=game, slip=slip, **WHO)


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("how many games? python -m bench.past_season GAMES, on the database of the environment")
    fill(int(sys.argv[1]))
