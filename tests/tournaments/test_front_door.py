"""The link of the first organiser: it opens once, here, for a day – and nothing opens without it."""

from datetime import timedelta
from io import StringIO
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from django.contrib.auth.models import User
from django.core.management import call_command
from django.test import Client
from django.utils import timezone

from games.access import setup_link
from games.models import SecurityEvent

pytestmark = pytest.mark.django_db
FILLED = {"name": "olga", "password": "quick brown fox", "site_name": "Kitchen League"}


@pytest.fixture(autouse=True)
def own_data(settings: Any, tmp_path: Path) -> None:
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


@pytest.mark.parametrize(
    "elsewhere", [{"ALLOWED_HOSTS": ["league.example"]}, {"SECURE_SSL_REDIRECT": True}], ids=["name", "https"]
)
def test_a_site_that_no_browser_on_its_machine_reaches_prints_the_command_instead(
    settings: Any, elsewhere: dict[str, Any]
) -> None:
    for name, value in elsewhere.items():
        setattr(settings, name, value)
    said = said_by_serve()
    assert ("/setup/" in said, "createsuperuser" in said) == (False, True)


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


def test_the_link_opens_for_a_day() -> None:
    with patch(
        "django.core.signing.time.time", return_value=(timezone.now() - timedelta(hours=25)).timestamp()
    ):
        link = setup_link.new_address()
    assert Client().get(link).status_code == 403


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
        ({"site_name": "a\u200bb"}, "Letters, digits and blanks only."),
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


def test_whoever_looks_at_the_demo_first_finds_the_way_back() -> None:
    client, link = Client(), setup_link.new_address()
    client.get(link)
    assert link in client.get("/").content.decode()
    assert link not in Client().get("/").content.decode()
