"""The page of backups: for the site's owner alone, who has signed in just now; what is not encrypted stays there."""

from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from config import health
from config.backup import encryption, jobs
from config.backup.rotation import backups_in, path_in
from games.access import SITE, audit_log, sessions
from games.enums import Role
from games.models import SecurityEvent
from games.work.claims import step, work_off
from tests.games.pages import assert_is_sound
from tests.tournaments.conftest import with_role

pytestmark = pytest.mark.django_db
PAGE = "/organise/site/backups/"
NOW = f"{PAGE}now/"
#: As an encrypted backup begins.
SEALED = encryption._KEY.encode()
CLOSED, OPEN = "rauswurf-2026-11-23T201500Z.age.tar", "rauswurf-2026-11-22T201500Z.tar.gz"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, settings: Any) -> Path:
    settings.DATA_DIR = tmp_path
    settings.BACKUP_DIR = str(tmp_path / "backups")
    (tmp_path / "backups").mkdir()
    health._TAKING._counts.clear()
    return tmp_path / "backups"


@pytest.fixture
def owner() -> Client:
    return just_signed_in(with_role(Role.OWNER, "site"))


def just_signed_in(client: Client, ago: timedelta = timedelta(0)) -> Client:
    session = client.session
    session[sessions._SINCE] = (timezone.now() - ago).isoformat()
    session.save()
    return client


def kinds() -> list[str]:
    return [event.kind for event in SecurityEvent.objects.order_by("pk")]


def test_the_owner_asks_for_a_backup_and_it_is_made_once(owner: Client, folder: Path) -> None:
    assert "Back up now" in assert_is_sound(owner.get(PAGE, headers={"Accept-Language": "en"}), "en")
    assert "Jetzt sichern" in assert_is_sound(owner.get(PAGE, headers={"Accept-Language": "de"}), "de")
    for _ in range(2):
        assert owner.post(NOW).status_code == 302
    assert kinds() == ["backup asked for"]
    assert "Back up now" not in owner.get(PAGE, headers={"Accept-Language": "en"}).content.decode()
    assert work_off(jobs.WORK) == 1
    assert not jobs.is_asked_for(timezone.now())
    (made,) = backups_in(folder)
    assert str(made.path) in assert_is_sound(owner.get(PAGE, headers={"Accept-Language": "en"}), "en")


def asked_for(at: datetime) -> None:
    audit_log.note(SecurityEvent.Kind.BACKUP_ASKED, actor="user:1", place=SITE, now=at)


def test_one_machine_makes_what_was_asked_for_at_another(
    folder: Path, settings: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path_in(folder, timezone.now() - timedelta(hours=1), encrypted=True).touch()
    asked_for(timezone.now())
    settings.DATA_DIR = tmp_path / "of another machine"
    made: list[str] = []

    def make(command: str) -> None:
        made.append(command)
        path_in(folder, timezone.now(), encrypted=True).touch()

    monkeypatch.setattr(jobs, "call_command", make)
    assert step(jobs.WORK, timezone.now())
    assert made == ["backup"]
    assert not jobs.is_asked_for(timezone.now())


@pytest.mark.parametrize(("seconds", "is_due"), [(-1, False), (0, True), (0.5, True), (2, False)])
def test_what_is_asked_for_is_answered_by_a_backup_that_begins_later(
    folder: Path, seconds: float, is_due: bool
) -> None:
    """One that had begun by then may lack what was just done; a clock that was ahead does not ask for years."""
    began = timezone.now().replace(microsecond=0)
    path_in(folder, began, encrypted=True).touch()
    asked_for(began + timedelta(seconds=seconds))
    now = began + timedelta(seconds=1)
    assert jobs.is_asked_for(now) is is_due
    assert bool(list(jobs.WORK.due(now))) is is_due


def test_a_site_without_a_folder_makes_none_whatever_was_asked_for(settings: Any) -> None:
    asked_for(timezone.now())
    assert list(jobs.WORK.due(timezone.now()))
    settings.BACKUP_DIR = ""
    assert not list(jobs.WORK.due(timezone.now()))
    assert not jobs.is_asked_for(timezone.now())


def test_only_what_is_encrypted_is_handed_out_and_that_is_noted(owner: Client, folder: Path) -> None:
    (folder / CLOSED).write_bytes(SEALED)
    (folder / OPEN).touch()
    page = owner.get(PAGE, headers={"Accept-Language": "en"}).content.decode()
    assert f'href="{PAGE}{CLOSED}"' in page
    assert f'href="{PAGE}{OPEN}"' not in page
    answer = owner.get(PAGE + CLOSED)
    assert answer.getvalue() == SEALED
    assert (answer["Content-Disposition"], answer["Cache-Control"]) == (
        f'attachment; filename="{CLOSED}"',
        "max-age=0, no-cache, no-store, must-revalidate, private",
    )
    assert kinds() == ["backup taken"]
    for name in (OPEN, "secret-key", "..%2Fsecret-key", "rauswurf-2026-11-21T201500Z.age.tar"):
        assert owner.get(PAGE + name).status_code == 404
    assert kinds() == ["backup taken"]


def test_nobody_takes_many_in_a_minute(owner: Client, folder: Path) -> None:
    (folder / CLOSED).write_bytes(SEALED)
    answers = [owner.get(PAGE + CLOSED) for _ in range(health.A_MINUTE + 1)]
    assert [answer.status_code for answer in answers] == [200] * health.A_MINUTE + [429]
    assert "Retry-After" in answers[-1]


def test_a_device_that_was_left_open_asks_for_nothing_and_gets_nothing(folder: Path) -> None:
    (folder / CLOSED).write_bytes(SEALED)
    client = just_signed_in(with_role(Role.OWNER, "site"), sessions.FRESH_FOR)
    assert client.get(PAGE).status_code == 200
    for answer, back in ((client.post(NOW), PAGE), (client.get(PAGE + CLOSED), PAGE + CLOSED)):
        assert (answer.status_code, answer["Location"]) == (302, f"/accounts/login/?next={back}")
    assert kinds() == []
    assert not jobs.is_asked_for(timezone.now())


@pytest.mark.parametrize(("role", "place"), [(Role.ORGANISER, "site"), (Role.OWNER, "season:2026")])
def test_nobody_else_sees_anything(role: Role, place: str, folder: Path) -> None:
    (folder / CLOSED).write_bytes(SEALED)
    client = just_signed_in(with_role(role, place))
    assert [client.get(PAGE).status_code, client.get(PAGE + CLOSED).status_code] == [403, 403]
    assert client.post(NOW).status_code == 403
    assert [Client().get(PAGE).status_code, Client().post(NOW).status_code] == [302, 302]
    assert not jobs.is_asked_for(timezone.now())


def test_a_site_that_makes_none_says_what_would_change_that(owner: Client, settings: Any) -> None:
    settings.BACKUP_DIR = ""
    assert "BACKUP_DIR" in assert_is_sound(owner.get(PAGE, headers={"Accept-Language": "en"}), "en")
    assert owner.post(NOW).status_code == 302
    assert not jobs.is_asked_for(timezone.now())
