"""The walk along the chains: it finds what was changed, goes on where it stopped, and waits for the night."""

from collections.abc import Callable
from datetime import datetime, timedelta
from io import StringIO
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from config.watch import chain_check
from games import triggers
from games.models import Game, GameEvent
from tests.config.watch.scraping import scrape

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("data_dir")]
BERLIN = ZoneInfo("Europe/Berlin")


def test_a_changed_event_is_found_and_told(recorded: Callable[[int], Game]) -> None:
    game = recorded(5)
    call_command("check_chains", stdout=StringIO())
    assert scrape().value("chain_check_broken_logs") == 0
    triggers.remove(connection)
    GameEvent.objects.filter(game=game, number=4).update(actor="user:99")
    triggers.install(connection)
    with pytest.raises(CommandError):
        call_command("check_chains", stdout=StringIO(), stderr=StringIO())
    assert scrape().value("chain_check_broken_logs") == 1
    check = chain_check.last_check()
    assert check is not None
    assert check.broken == [f"{game.pk}: event 4 does not follow from those before it"]


def test_a_walk_goes_on_where_it_stopped(recorded: Callable[[int], Game]) -> None:
    game = recorded(2)
    others = [Game.objects.create(created_at=game.created_at, seated=[], rules_name="mhd") for _ in range(3)]
    chain_check.walk(seconds=-1)
    assert chain_check.last_check() is None
    assert chain_check.is_due(now=game.created_at)
    chain_check.walk(seconds=60)
    check = chain_check.last_check()
    assert check is not None
    assert check.logs == 1 + len(others)
    assert not chain_check.is_due(now=check.ended_at or game.created_at)


def test_it_waits_for_the_night_but_not_for_ever(game: Game) -> None:
    Game.objects.update(created_at=datetime(2026, 11, 20, 12, tzinfo=BERLIN))
    noon = datetime(2026, 11, 21, 12, tzinfo=BERLIN)
    assert not chain_check.is_due(now=noon)
    assert chain_check.is_due(now=noon.replace(hour=3)) is False
    assert chain_check.is_due(now=noon + timedelta(hours=15))
    assert chain_check.is_due(now=noon + timedelta(hours=13))


def test_a_site_without_games_walks_nothing() -> None:
    assert not chain_check.is_due(now=datetime(2026, 11, 21, 3, tzinfo=BERLIN))


def test_a_spoiled_file_is_as_if_there_were_none(data_dir: Path, game: Game) -> None:
    for spoiled in (
        "{",
        "[]",
        '{"last": 3}',
        '{"last": {"ended_at": "never"}, "present": null, "after": ""}',
    ):
        (data_dir / "chain-check.json").write_text(spoiled)
        assert chain_check.last_check() is None
    assert chain_check.walk_all().logs == 1
