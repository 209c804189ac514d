"""How long links live: as is said of each, so it holds – the last minute before opens it, the first after does not."""

import re
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from typing import Any

import pytest
import time_machine
from django.contrib.auth.models import User
from django.core import mail
from django.test import Client, TestCase
from django.utils import timezone

from config.management.commands.serve import _first_step
from games.access.lifetimes import LIFETIMES, Purpose
from games.access.mail import delivered
from games.models import AccessToken, Player
from games.templatetags.dates import when
from tests.tournaments.conftest import YELLOW_STARTS, start
from tournaments.models import Event

pytestmark = pytest.mark.django_db
NOW = datetime(2026, 11, 24, 19, 22, tzinfo=timezone.get_default_timezone())
PASSWORD = "correct horse battery staple"
HOUR, DAY, MINUTE = timedelta(hours=1), timedelta(days=1), timedelta(minutes=1)

#: Not by the code: how long each lives.
LIVES = {
    Purpose.SETUP: DAY,
    Purpose.MAIL_ADDRESS: DAY,
    Purpose.ACCOUNT: 7 * DAY,
    Purpose.BOARD: 12 * HOUR,
    Purpose.REFEREE: 36 * HOUR,
    Purpose.OWN_DATA: 31 * DAY,
    Purpose.REGISTRATION_FORM: 12 * HOUR,
    Purpose.REGISTERED: 60 * DAY,
    Purpose.IN_THE_HALL: DAY,
}


def test_the_table_is_the_one_that_was_agreed_on() -> None:
    assert dict(LIFETIMES) == LIVES


@pytest.fixture
def root() -> Iterator[Client]:
    """The browser of the owner, at half past seven in the evening."""
    with time_machine.travel(NOW, tick=False):
        client = Client()
        client.force_login(User.objects.create_superuser("root", password=PASSWORD))
        yield client


Link = tuple[str, Callable[[], bool]]


def opens(path: str) -> bool:
    """Whether a browser that nobody has used gets in by a link."""
    answer = Client(REMOTE_ADDR="127.0.0.1").get(path)
    return answer.status_code in (200, 302)


def board(root: Client, cup: Event) -> Link:
    """Made on the page for access as it is offered first, with the code to print."""
    wanted = {"name": "board 3", "role": "recorder", "place": "event:cup", "hours": "12"}
    page = root.post("/access/?place=event:cup", wanted).content.decode()
    path = re.search(r"/enter/[\w-]+/", page)
    assert path
    return page, lambda: opens(path[0])


def referee(root: Client, cup: Event) -> Link:
    """Shown at the desk beside the game that is played."""
    start(cup, rounds=YELLOW_STARTS)
    root.post("/organise/events/cup/board/link/")
    page = root.get("/organise/events/cup/board/").content.decode()
    path = re.search(r"/enter/[\w-]+/", page)
    assert path
    return page, lambda: opens(path[0])


def account(root: Client, cup: Event) -> Link:
    wanted = {"person": "Bert", "role": "referee", "place": "event:cup"}
    page = root.post("/access/?place=event:cup", wanted).content.decode()
    path = re.search(r"/accounts/join/[\w-]+/[\w-]+/", page)
    assert path
    return page, lambda: opens(path[0])


def own_data(root: Client, cup: Event) -> Link:
    page = root.get(f"/organise/players/{Player.objects.earliest('pk').pk}/data/").content.decode()
    path = re.search(r"/your-data/[\w:-]+/", page)
    assert path
    return page, lambda: opens(path[0])


def mail_address(root: Client, cup: Event) -> Link:
    root.post("/accounts/login/", {"username": "root", "password": PASSWORD})
    with TestCase.captureOnCommitCallbacks(execute=True):
        root.post("/accounts/security/email/", {"email": "root@example.org"})
    delivered()
    (letter,) = mail.outbox
    path = re.search(r"/accounts/[\w/:.-]+", str(letter.body))
    assert path
    return str(letter.body), lambda: opens(path[0])


def setup(root: Client, cup: Event) -> Link:
    User.objects.update(is_superuser=False)
    said = _first_step(8000)
    path = re.search(r"http://127.0.0.1:8000(\S+)", said)
    assert path
    return said, lambda: opens(path[1])


MADE: dict[Purpose, Callable[[Client, Event], Link]] = {
    Purpose.BOARD: board,
    Purpose.REFEREE: referee,
    Purpose.ACCOUNT: account,
    Purpose.OWN_DATA: own_data,
    Purpose.MAIL_ADDRESS: mail_address,
    Purpose.SETUP: setup,
}


@pytest.mark.parametrize("purpose", MADE)
def test_a_link_lives_as_long_as_is_said(root: Client, cup: Event, purpose: Purpose, settings: Any) -> None:
    """Its text says the very minute; until then it opens, after it nobody gets in."""
    settings.DEFAULT_FROM_EMAIL = "league@example.org"
    said, is_open = MADE[purpose](root, cup)
    end = NOW + LIVES[purpose]
    assert (f"{end:%Y-%m-%d %H:%M}" if purpose is Purpose.SETUP else when(end)) in said
    for moment, expected in ((NOW, True), (end - MINUTE, True), (end + MINUTE, False)):
        with time_machine.travel(moment, tick=False):
            assert is_open() == expected, moment


@pytest.mark.parametrize(
    ("hours", "life"),
    [("12", 12 * HOUR), ("72", 3 * DAY), ("720", 30 * DAY), ("", 365 * DAY), ("never", None)],
)
def test_a_link_lives_as_long_as_was_chosen(
    root: Client, cup: Event, hours: str, life: timedelta | None
) -> None:
    wanted = {"name": "board 3", "role": "recorder", "place": "event:cup", "hours": hours}
    page = root.post("/access/?place=event:cup", wanted).content.decode()
    end = AccessToken.objects.get().expires_at
    assert end == (None if life is None else NOW + life)
    said = "until it is revoked" if end is None else f"until {when(end)}"
    assert said in page
    assert said in " ".join(root.get("/access/?place=event:cup", follow=True).content.decode().split())
