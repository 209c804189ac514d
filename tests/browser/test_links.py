"""A board's link on a phone: scanned, recorded with, revoked."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from tests.browser.conftest import log_in, new_game, read_json, shell
from tests.servers import Site

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.sqlite
MADE_OWNER = """
from django.contrib.auth.models import User
User.objects.create_superuser("gail", password="quick brown fox")
"""
NOTHING_UNDER_WAY = """
from games.models import Game
Game.objects.update(state="ended")
"""


def test_a_link_lets_a_phone_record_without_an_account(page: Page, referees_site: Site) -> None:
    game = new_game(referees_site, "schmidt", title="Board 3")
    token = referees_site.manage("create_token", "Board 3", "--role", "recorder", "--place", f"game:{game}")
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto(f"{referees_site.url}/enter/{token.split()[-1]}/")
    page.wait_for_url(re.compile(f"/games/{game}/referee/"))
    page.click("form[data-send='start/'] button")
    page.wait_for_selector(".desk[data-state=running]")
    number = page.get_attribute("#desk", "data-now")
    page.click("[data-die='3']")
    page.wait_for_selector(f"#desk:not([data-now='{number}'])")
    log = read_json(page, referees_site, f"/api/v1/games/{game}/events/")["events"]
    assert (log[-1]["kind"], log[-1]["actor"]) == ("throw", "token:1")
    page.goto(f"{referees_site.url}/")
    assert page.inner_text(".me summary") == "Board 3"
    page.click(".me summary")
    page.click(".me form button")
    page.goto(f"{referees_site.url}/games/{game}/referee/")
    page.wait_for_url(re.compile("/accounts/login/"))


def test_a_boards_page_leads_to_the_next_game_by_itself(page: Page, referees_site: Site) -> None:
    token = referees_site.manage("create_token", "Hall", "--role", "recorder", "--place", "site").split()[-1]
    shell(referees_site, NOTHING_UNDER_WAY)
    page.goto(f"{referees_site.url}/enter/{token}/")
    page.wait_for_selector("text=The next one opens here automatically")
    game = new_game(referees_site, "schmidt", title="The next one")
    page.wait_for_url(re.compile(f"/games/{game}/referee/"))


def test_a_link_is_made_copied_and_printed_by_buttons(page: Page, referees_site: Site) -> None:
    shell(referees_site, MADE_OWNER)
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.add_init_script("window.print = () => { document.title = 'printed'; }")
    log_in(page, referees_site, "/access/?place=site", "gail")
    page.fill("[name=name]", "Hall")
    page.get_by_role("button", name="Create link").click()
    page.get_by_role("button", name="Copy link").click()
    page.get_by_role("button", name="Copied").wait_for()
    link = page.evaluate("navigator.clipboard.readText()")
    assert link == page.inner_text("#phone-link")
    assert "/enter/rauswurf_" in link
    page.get_by_role("button", name="Print").click()
    assert page.title() == "printed"
