"""Every alert fires for its cause and is silent without it: the real rules, over what the site really says.

Each test looks twice, before and after it has made the cause. The real ``promtool`` is handed what was read, as the
minutes before and after, and says whether the alert fires.
"""

from __future__ import annotations

import json
import re
import subprocess
import time
from collections.abc import Callable, Iterable
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
import yaml
from django.db import OperationalError, connection
from django.utils import timezone

from config.watch import chain_check, machine
from games import triggers
from games.models import Game, GameEvent
from tests.config.watch.scraping import Scrape, ask, scrape
from tests.servers import ROOT, free_port
from tests.tournaments import conftest as events
from tournaments.models import Event, Ranking

RULES = ROOT / "deploy/prometheus/alerts.yml"
ALERTS = {
    rule["alert"]: rule for group in yaml.safe_load(RULES.read_text())["groups"] for rule in group["rules"]
}
#: Minutes of quiet, then minutes with the cause.
BEFORE, AFTER = 30, 90

season, players, cup = events.season, events.players, events.cup
Sample = tuple[str, dict[str, str], float]


class Minutes:
    """What Prometheus would have kept: a value a minute, quiet ones and then those with the cause."""

    def __init__(self, promtool: str, folder: Path) -> None:
        self.promtool, self.folder = promtool, folder
        self.quiet: dict[str, float] = {}
        self.loud: dict[str, float] = {}

    def keep_quiet(self, found: Scrape, extra: Iterable[Sample] = ()) -> None:
        self.quiet = _as_kept([*found.samples(), *extra], BEFORE)

    def keep_loud(self, found: Scrape, extra: Iterable[Sample] = ()) -> None:
        self.loud = _as_kept([*found.samples(), *extra], BEFORE + AFTER)

    def fires(self, alert: str, *, after: int) -> bool:
        """Whether the alert fires so many minutes after the cause began."""
        names = set(re.findall(r"rauswurf_\w+|\bup\b", ALERTS[alert]["expr"]))
        series = []
        for key in sorted(self.quiet.keys() | self.loud.keys()):
            if re.split("[{]", key)[0] in names:
                values = [self.quiet.get(key, "_")] * BEFORE + [self.loud.get(key, "_")] * AFTER
                series.append({"series": key, "values": " ".join(map(str, values))})
        asked = {
            "rule_files": [str(RULES)],
            "evaluation_interval": "1m",
            "tests": [
                {
                    "interval": "1m",
                    "input_series": series,
                    "alert_rule_test": [
                        {"eval_time": f"{BEFORE + after}m", "alertname": alert, "exp_alerts": []}
                    ],
                }
            ],
        }
        file = self.folder / "asked.yml"
        file.write_text(json.dumps(asked))  # JSON is YAML
        done = subprocess.run(
            [self.promtool, "test", "rules", str(file)], capture_output=True, text=True, timeout=60
        )
        told = done.stdout + done.stderr
        if done.returncode == 0:
            return False
        assert f"alertname: {alert}" in told, told
        assert "got:" in told, told
        return True


def _as_kept(samples: Iterable[Sample], minute: int) -> dict[str, float]:
    """Samples by the name Prometheus gives them; moments by its test's clock, which begins at 0."""
    kept, now = {}, time.time()
    for name, labels, value in samples:
        told = ",".join(f"{label}={json.dumps(each)}" for label, each in sorted(labels.items()))
        is_moment = name.endswith("_timestamp_seconds")
        kept[f"{name}{{{told}}}"] = value - now + 60 * minute if is_moment else value
    return kept


@pytest.fixture
def minutes(promtool: str, tmp_path: Path) -> Minutes:
    return Minutes(promtool, tmp_path)


def test_promtool_takes_the_rules(promtool: str) -> None:
    done = subprocess.run([promtool, "check", "rules", str(RULES)], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "7 rules found" in done.stdout


@pytest.mark.django_db
def test_a_site_that_does_not_answer(minutes: Minutes) -> None:
    minutes.keep_quiet(scrape(), [("up", {"job": "rauswurf"}, 1)])
    minutes.keep_loud(Scrape({}), [("up", {"job": "rauswurf"}, _answers(free_port()))])
    assert not minutes.fires("RauswurfDown", after=-1)
    assert minutes.fires("RauswurfDown", after=3)


def _answers(port: int) -> float:
    import urllib.request

    try:
        urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics", timeout=2)
    except OSError:
        return 0
    return 1


@pytest.mark.django_db
def test_requests_that_fail(minutes: Minutes) -> None:
    minutes.keep_quiet(scrape())
    with connection.execute_wrapper(_fails):
        assert ask("GET", "/api/v1/games/").status == 503
    minutes.keep_loud(scrape())
    assert not minutes.fires("RauswurfFails", after=-1)
    assert minutes.fires("RauswurfFails", after=3)


def _fails(*_: object, **__: object) -> None:
    raise OperationalError("server closed the connection unexpectedly")


@pytest.mark.django_db
def test_recording_that_is_slow(minutes: Minutes, game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    path = f"/api/v1/games/{game.pk}/throws/"
    minutes.keep_quiet(scrape())
    clock = iter([0.0, 0.7])
    monkeypatch.setattr("config.watch.exchange.time.perf_counter", lambda: next(clock, 0.7))
    ask("POST", path, "[]")
    monkeypatch.undo()
    minutes.keep_loud(scrape())
    assert not minutes.fires("RauswurfRecordingSlow", after=-1)
    assert minutes.fires("RauswurfRecordingSlow", after=7)


@pytest.mark.django_db
def test_work_that_nobody_does(minutes: Minutes, cup: Event) -> None:
    minutes.keep_quiet(scrape())
    Ranking.objects.create(
        key="3t", good_until=timezone.now() - timedelta(minutes=11), drawn_at=timezone.now()
    )
    minutes.keep_loud(scrape())
    assert not minutes.fires("RauswurfWorkWaits", after=-1)
    assert minutes.fires("RauswurfWorkWaits", after=7)


@pytest.mark.django_db
@pytest.mark.parametrize("is_there", [True, False])
def test_a_backup_that_is_old_or_missing(
    minutes: Minutes, settings: Any, tmp_path: Path, is_there: bool
) -> None:
    settings.BACKUP_DIR = str(tmp_path)
    made = tmp_path / f"rauswurf-{timezone.now() - timedelta(hours=3):%Y-%m-%dT%H%M%S}Z.tar.gz"
    made.write_bytes(b"backup")
    minutes.keep_quiet(scrape())
    minutes.keep_loud(scrape())
    assert not minutes.fires("RauswurfBackupOld", after=80)
    made.unlink()
    if is_there:
        made.with_name(f"rauswurf-{timezone.now() - timedelta(hours=29):%Y-%m-%dT%H%M%S}Z.tar.gz").touch()
    minutes.keep_loud(scrape())
    assert minutes.fires("RauswurfBackupOld", after=80)


@pytest.mark.django_db
def test_a_log_that_was_changed(minutes: Minutes, recorded: Callable[[int], Game], data_dir: Path) -> None:
    game = recorded(3)
    chain_check.walk(seconds=60)
    minutes.keep_quiet(scrape())
    triggers.remove(connection)
    GameEvent.objects.filter(game=game, number=3).update(actor="user:99")
    triggers.install(connection)
    chain_check.walk(seconds=60)
    minutes.keep_loud(scrape())
    assert not minutes.fires("RauswurfChainBroken", after=-1)
    assert minutes.fires("RauswurfChainBroken", after=1)


@pytest.mark.django_db
def test_a_disk_that_fills_up(minutes: Minutes, monkeypatch: pytest.MonkeyPatch) -> None:
    def disk(part: float) -> Callable[[object], object]:
        return lambda _: type("Usage", (), {"free": 10**9 * part, "total": 10**9})

    monkeypatch.setattr(machine, "disk_usage", disk(0.5))
    minutes.keep_quiet(scrape())
    monkeypatch.setattr(machine, "disk_usage", disk(0.05))
    minutes.keep_loud(scrape())
    assert not minutes.fires("RauswurfDiskFull", after=-1)
    assert minutes.fires("RauswurfDiskFull", after=7)
