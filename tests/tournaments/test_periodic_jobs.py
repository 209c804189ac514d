"""``manage.py run_periodic`` does everything that is due, for a site with neither embedded server nor workers."""

from __future__ import annotations

from datetime import timedelta
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
import time_machine
from django.core.management import call_command
from django.test import override_settings

from config.jobs import JOBS
from games.enums import EventKind, GameState
from games.models import Chances, Game, Player, RememberedAnswer
from games.services import recorder
from rules import RULE_SETS
from rules.simulate import jit
from tests.games.analysis.played import happened, thrown
from tests.tournaments.conftest import NOW
from tests.tournaments.hall.halls import WHO, new_hall
from tests.tournaments.letters import CONTENT
from tests.tournaments.webhooks.conftest import ALL_KINDS
from tournaments import rehearsals, services
from tournaments.models import CountedGame, Delivery, Event, ForecastRun
from tournaments.services import ResultSlip
from tournaments.transfer.result_import.long_lists import hand_in
from tournaments.webhooks import services as subscribing

LATER = NOW + timedelta(hours=1)


@pytest.fixture
def something_of_everything(cup: Event, players: list[Player], settings: Any) -> None:
    """A game of a cup that is over, one that runs, one to analyse, a webhook, a list, a rehearsal, an old answer."""
    settings.WEBHOOKS_TO_PRIVATE_ADDRESSES = True
    webhook = subscribing.subscribe(
        event_id=cup.pk, url="http://127.0.0.1:9/", kinds=list(ALL_KINDS), actor="test", now=NOW
    )
    subscribing.ping(webhook_id=webhook.pk, actor="test", now=NOW)
    services.enter_result(event_id=cup.pk, number=1, slip=ResultSlip(winner="entry-1"), actor="test", now=NOW)
    near_its_end(players)
    thrown(near_its_end(players), (1, "1:39-a"))
    hand_in(CONTENT.encode(), actor="test", now=NOW)
    rehearsals.start_rehearsal(
        event_id=new_hall(cup.season, 4).pk, name="Rehearsal", people=8, pace=2, language="en", **WHO
    )
    RememberedAnswer.objects.create(
        who="test", key="old", request="POST /", created_at=LATER - timedelta(days=31)
    )


def near_its_end(players: list[Player]) -> Game:
    seats = [(players[0], ["yellow"]), (players[1], ["red"])]
    game = recorder.create_game(rules=RULE_SETS["mhd"], seats=seats, title="Short", actor="test", now=NOW)
    board = "4x10 39,b,c,d/-/39,b,c,d/- Y0"
    return happened(game, EventKind.POSITION, position=board, reason="the rest")


@pytest.mark.django_db
@pytest.mark.skipif(not jit.available(), reason="numba is not installed")
@override_settings(FORECAST_RUNS=20)
def test_a_tick_does_everything_that_is_due(
    something_of_everything: None, settings: Any, tmp_path: Path
) -> None:
    out = StringIO()
    # What was walked and copied last stands there; nothing was, for longer than it may be.
    settings.DATA_DIR = tmp_path
    settings.SECOND_COPY = tmp_path / "second-copy.sqlite3"
    Game.objects.update(created_at=LATER - timedelta(days=2))
    with time_machine.travel(LATER, tick=True):
        call_command("run_periodic", stdout=out)
    data = dict(part.rsplit(": ", 1) for part in out.getvalue().strip().split("; "))
    assert list(data) == [job.counts for job in JOBS]
    # No folder of backups is set here (tests/config/backup).
    not_done = {what for what, number in data.items() if not int(number)}
    assert not_done <= {"rankings drawn up", "backups", "backups asked for"}
    assert CountedGame.objects.count() == 2
    assert Delivery.objects.filter(attempts=1).exists()
    assert not RememberedAnswer.objects.exists()
    assert ForecastRun.objects.filter(state=ForecastRun.State.FINISHED).exists()
    assert Chances.objects.filter(game__state=GameState.RUNNING).exists()
    assert Game.objects.filter(analysis__found__isnull=False).count() == 1
