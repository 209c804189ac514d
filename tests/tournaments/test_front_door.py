"""Links: the first organiser's opens once and here, each lives as long as is said, those that are out open."""

import re
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from io import StringIO
from pathlib import Path
from typing import Any
from unittest.mock import patch
from uuid import UUID

import pytest
import time_machine
from django.contrib.auth.models import User
from django.core import mail
from django.core.management import call_command
from django.test import Client, TestCase
from django.utils import timezone

from config.management.commands.serve import _first_step
from games.access import LIFETIMES, Purpose, opened, setup_link
from games.access.mail import delivered
from games.models import AccessToken, Player, SecurityEvent
from games.templatetags.dates import when
from tests.tournaments.conftest import YELLOW_STARTS, start
from tournaments.hall import services as hall
from tournaments.models import Draw, Entry, Event

pytestmark = pytest.mark.django_db
FILLED = {"name": "olga", "password": "quick brown fox", "site_name": "Kitchen League"}


@pytest.fixture(autouse=True)
def data_folder(settings: Any, tmp_path: Path) -> None:
    settings.DATA_DIR = tmp_path


def said_by_serve() -> str:
    """What the server prints when it starts; it does not serve."""
    out = StringIO()
    with patch("uvicorn.run"):
        call_command("serve", stdout=out)
    return out.getvalue()


def test_the_site_prints_its_link_until_somebody_may_do_everything() -> None:
    link = next(line.strip() for line in said_by_serve().splitlines() if "/setup/" in line)
    assert link.startswith("http://127.0.0.1:8000/setup/")
    assert Client().get(link.removeprefix("http://127.0.0.1:8000")).status_code == 200
    User.objects.create_superuser("olga")
    assert "/setup/" not in said_by_serve()


def test_the_link_makes_the_first_organiser_signs_them_in_and_names_the_site() -> None:
    client, link = Client(), setup_link.new_address()
    answer = client.post(link, FILLED)
    assert (answer.status_code, answer["Location"]) == (302, "/organise/new/")
    olga = User.objects.get()
    assert (olga.username, olga.is_superuser, olga.check_password("quick brown fox")) == ("olga", True, True)
    page = client.get("/organise/new/").content.decode()
    assert "Kitchen League is set up." in page
    assert "Kitchen League" in Client().get("/").content.decode()
    assert SecurityEvent.objects.get().actor == f"user:{olga.pk}"


def test_where_a_setting_names_the_site_the_link_does_not_ask_for_it(settings: Any) -> None:
    settings.SITE_NAME = "Club of Clubs"
    client, link = Client(), setup_link.new_address()
    assert "site_name" not in client.get(link).context["form"].fields
    assert "Club of Clubs is set up." in client.post(link, FILLED, follow=True).content.decode()


def test_the_link_opens_once() -> None:
    link = setup_link.new_address()
    Client().post(link, FILLED)
    for again in (Client().get(link), Client().post(link, FILLED | {"name": "eve"})):
        assert again.status_code == 403
        assert "This link has been used." in again.content.decode()
    assert User.objects.get().username == "olga"


def test_of_two_who_open_the_link_at_once_one_is_first() -> None:
    setup_link.make_first_organiser(name="olga", password="quick brown fox")
    with patch.object(setup_link, "why_closed", return_value=None):  # both were let in before
        answer = Client().post(setup_link.new_address(), FILLED | {"name": "eve"})
    assert "This link has been used." in answer.content.decode()
    assert User.objects.get().username == "olga"


@pytest.mark.parametrize(
    "elsewhere",
    [
        {"REMOTE_ADDR": "192.0.2.7"},
        {"REMOTE_ADDR": "2001:db8::7"},
        {"REMOTE_ADDR": ""},
        {"REMOTE_ADDR": "127.0.0.1", "HTTP_X_FORWARDED_FOR": "192.0.2.7"},
        {"REMOTE_ADDR": "127.0.0.1", "HTTP_FORWARDED": "for=192.0.2.7"},
        {"REMOTE_ADDR": "127.0.0.1", "HTTP_X_REAL_IP": "192.0.2.7"},
        {"REMOTE_ADDR": "127.0.0.1", "HTTP_VIA": "1.1 proxy"},
    ],
)
def test_the_link_opens_on_this_machine_alone(elsewhere: dict[str, str]) -> None:
    link = setup_link.new_address()
    assert Client(**elsewhere).get(link).status_code == 403  # type: ignore[arg-type]
    assert Client(**elsewhere).post(link, FILLED).status_code == 403  # type: ignore[arg-type]
    assert not User.objects.exists()


def test_nothing_opens_without_the_link() -> None:
    for address in ("/setup/x/", "/setup/1.2/", f"{setup_link.new_address()[:-2]}/"):
        assert Client().get(address).status_code == 403, address
        assert Client().post(address, FILLED | {"demo": "yes"}).status_code == 403, address
    assert not User.objects.exists()


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"name": ""}, "This field is required."),
        ({"name": "a b\n<c>"}, "Enter a valid username."),
        ({"name": "x" * 151}, "at most 150"),
        ({"password": "123"}, "too short"),
        ({"password": "olga"}, "too short"),
        ({"site_name": "x" * 61}, "at most 60"),
        ({"site_name": "a\u200bb"}, "Only printable characters."),
    ],
)
def test_what_is_wrong_is_said_and_nothing_is_made(wrong: dict[str, str], message: str) -> None:
    answer = Client().post(setup_link.new_address(), FILLED | wrong)
    assert answer.status_code == 200
    assert message in answer.content.decode()
    assert not User.objects.exists()


def test_legal_pages_are_there_once_the_host_has_written_them(settings: Any, tmp_path: Path) -> None:
    assert Client().get("/about/imprint/").status_code == Client().get("/about/other/").status_code == 404
    assert "/about/imprint/" not in Client().get("/").content.decode()
    for name in ("about", "imprint"):
        (tmp_path / f"{name}.txt").write_text("Olga & Co.\n\nKitchen 7", encoding="utf-8")
    settings.TEXTS_DIR = str(tmp_path)
    assert "/about/imprint/" in Client().get("/").content.decode()
    for page in ("/about/", "/about/imprint/"):
        assert "Olga &amp; Co." in Client().get(page).content.decode()
    assert Client().get("/about/logo").status_code == 404
    (tmp_path / "logo.svg").write_text("<svg/>", encoding="utf-8")
    settings.SITE_LOGO = str(tmp_path / "logo.svg")
    answer = Client().get("/about/logo")
    assert (answer["Content-Type"], b"".join(answer)) == ("image/svg+xml", b"<svg/>")


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


@pytest.fixture(autouse=True)
def key(settings: Any) -> None:
    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = "the key of the samples", []


@pytest.fixture
def root() -> Iterator[Client]:
    """The browser of the owner, at half past seven in the evening."""
    with time_machine.travel(NOW, tick=False):
        client = Client()
        client.force_login(User.objects.create_superuser("root", password=PASSWORD))
        yield client


def board(root: Client) -> str:
    """Made on the page for access as it is offered first, with the code to print."""
    wanted = {"name": "board 3", "role": "recorder", "place": "event:cup", "hours": "12"}
    return root.post("/access/?place=event:cup", wanted).content.decode()


def referee(root: Client) -> str:
    """Shown at the desk beside the game that is played."""
    start(Event.objects.get(), rounds=YELLOW_STARTS)
    root.post("/organise/events/cup/board/link/")
    return root.get("/organise/events/cup/board/").content.decode()


def account(root: Client) -> str:
    wanted = {"person": "Bert", "role": "referee", "place": "event:cup"}
    return root.post("/access/?place=event:cup", wanted).content.decode()


def own_data(root: Client) -> str:
    return root.get(f"/organise/players/{Player.objects.earliest('pk').pk}/data/").content.decode()


def mail_address(root: Client) -> str:
    root.post("/accounts/login/", {"username": "root", "password": PASSWORD})
    with TestCase.captureOnCommitCallbacks(execute=True):
        root.post("/accounts/security/email/", {"email": "root@example.org"})
    delivered()
    return str(mail.outbox[0].body)


def setup(root: Client) -> str:
    User.objects.update(is_superuser=False)
    return _first_step(8000)


#: What is said with a link, by the doors that give one.
SAID: dict[Purpose, Callable[[Client], str]] = {
    Purpose.BOARD: board,
    Purpose.REFEREE: referee,
    Purpose.ACCOUNT: account,
    Purpose.OWN_DATA: own_data,
    Purpose.MAIL_ADDRESS: mail_address,
    Purpose.SETUP: setup,
}
LINK = re.compile(r"/(?:enter|accounts/join|accounts/email|your-data|setup)/[\w/:.-]+")


@pytest.mark.usefixtures("cup")
@pytest.mark.parametrize("purpose", SAID)
def test_a_link_lives_as_long_as_is_said(root: Client, purpose: Purpose, settings: Any) -> None:
    """Its text says the very minute; until then it opens, after it nobody gets in."""
    settings.DEFAULT_FROM_EMAIL = "league@example.org"
    said, end = SAID[purpose](root), NOW + LIVES[purpose]
    assert (f"{end:%Y-%m-%d %H:%M}" if purpose is Purpose.SETUP else when(end)) in said
    link = LINK.findall(said)[0]
    for moment, is_open in ((NOW, True), (end - MINUTE, True), (end + MINUTE, False)):
        with time_machine.travel(moment, tick=False):
            answer = Client(REMOTE_ADDR="127.0.0.1").get(link)
            assert (answer.status_code in (200, 302)) is is_open, moment


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
    "own data": (
        "/your-data/0000000000000000000000000000002a:1xXFDs:FijNsX3kSyufiByy5AcK6HbAf0ZVHhtB9jQl6kYG90g/",
        31 * DAY,
        404,
    ),
}
BOARD_DIGEST = "aa09b2fbc0242911053cc5e4f3385e937fc392c5768d200748adedda9ba8997e"


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
    assert Client().get("/enter/rauswurf_sample-sample-sample-sample-sample-sample-/").status_code == 302


def test_a_form_that_was_opened_before_can_be_sent() -> None:
    form = "IjAxMjM0NTY3ODlhYmNkZWYwMTIzNDU2NyI:1xXFDs:KMpYQhv-uH7D3Vx_HMnK_G3gvI7mRmIWbqd8SbhTtCI"
    with time_machine.travel(OUT_SINCE + timedelta(hours=11), tick=False):
        assert opened(Purpose.REGISTRATION_FORM, form) == "0123456789abcdef01234567"


def test_codes_on_paper_and_personal_links_that_are_out_open() -> None:
    assert hall.slip_token(Draw(event_id=5, pk=11), 3) == "59df8c76f8e1349e11cd"
    entry = Entry(key="k9", registered="mark of a form")
    assert hall.personal_token(Event(slug="hall"), entry) == "8a6c1a4c1df58a947d4e"
    assert hall.is_personal_token(Event(slug="hall"), entry, "8a6c1a4c1df58a947d4e")
