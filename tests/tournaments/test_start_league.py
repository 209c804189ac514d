"""Who may start a league – nobody, invited, everybody –, and the page of the site's owner."""

import re
from datetime import timedelta
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import time_machine
from django.contrib.auth.models import User
from django.core.checks import run_checks
from django.test import Client
from django.utils import timezone

from games.enums import Role
from games.models import Permit
from tests.games.pages import assert_is_sound
from tests.tournaments.conftest import with_role
from tests.tournaments.event_state import everything
from tournaments.models import Event, Season

pytestmark = pytest.mark.django_db
START, SITE = "/accounts/start/", "/organise/site/"
FILLED = {"league": "Kitchen League", "name": "anna", "password": "quick brown fox"}


def invitation(owner: Client) -> str:
    page = owner.post(SITE, {"invited": "Anna Amsel"}).content.decode()
    found = re.search(r'href="(/accounts/start/[^"]+)"', page)
    assert found is not None, page
    return found[1]


def test_everybody_starts_a_league_with_an_account_of_their_own(settings: Any) -> None:
    settings.WHO_MAY_START = "everybody"
    client = Client()
    assert f'href="{START}"' in client.get("/").content.decode()
    assert_is_sound(client.get(START), "en")
    answer = client.post(START, FILLED)
    assert answer["Location"] == "/organise/new/"
    assert "Kitchen League is ready." in client.get("/organise/new/").content.decode()
    season, anna = Season.objects.get(), User.objects.get()
    assert (season.name, anna.username, anna.is_staff, anna.is_superuser) == (
        "Kitchen League",
        "anna",
        False,
        False,
    )
    permit = Permit.objects.get()
    assert (permit.person, permit.role, permit.place) == (anna, Role.OWNER, f"season:{season.slug}")
    assert Client().login(username="anna", password="quick brown fox")


def test_a_league_makes_events_of_its_own_and_reaches_no_others(settings: Any, cup: Event) -> None:
    settings.WHO_MAY_START = "everybody"
    client = Client()
    client.post(START, FILLED)
    today = timezone.localdate().isoformat()
    own = Season.objects.get(name="Kitchen League")
    sent = {"names": "Anna\nBruno\nClara", "rules_name": "xmadn-3t", "starts_on": today, "level": "1"}
    assert client.post("/organise/new/championship/", {**sent, "season": own.pk}).status_code == 302
    assert Event.objects.get(season=own).entries.count() == 3
    assert client.post("/organise/new/championship/", {**sent, "season": cup.season_id}).status_code == 200
    for page in ("/organise/events/cup/", SITE, "/organise/import/"):
        assert client.get(page).status_code == 403, page


def test_whoever_is_signed_in_starts_a_league_with_the_account_that_they_have(settings: Any) -> None:
    settings.WHO_MAY_START = "everybody"
    client = Client()
    client.force_login(User.objects.create_user("lena"))
    assert "password" not in client.get(START).content.decode().partition("<main")[2]
    assert client.post(START, {"league": "Lena's"}).status_code == 302
    assert Permit.objects.get().person.username == "lena"


@pytest.mark.parametrize("who", ["nobody", "invited"])
def test_otherwise_nobody_makes_an_account_by_themselves(settings: Any, who: str) -> None:
    settings.WHO_MAY_START = who
    assert START not in Client().get("/").content.decode()
    assert Client().get(START).status_code == Client().post(START, FILLED).status_code == 403
    assert not User.objects.exists()


def test_whoever_the_owner_invites_starts_a_league_once() -> None:
    link, anna = invitation(with_role(Role.OWNER, "site")), Client()
    assert 'value="Anna.Amsel"' in assert_is_sound(anna.get(link), "en")
    assert anna.post(link, FILLED)["Location"] == "/organise/new/"
    assert anna.get("/organise/new/").status_code == 200
    assert Permit.objects.get(person__username="anna").role == Role.OWNER
    for again in (Client().get(link), Client().post(link, FILLED | {"name": "eve"})):
        assert again.status_code == 403
    assert Season.objects.count() == 1


def test_an_invitation_to_a_league_is_no_link_of_another_kind() -> None:
    link = invitation(with_role(Role.OWNER, "site"))
    assert Client().get(link.replace("/start/", "/join/")).status_code == 403


def test_where_nobody_may_start_an_invitation_of_before_opens_nothing(settings: Any) -> None:
    owner = with_role(Role.OWNER, "site")
    link = invitation(owner)
    settings.WHO_MAY_START = "nobody"
    assert Client().get(link).status_code == Client().post(link, FILLED).status_code == 403
    assert "Create invitation" not in owner.get(SITE).content.decode()
    owner.post(SITE, {"invited": "Bruno"})
    assert not User.objects.filter(username="Bruno").exists()


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"league": ""}, "This field is required."),
        ({"league": "x" * 101}, "at most 100"),
        ({"league": "a\u200bb"}, "printable"),
        ({"name": "two words"}, "Enter a valid username."),
        ({"name": "OLGA"}, "There is an account of this name."),
        ({"password": "12345678"}, "too common"),
    ],
)
def test_what_is_wrong_is_said_and_nothing_is_made(
    settings: Any, wrong: dict[str, str], message: str
) -> None:
    settings.WHO_MAY_START = "everybody"
    User.objects.create_user("olga")
    before = everything()
    answer = Client().post(START, FILLED | wrong)
    assert message in assert_is_sound(answer, "en")
    assert everything() == before
    assert User.objects.count() == 1


def test_accounts_are_made_as_often_as_logins_are_tried(settings: Any) -> None:
    settings.WHO_MAY_START, settings.LOGINS_PER_MINUTE = "everybody", 2
    with time_machine.travel(timezone.now() + timedelta(hours=1), tick=False):
        found = [Client(REMOTE_ADDR="192.0.2.8").post(START, {}).status_code for _ in range(4)]
    assert found[0] == 200
    assert found[-1] == 429


def test_leagues_are_told_apart_by_name_and_address(settings: Any) -> None:
    settings.WHO_MAY_START = "everybody"
    for name, league in (
        ("anna", "Kitchen League"),
        ("bruno", "Kitchen League!"),
        ("clara", "kitchen  league"),
    ):
        answer = Client().post(START, FILLED | {"name": name, "league": league})
    assert answer.context["form"].errors == {
        "league": ["There is a league kitchen  league already; give yours another name."]
    }
    assert not User.objects.filter(username="clara").exists()
    assert sorted(Season.objects.values_list("slug", flat=True)) == ["kitchen-league", "kitchen-league-2"]


def test_a_word_that_is_none_of_the_three_is_found_before_the_site_starts(settings: Any) -> None:
    settings.WHO_MAY_START = "some"
    assert [each.id for each in run_checks() if each.id == "config.E001"]


# -- the page of the owner -------------------------------------------------------------------------


def test_the_owner_sees_people_with_their_roles_in_words(cup: Event) -> None:
    with_role(Role.REFEREE, "event:cup")
    owner = with_role(Role.OWNER, "site")
    page = assert_is_sound(owner.get(SITE), "en")
    assert "Referee: Cup" in page
    assert "Owner: the whole site" in page
    assert "All is well." in page
    assert 'href="/admin/"' in page
    assert "pbkdf2" not in page


def test_the_page_is_for_owners_of_the_site_alone(cup: Event) -> None:
    for role, place in ((Role.ORGANISER, "site"), (Role.OWNER, "season:2026"), (Role.REFEREE, "site")):
        client = with_role(role, place)
        assert client.get(SITE).status_code == client.post(SITE, {"invited": "x"}).status_code == 403, role
    person = User.objects.all()[0]
    assert client.post(f"{SITE}people/{person.pk}/password/").status_code == 403


def test_a_password_is_reset_by_a_link_that_opens_once() -> None:
    lena = User.objects.create_user("lena", password="quick brown fox")
    owner = with_role(Role.OWNER, "site")
    page = owner.post(f"{SITE}people/{lena.pk}/password/").content.decode()
    link = re.search(r'href="(/accounts/join/[^"]+)"', page)
    assert link is not None
    assert Client().post(link[1], {"password": "slow green turtle"}).status_code == 302
    assert Client().login(username="lena", password="slow green turtle")
    assert Client().get(link[1]).status_code == 403


def test_an_owner_gives_no_new_password_to_an_account_that_may_do_everything() -> None:
    root = User.objects.create_superuser("root", password="quick brown fox")
    owner = with_role(Role.OWNER, "site")
    assert f"people/{root.pk}/" not in owner.get(SITE).content.decode()
    answer = owner.post(f"{SITE}people/{root.pk}/password/", follow=True)
    assert "Only an account that may do everything" in answer.content.decode()


def test_the_site_is_named_on_the_page_unless_a_setting_does(settings: Any, tmp_path: Path) -> None:
    settings.DATA_DIR = tmp_path
    owner = with_role(Role.OWNER, "site")
    owner.post(SITE, {"site_name": "Kitchen Leagues"})
    assert "Kitchen Leagues" in Client().get("/").content.decode()
    assert "at most 60" in owner.post(SITE, {"site_name": "x" * 61}).content.decode()
    settings.SITE_NAME = "Club of Clubs"
    owner.post(SITE, {"site_name": "Other"})
    page = owner.get(SITE).content.decode()
    assert "<code>SITE_NAME</code>" in page
    assert 'name="site_name"' not in page


def test_a_disk_that_is_nearly_full_is_told(monkeypatch: Any) -> None:
    monkeypatch.setattr("config.watch.machine.disk_usage", lambda _: SimpleNamespace(free=10**6, total=10**9))
    page = with_role(Role.OWNER, "site").get(SITE).content.decode()
    assert "The disk of the data is nearly full" in page
    assert "All is well." not in page
