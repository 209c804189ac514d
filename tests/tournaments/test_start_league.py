"""Who may start a league – nobody, invited, everybody –, and the page of the site's owner."""

import re
from datetime import timedelta
from pathlib import Path
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


def link_on(page: str) -> str:
    found = re.search(r'href="(/accounts/(?:start|join)/[^"]+)"', page)
    assert found is not None, page
    return found[1]


def invitation(owner: Client) -> str:
    return link_on(owner.post(SITE, {"invited": "Anna Amsel"}).content.decode())


def test_everybody_starts_a_league_with_an_account_of_their_own(settings: Any, cup: Event) -> None:
    """With somebody who is signed in already it is theirs. It makes events of its own, and reaches no others."""
    settings.WHO_MAY_START = "everybody"
    client = Client()
    assert f'href="{START}"' in client.get("/").content.decode()
    assert_is_sound(client.get(START), "en")
    assert client.post(START, FILLED)["Location"] == "/organise/new/"
    own, anna = Season.objects.get(name="Kitchen League"), User.objects.get()
    assert (anna.username, anna.is_staff, anna.is_superuser) == ("anna", False, False)
    assert Client().login(username="anna", password="quick brown fox")
    client.post(START, {"league": "Anna's"})
    assert set(Permit.objects.values_list("person", "role", "place")) == {
        (anna.pk, "owner", f"season:{season.slug}") for season in Season.objects.exclude(pk=cup.season_id)
    }
    today = timezone.localdate().isoformat()
    sent = {"names": "Anna\nBruno\nClara", "rules_name": "xmadn-3t", "starts_on": today, "level": "1"}
    assert client.post("/organise/new/championship/", {**sent, "season": own.pk}).status_code == 302
    assert Event.objects.get(season=own).entries.count() == 3
    assert client.post("/organise/new/championship/", {**sent, "season": cup.season_id}).status_code == 200
    for page in ("/organise/events/cup/", SITE, "/organise/import/"):
        assert client.get(page).status_code == 403, page
    assert client.post(SITE, {"invited": "x"}).status_code == 403


@pytest.mark.parametrize("who", ["nobody", "invited"])
def test_otherwise_nobody_makes_an_account_by_themselves(settings: Any, who: str) -> None:
    owner = with_role(Role.OWNER, "site")
    link = invitation(owner)
    settings.WHO_MAY_START = who
    assert START not in Client().get("/").content.decode()
    for address in (START, link.replace("/start/", "/join/"), *([link] if who == "nobody" else ())):
        assert Client().get(address).status_code == Client().post(address, FILLED).status_code == 403
    assert ("Create invitation" in owner.get(SITE).content.decode()) == (who == "invited")
    assert User.objects.count() == 2, "the owner, and who was invited"


def test_whoever_the_owner_invites_starts_a_league_once() -> None:
    link, anna = invitation(with_role(Role.OWNER, "site")), Client()
    assert 'value="Anna.Amsel"' in assert_is_sound(anna.get(link), "en")
    assert anna.post(link, FILLED)["Location"] == "/organise/new/"
    assert Permit.objects.get(person__username="anna").role == Role.OWNER
    for again in (Client().get(link), Client().post(link, FILLED | {"name": "eve"})):
        assert again.status_code == 403


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
    assert (everything(), User.objects.count()) == (before, 1)


def test_accounts_are_made_as_often_as_logins_are_tried(settings: Any) -> None:
    settings.WHO_MAY_START, settings.LOGINS_PER_MINUTE = "everybody", 2
    with time_machine.travel(timezone.now() + timedelta(hours=1), tick=False):
        found = [Client(REMOTE_ADDR="192.0.2.8").post(START, {}).status_code for _ in range(4)]
    assert (found[0], found[-1]) == (200, 429)


def test_leagues_are_told_apart_by_name_and_address(settings: Any) -> None:
    settings.WHO_MAY_START = "everybody"
    leagues = {"anna": "Kitchen League", "bruno": "Kitchen League!", "clara": "kitchen  league"}
    for name, league in leagues.items():
        answer = Client().post(START, FILLED | {"name": name, "league": league})
    assert list(answer.context["form"].errors) == ["league"]
    assert sorted(Season.objects.values_list("slug", flat=True)) == ["kitchen-league", "kitchen-league-2"]


def test_a_word_that_is_none_of_the_three_is_found_before_the_site_starts(settings: Any) -> None:
    settings.WHO_MAY_START = "some"
    assert [each.id for each in run_checks() if each.id == "config.E001"]


# -- the page of the owner -------------------------------------------------------------------------


def test_the_owner_sees_people_with_their_roles_in_words(cup: Event) -> None:
    with_role(Role.REFEREE, "event:cup")
    page = assert_is_sound(with_role(Role.OWNER, "site").get(SITE), "en")
    for words in ("Referee: Cup", "Owner: the whole site", "All is well.", 'href="/admin/"'):
        assert words in page
    assert "pbkdf2" not in page


def test_a_password_is_reset_by_a_link_that_opens_once() -> None:
    lena = User.objects.create_user("lena", password="quick brown fox")
    owner = with_role(Role.OWNER, "site")
    link = link_on(owner.post(f"{SITE}people/{lena.pk}/password/").content.decode())
    assert Client().post(link, {"password": "slow green turtle"}).status_code == 302
    assert Client().login(username="lena", password="slow green turtle")
    assert Client().get(link).status_code == 403


def test_an_owner_gives_no_new_password_to_an_account_that_may_do_everything() -> None:
    root = User.objects.create_superuser("root", password="quick brown fox")
    answer = with_role(Role.OWNER, "site").post(f"{SITE}people/{root.pk}/password/", follow=True)
    assert "Only an account that may do everything" in answer.content.decode()
    organiser = with_role(Role.ORGANISER, "site")
    assert organiser.post(f"{SITE}people/{root.pk}/password/").status_code == 403


def test_the_site_is_named_on_the_page_unless_a_setting_does(settings: Any, tmp_path: Path) -> None:
    settings.DATA_DIR = tmp_path
    owner = with_role(Role.OWNER, "site")
    owner.post(SITE, {"site_name": "Kitchen Leagues"})
    assert "Kitchen Leagues" in Client().get("/").content.decode()
    assert "at most 60" in owner.post(SITE, {"site_name": "x" * 61}).content.decode()
    settings.SITE_NAME = "Club of Clubs"
    owner.post(SITE, {"site_name": "Other"})
    assert 'name="site_name"' not in owner.get(SITE).content.decode()
