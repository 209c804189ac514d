"""What holds of every kind of work: ``due`` is a query, what is done is not due any more, and nobody does it twice."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
import time_machine
from django.core.management import call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from config.backup import jobs as backups
from config.work import KINDS
from games.analysis import jobs as analyses
from games.enums import EventKind, GameState
from games.models import Chances, Game, Player, RememberedAnswer, WorkClaim
from games.services import recorder
from games.work.claims import free_keys, take
from games.work.kinds import Due, Lane, Work
from rules import RULE_SETS
from rules.simulate import jit
from tests.games.happening import happen, thrown
from tests.tournaments.conftest import NOW
from tests.tournaments.hall.halls import WHO, new_hall
from tests.tournaments.letters import CONTENT
from tests.tournaments.webhooks.conftest import ALL_KINDS
from tests.working import give_up_waiting, work_off_at
from tournaments import services
from tournaments.demo import rehearsals
from tournaments.files.result_import import ResultList
from tournaments.files.result_import.long_lists import hand_in
from tournaments.models import CountedGame, Delivery, Event, ForecastRun, Ranking
from tournaments.services import Slip
from tournaments.webhooks import services as subscribing

pytestmark = pytest.mark.django_db
LATER = NOW + timedelta(hours=1)


@pytest.fixture
def something_of_everything(
    cup: Event, players: list[Player], settings: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[None]:
    """There is something to do of every kind: games that are over and that run, a webhook, a list, a rehearsal …"""
    settings.DATA_DIR, settings.BACKUP_DIR = tmp_path, str(tmp_path / "backups")
    settings.SECOND_COPY = str(tmp_path / "second-copy.sqlite3")
    settings.FORECAST_RUNS = 20
    settings.WEBHOOKS_TO_PRIVATE_ADDRESSES = True
    (tmp_path / "backups").mkdir()
    monkeypatch.setattr(backups, "call_command", lambda name: backed_up(tmp_path / "backups"))
    # The interpreted games are the same, and these are few.
    monkeypatch.setattr(analyses, "is_compiled", lambda: True)
    monkeypatch.setattr(jit, "available", lambda: True)
    webhook = subscribing.subscribe(
        event_id=cup.pk, url="http://127.0.0.1:9/", kinds=list(ALL_KINDS), actor="test", now=NOW
    )
    subscribing.ping(webhook_id=webhook.pk, actor="test", now=NOW)
    services.enter_slip(event_id=cup.pk, number=1, slip=Slip(winner="entry-1"), actor="test", now=NOW)
    near_its_end(players)
    thrown(near_its_end(players), (1, "1:39-a"))
    hand_in(ResultList(CONTENT.encode()), actor="test", now=NOW)
    rehearsals.start_rehearsal(
        event_id=new_hall(cup.season, 4).pk, name="Rehearsal", people=8, pace=2, language="en", **WHO
    )
    RememberedAnswer.objects.create(
        who="test", key="old", request="POST /", created_at=LATER - timedelta(days=31)
    )
    Ranking.objects.create(key="3t", good_until=NOW)
    Game.objects.update(created_at=LATER - timedelta(days=2))
    with time_machine.travel(LATER, tick=True):
        yield


def backed_up(folder: Path) -> None:
    (folder / f"rauswurf-{timezone.now():%Y-%m-%dT%H%M%S}Z.tar.gz").touch()


def near_its_end(players: list[Player]) -> Game:
    seats = [(players[0], ["yellow"]), (players[1], ["red"])]
    game = recorder.create_game(rules=RULE_SETS["mhd"], seats=seats, title="Short", actor="test", now=NOW)
    board = "4x10 39,b,c,d/-/39,b,c,d/- Y0"
    return happen(game, EventKind.POSITION, position=board, reason="the rest")


@pytest.fixture
def with_forecast(something_of_everything: None) -> None:
    """A forecast has been begun."""
    work_off_at(KINDS["forecast requests"], timezone.now())
    _, deleted = ForecastRun.objects.filter(strengths="ratings").delete()
    assert deleted


EVERY_KIND = pytest.mark.parametrize("kind", KINDS)


def begun(kind: str, request: pytest.FixtureRequest) -> None:
    """Have something to do of that kind."""
    request.getfixturevalue("with_forecast" if kind == "forecasts" else "something_of_everything")
    if kind == "second copy" and connection.vendor != "sqlite":
        pytest.skip("SQLite has one")


def writes_of(work: Work) -> list[str]:
    """The statements by which ``due`` writes."""
    with CaptureQueriesContext(connection) as queries:
        list(work.due(timezone.now()))
    return [each["sql"] for each in queries if not each["sql"].startswith("SELECT")]


def test_a_kind_that_writes_what_is_due_is_found() -> None:
    def due(now: Any) -> Iterator[Due]:
        WorkClaim.objects.create(kind="planted", claimed_until=now, next_at=now)
        yield "", None

    assert writes_of(Work("planted", Lane.SPARE, 1.0, due, lambda key, now: None))


@EVERY_KIND
def test_what_is_due_is_a_query_and_what_is_done_is_not_due_any_more(
    kind: str, request: pytest.FixtureRequest, caplog: pytest.LogCaptureFixture
) -> None:
    begun(kind, request)
    work, now = KINDS[kind], timezone.now()
    due = list(work.due(now))
    assert writes_of(work) == []
    assert list(work.due(now)) == due
    keys = [key for key, _ in due]
    assert keys
    assert len(set(keys)) == len(keys)
    assert all(since is None or since <= now for _, since in due)
    assert work_off_at(work, now) >= len(due)
    assert list(work.due(now)) == []
    assert not WorkClaim.objects.filter(attempts__gt=0).exists(), caplog.text


class Killed(BaseException):
    """The process dies."""


@EVERY_KIND
def test_what_somebody_was_killed_at_is_done_by_the_next(kind: str, request: pytest.FixtureRequest) -> None:
    begun(kind, request)
    work, now, keys = KINDS[kind], timezone.now(), list[str]()

    def die(key: str, now: object) -> None:
        keys.append(key)
        work.do(key, timezone.now())
        raise Killed

    def half(key: str, now: object) -> None:
        keys.append(key)
        raise Killed

    with pytest.raises(Killed):
        step_of(replace(work, do=half), now)
    assert (keys[0] in free_keys(work, now)) is (work.patience is None)
    give_up_waiting()
    assert keys[0] in free_keys(work, now)
    # And at the last moment: it is done, and nobody knows.
    with pytest.raises(Killed):
        step_of(replace(work, do=die), now)
    give_up_waiting()
    work_off_at(work, now)
    assert list(work.due(now)) == []


def step_of(work: Any, now: Any) -> None:
    claim = take(work, now)
    assert claim is not None
    claim.perform()


@pytest.mark.both_databases
@EVERY_KIND
def test_of_two_workers_one_has_a_key_and_without_the_guard_both(
    kind: str, request: pytest.FixtureRequest, caplog: pytest.LogCaptureFixture
) -> None:
    begun(kind, request)
    work, now = KINDS[kind], timezone.now()
    unguarded = replace(work, patience=None)
    one, other = take(unguarded, now), take(unguarded, now)
    assert one is not None
    assert other is not None
    assert one.key == other.key
    if work.patience is None:
        # To do the same twice does no harm.
        one.perform()
        other.perform()
        assert not caplog.records
        return
    many = replace(work, at_once=99)
    taken = [claim.key for _ in range(99) if (claim := take(many, now)) is not None]
    assert sorted(taken) == sorted({key for key, _ in work.due(now)})


def test_run_periodic_does_everything_that_is_due(something_of_everything: None) -> None:
    out = StringIO()
    call_command("run_periodic", stdout=out)
    data = dict(part.rsplit(": ", 1) for part in out.getvalue().strip().split("; "))
    assert list(data) == list(KINDS)
    not_done = {what for what, number in data.items() if not int(number)}
    assert not_done <= {"second copy"}
    assert CountedGame.objects.count() == 2
    assert Delivery.objects.filter(attempts=1).exists()
    assert not RememberedAnswer.objects.exists()
    assert ForecastRun.objects.filter(state=ForecastRun.State.FINISHED).exists()
    assert Chances.objects.filter(game__state=GameState.RUNNING).exists()
    assert Game.objects.filter(analysis__found__isnull=False).count() == 1
