"""A new event in a browser: what it leads to stands beside the form while it is filled in; throws by tapping."""

from typing import Any

import pytest
from playwright.sync_api import Browser

from tests.browser.conftest import log_in
from tests.servers import Site

DESK: Any = {"viewport": {"width": 1280, "height": 900}, "locale": "en-GB"}
KNOWN = """
from games.models import Player
Player.objects.create(name="Anna Amsel")
"""
GAMES = "from tournaments.models import EventGame; print(EventGame.objects.count())"


@pytest.fixture(scope="module")
def owned(owned: Site) -> Site:
    """The site with its owner and a player."""
    owned.shell(KNOWN)
    return owned


def test_names_are_looked_up_and_games_counted_while_they_are_typed(chromium: Browser, owned: Site) -> None:
    with chromium.new_context(**DESK) as context:
        page = context.new_page()
        log_in(page, owned, "/organise/new/league/", "owner")
        page.locator(".option", has_text="1: 6 games").wait_for()
        page.fill("[name=names]", "Anna Amsl\nBruno\nClara\nDora")
        page.locator(".option", has_text="1: 12 games").wait_for()
        page.get_by_role("radio", name="Anna Amsel").check()
        page.fill("[name='league.drrs.other']", "3")
        page.locator(".leads-to", has_text="Double round-robins 3: 36 games").wait_for()
        assert page.get_by_role("radio", name="Anna Amsel").is_checked()
        page.get_by_role("button", name="Create and draw colours").click()
        page.wait_for_url("**/first-game/")


def test_names_stay_when_another_format_is_chosen_until_they_are_sent(chromium: Browser, owned: Site) -> None:
    with chromium.new_context(**DESK) as context:
        page = context.new_page()
        log_in(page, owned, "/organise/new/league/", "owner")
        page.fill("[name=names]", "Emil\nFritz\nGerda")
        page.goto(owned.url + "/organise/new/championship/")
        assert page.input_value("[name=names]") == "Emil\nFritz\nGerda"
        page.locator("#outlook", has_text="Emil").wait_for()
        page.get_by_role("button", name="Create and draw colours").click()
        page.wait_for_url("**/first-game/")
        page.goto(owned.url + "/organise/new/league/")
        assert page.input_value("[name=names]") == ""


def test_enter_in_a_field_of_the_desk_throws_no_die(chromium: Browser, owned: Site) -> None:
    with chromium.new_context(**DESK) as context:
        page = context.new_page()
        log_in(page, owned, "/organise/new/championship/", "owner")
        page.fill("[name=names]", "Xaver, Yvonne, Zoe")
        page.get_by_role("button", name="Create and draw colours").click()
        page.wait_for_url("**/first-game/")
        before = owned.shell(GAMES)
        page.goto(page.url.replace("first-game/", "games/1/start/"))
        page.fill("[name=board]", "4")
        page.press("[name=board]", "Enter")
        page.get_by_text("throws once", exact=False).first.wait_for()
        page.wait_for_load_state()
        assert page.locator(".so-far").count() == 0
        for number, die in enumerate((6, 1, 1, 1, 1)):
            page.get_by_role("button", name=str(die), exact=True).click()
            page.locator(".so-far span").nth(number).wait_for()
        assert page.input_value("[name=board]") == "4"
        assert owned.shell(GAMES) == before
