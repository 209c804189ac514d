"""How long links live: as is said of each, so it holds; what is out opens until its end."""

import re
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID

import pytest
import time_machine
from django.contrib.auth.models import User
from django.core import mail
from django.test import Client, TestCase
from django.utils import timezone

from config.management.commands.serve import _first_step
from games.access import LIFETIMES, Purpose, opened
from games.access.mail import delivered
from games.models import AccessToken, Player
from games.templatetags.dates import when
from tests.tournaments.conftest import YELLOW_STARTS, start
from tournaments.hall import services as hall
from tournaments.models import Draw, Entry, Event

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


# -- links and printed codes that are out --------------------------------------------------------------


OUT_SINCE = datetime(2026, 11, 28, 10, tzinfo=UTC)
DAY, MINUTE = timedelta(days=1), timedelta(minutes=1)

#: Addresses, how long each opens, and the answer after that.
LINKS = {
    "setup": ("/setup/IiI:1xXFDs:DFPdr2b2R8XakdfnIKT_uAyoJ5wSeMUy60FZkZjkBSA/", DAY, 403),
    "e-mail address": (
        "/accounts/email/.eJyrVkpMTs4vzStRsjLXUUpKTcsvSlWyUsrPSXFIzilN0kutSMwtyElV0lFKTEkpSi0uBkrmpZajStYCAE99GFk:1xXFDs:yXzwJKqurM_Ol73HoHXOedmchXcLxDZXVwmLec6Be6I/",
        DAY,
        403,
    ),
    "account": ("/accounts/join/Nw/diqzs0-67d27db5a11b90a87254c416407a27d7/", 7 * DAY, 403),
    "account, mailed": ("/accounts/join/Nw/diqzs0-ee08f67d3d0f662a62320ce1255eee44/", 7 * DAY, 403),
    "league": ("/accounts/start/Nw/diqzs0-1c777969eae71449b213f09c31decc7a/", 7 * DAY, 403),
    "league, mailed": ("/accounts/start/Nw/diqzs0-42024805740c33ffb079008dbb7be4e8/", 7 * DAY, 403),
    "own data": (
        "/your-data/0000000000000000000000000000002a:1xXFDs:FijNsX3kSyufiByy5AcK6HbAf0ZVHhtB9jQl6kYG90g/",
        31 * DAY,
        404,
    ),
}
BOARD, BOARD_DIGEST = (
    "/enter/rauswurf_sample-sample-sample-sample-sample-sample-/",
    "aa09b2fbc0242911053cc5e4f3385e937fc392c5768d200748adedda9ba8997e",
)


@pytest.fixture(autouse=True)
def key(settings: Any) -> None:
    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = "the key of the samples", []
    settings.WHO_MAY_START = "invited"


@pytest.mark.parametrize("name", LINKS)
def test_a_link_that_is_out_opens_until_its_end(name: str) -> None:
    User.objects.create(pk=7, username="anna", email="old@club.example", password="!of the samples")
    Player.objects.create(pk=UUID(int=42), name="Anna")
    path, life, after = LINKS[name]
    for moment, expected in (
        (OUT_SINCE, 200),
        (OUT_SINCE + life - MINUTE, 200),
        (OUT_SINCE + life + MINUTE, after),
    ):
        with time_machine.travel(moment, tick=False):
            assert Client().get(path).status_code == expected, moment


def test_the_link_of_a_board_that_is_out_opens() -> None:
    AccessToken.objects.create(name="board 3", digest=BOARD_DIGEST, place="site")
    assert Client().get(BOARD).status_code == 302


def test_a_form_that_was_opened_before_can_be_sent() -> None:
    form = "IjAxMjM0NTY3ODlhYmNkZWYwMTIzNDU2NyI:1xXFDs:KMpYQhv-uH7D3Vx_HMnK_G3gvI7mRmIWbqd8SbhTtCI"
    with time_machine.travel(OUT_SINCE + timedelta(hours=11), tick=False):
        assert opened(Purpose.REGISTRATION_FORM, form) == "0123456789abcdef01234567"


def test_codes_on_paper_and_personal_links_that_are_out_open() -> None:
    assert hall.slip_token(Draw(event_id=5, pk=11), 3) == "59df8c76f8e1349e11cd"
    entry = Entry(key="k9", registered="mark of a form")
    assert hall.personal_token(Event(slug="hall"), entry) == "8a6c1a4c1df58a947d4e"
    assert hall.is_personal_token(Event(slug="hall"), entry, "8a6c1a4c1df58a947d4e")
