"""What is missing is told in plain words: each finding by its cause, at all three doors, to those who may see it."""

import json
import re
from collections.abc import Callable
from datetime import timedelta
from io import StringIO
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from django.core.management import call_command
from django.db import OperationalError
from django.test import Client
from django.utils import timezone

from config.watch import chain_check, findings, machine
from config.watch.findings import SiteFinding
from games.enums import Role
from games.models import Game
from tests.games.pages import assert_is_sound
from tests.servers import ROOT, free_port
from tests.tournaments import conftest as events
from tests.tournaments.conftest import with_role
from tournaments.models import Delivery, Event, Ranking
from tournaments.webhooks import services

pytestmark = pytest.mark.django_db

season, players, cup = events.season, events.players, events.cup


@pytest.fixture(autouse=True)
def well(settings: Any, data_dir: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A site to which nothing is missing; each test takes something away."""
    settings.SECURE_SSL_REDIRECT = True
    settings.PROXIES = 1
    settings.ALLOWED_HOSTS = ["league.example", "testserver"]
    settings.SECRET_KEY = "a-long-key-of-many-letters-0123456789-abcdefghijklmnopqrstuvw"
    settings.DEFAULT_FROM_EMAIL = "league@league.example"
    settings.BACKUP_DIR = str(data_dir / "backups")
    settings.METRICS_DIR = str(data_dir / "metrics")
    backup(data_dir, timedelta(hours=2))


def backup(data_dir: Path, age: timedelta) -> None:
    (data_dir / "backups").mkdir(exist_ok=True)
    (data_dir / f"backups/rauswurf-{timezone.now() - age:%Y-%m-%dT%H%M%S}Z.tar.gz").touch()


def found() -> dict[str, SiteFinding]:
    return {each.number.removeprefix("config."): each for each in findings.findings(now=timezone.now())}


def said(number: str) -> str:
    """The sentence of the only finding, in both languages."""
    (finding,) = found().values()
    assert finding.number == f"config.{number}"
    assert finding.message.of("de") != finding.message.of("en")
    assert finding.hint.of("de") != finding.hint.of("en")
    return finding.message.of("en")


def test_a_site_to_which_nothing_is_missing_has_no_findings() -> None:
    assert found() == {}


@pytest.mark.parametrize(
    ("number", "changed"),
    [
        ("W101", {"SECURE_SSL_REDIRECT": False}),
        ("W102", {"ALLOWED_HOSTS": ["league.example", "*"]}),
        ("W103", {"ALLOWED_HOSTS": ["localhost", "127.0.0.1"]}),
        ("W104", {"SECRET_KEY": "secret"}),
        ("W104", {"SECRET_KEY": "a" * 60}),
        ("W105", {"DEBUG": True}),
        ("W106", {"PROXIES": 0}),
        ("W201", {"BACKUP_DIR": ""}),
        ("W213", {"DEFAULT_FROM_EMAIL": ""}),
    ],
)
def test_a_setting_that_is_not_as_it_should_be_is_told(
    settings: Any, number: str, changed: dict[str, Any]
) -> None:
    for name, value in changed.items():
        setattr(settings, name, value)
    assert said(number)


def test_a_backup_older_than_a_day_is_told_with_its_age(data_dir: Path) -> None:
    for path in (data_dir / "backups").iterdir():
        path.unlink()
    assert said("W201") == "There is no backup."
    backup(data_dir, timedelta(hours=31))
    assert said("W202") == "The newest backup is 31 hours old."


def test_a_disk_without_room_is_urgent(monkeypatch: pytest.MonkeyPatch, settings: Any) -> None:
    settings.BACKUP_DIR = ""
    monkeypatch.setattr(machine, "disk_usage", lambda _: SimpleNamespace(free=9 * 10**9, total=10**11))
    told = found()["W203"]
    assert told.is_urgent
    assert told.message.of("en") == "The disk of the data is nearly full: 9.0 GB of 100.0 GB are free."
    assert "9,0 GB" in told.message.of("de")


def test_a_clock_behind_the_log_is_urgent(recorded: Callable[[int], Game]) -> None:
    game = recorded(1)
    events_of = game.events.order_by("-number")[0]
    told = {each.number: each for each in findings.findings(now=events_of.recorded_at - timedelta(minutes=1))}
    assert told["config.W206"].is_urgent


def test_processes_that_do_not_run_are_told(
    settings: Any, monkeypatch: pytest.MonkeyPatch, redis_url: str
) -> None:
    settings.REDIS_URL = redis_url
    assert found().keys() == {"W207", "W208", "W209"}
    living = {"worker": 1, "beat": 1, "streams": 1}
    monkeypatch.setattr("config.watch.sharing.living", lambda: living)
    assert found() == {}
    living["beat"] = 2
    assert said("W210")
    living["beat"] = 1
    settings.REDIS_URL = f"redis://127.0.0.1:{free_port()}/0"
    assert said("W211")


def test_work_that_waits_is_urgent() -> None:
    due = timezone.now() - timedelta(minutes=12)
    Ranking.objects.create(key="3t", good_until=due)
    assert said("W212") == "Work in “rankings” has been waiting for 12 minutes."


def test_a_mail_server_that_takes_nothing_is_told(settings: Any) -> None:
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", free_port()
    assert said("W214") == "The mail server does not take mail: ConnectionRefusedError."


def test_logs_that_were_changed_or_not_walked_are_told(data_dir: Path) -> None:
    def keep(age: timedelta, *broken: str) -> None:
        ended = (timezone.now() - age).isoformat()
        last = {"ended_at": ended, "logs": 3, "broken": broken}
        kept = {"last": last, "present": None, "after": ""}
        (data_dir / "chain-check.json").write_text(json.dumps(kept))

    keep(timedelta(hours=5))
    assert found() == {}
    keep(timedelta(hours=5), "6bd2: event 4")
    assert said("W215") == "Logs of games were changed: 1."
    keep(timedelta(days=4))
    assert said("W216") == "The hash chains were last walked 96 hours ago."
    assert chain_check.last_check() is not None


def test_messages_that_were_given_up_are_told(cup: Event) -> None:
    webhook = services.subscribe(
        event_id=cup.pk, url="https://league.example/x", kinds=["game.ended"], actor="t", now=timezone.now()
    )
    services.ping(webhook_id=webhook.pk, actor="test", now=timezone.now())
    Delivery.objects.update(state=Delivery.State.GIVEN_UP)
    assert said("W217")


def test_a_database_that_cannot_be_asked_is_told_once_beside_the_rest(
    monkeypatch: pytest.MonkeyPatch, settings: Any
) -> None:
    def away(*_: object, **__: object) -> None:
        raise OperationalError("no such table: games_gameevent")

    settings.DEBUG = True
    monkeypatch.setattr("config.watch.findings.GameEvent.objects.order_by", away)
    monkeypatch.setattr("config.watch.findings.Delivery.objects.filter", away)
    assert found().keys() == {"W105", "W218"}


# -- three doors -----------------------------------------------------------------------------------


def test_check_deploy_says_it_in_both_languages(settings: Any) -> None:
    settings.BACKUP_DIR = ""
    told = StringIO()
    call_command("check", "--deploy", stderr=told, stdout=told)
    assert "There is no backup. / Es gibt keine Sicherung." in told.getvalue()
    assert "config.W201" in told.getvalue()
    told = StringIO()
    call_command("check", stderr=told, stdout=told)
    assert "config.W201" not in told.getvalue()


def test_the_owner_sees_it_as_a_page_and_nobody_else(settings: Any) -> None:
    settings.SECURE_SSL_REDIRECT = False
    settings.BACKUP_DIR = ""
    page = "/organise/site/check/"
    owner = with_role(Role.OWNER, "site")
    for language, sentence in (("en", "There is no backup."), ("de", "Es gibt keine Sicherung.")):
        assert sentence in assert_is_sound(owner.get(page, headers={"Accept-Language": language}), language)
    assert f'href="{page}"' in owner.get("/organise/site/").content.decode()
    for role, place in ((Role.ORGANISER, "site"), (Role.OWNER, "season:2026")):
        assert with_role(role, place).get(page).status_code == 403
    assert Client().get(page).status_code == 302


def test_readyz_tells_it_to_the_token_and_the_owner_alone(settings: Any) -> None:
    settings.SECURE_SSL_REDIRECT = False
    settings.BACKUP_DIR = ""
    settings.METRICS_TOKEN = "open sesame"
    plain = {"ready": True}
    assert Client().get("/readyz?verbose").json() == plain
    assert Client().get("/readyz?verbose", headers={"Authorization": "Bearer x"}).json() == plain
    assert with_role(Role.ORGANISER, "site").get("/readyz?verbose").json() == plain
    owner = with_role(Role.OWNER, "site")
    assert owner.get("/readyz").json() == plain
    for told in (
        owner.get("/readyz?verbose").json(),
        Client().get("/readyz?verbose", headers={"Authorization": "Bearer open sesame"}).json(),
    ):
        assert told["ready"] is True
        assert [each["id"] for each in told["findings"]] == ["config.W101", "config.W201"]
        assert told["findings"][1]["messages"] == {
            "en": "There is no backup.",
            "de": "Es gibt keine Sicherung.",
        }


def test_every_finding_has_a_row_in_the_documentation_and_a_number_of_its_own() -> None:
    code = (ROOT / "config/watch/findings.py").read_text(encoding="utf-8")
    numbers = re.findall(r'"config\.(W\d+)"', code)
    assert len(set(numbers)) == len(numbers)
    page = (ROOT / "docs/install/watch.md").read_text(encoding="utf-8").partition("## What is missing")[2]
    rows = [
        tuple(map(int, re.findall(r"W(\d+)", line.split("|")[1])))
        for line in page.splitlines()
        if line.startswith("| `")
    ]
    told = {number for first, *last in rows for number in range(first, (last or [first])[-1] + 1)}
    assert {int(number[1:]) for number in numbers} == told
