"""The page of the site's owner."""

import re
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from games.enums import Role
from tests.games.pages import assert_is_sound
from tests.tournaments.conftest import with_role
from tournaments.models import Event

pytestmark = pytest.mark.django_db
SITE = "/organise/site/"


def link_on(page: str) -> str:
    found = re.search(r'href="(/accounts/join/[^"]+)"', page)
    assert found is not None, page
    return found[1]


def test_the_owner_sees_people_with_their_roles_in_words(cup: Event) -> None:
    with_role(Role.REFEREE, "event:cup")
    page = assert_is_sound(with_role(Role.OWNER, "site").get(SITE), "en")
    for words in ("Referee: Cup", "Owner: the whole site", "Nothing urgent.", 'href="/admin/"'):
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
