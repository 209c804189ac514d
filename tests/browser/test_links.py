"""A board's link on a phone: scanned, recorded with, revoked."""

import re

from playwright.sync_api import Browser, Page

from tests.browser.conftest import (
    DEAF,
    DRAWN,
    OWNER,
    PHONE,
    all_sent,
    log_in,
    new_event,
    new_game,
    read_json,
)
from tests.servers import Site

NOTHING_UNDER_WAY = """
from games.models import Game
Game.objects.update(state="ended")
"""

REVOKED = """
from django.utils import timezone
from games.models import AccessToken
AccessToken.objects.update(revoked_at=timezone.now())
"""


def test_a_link_that_was_revoked_asks_for_a_new_code_and_what_waits_is_sent_with_it(
    chromium: Browser, referees_site: Site
) -> None:
    game = new_game(referees_site, "schmidt", title="Board 4")
    said = (
        "1 Eintrag wartet – Der Link gilt nicht mehr. Zum Senden einen neuen Code scannen; "
        "bis dahin geht nichts verloren."
    )

    def open_link(page: Page) -> None:
        made = referees_site.manage(
            "create_token", "Board 4", "--role", "recorder", "--place", f"game:{game}"
        )
        page.goto(f"{referees_site.url}/enter/{made.split()[-1]}/")
        page.wait_for_url(re.compile(f"/games/{game}/referee/"))
        page.wait_for_selector("html[data-ready]", state="attached")

    with chromium.new_context(locale="de-DE") as context:
        page = context.new_page()
        open_link(page)
        page.click("form[data-send='start/'] button")
        page.wait_for_selector(".desk[data-state=running]")
        all_sent(page)
        referees_site.shell(REVOKED)
        page.click("[data-die='3']")
        page.wait_for_selector("#waiting[open]")
        assert page.inner_text("#waiting .waiting").strip() == said
        assert page.query_selector("#waiting a, #waiting button") is None
        open_link(page)
        all_sent(page)
        log = read_json(page, referees_site, f"/api/v1/games/{game}/events/")["events"]
        assert log[-1]["kind"] == "throw"


def test_a_boards_page_leads_to_the_next_game_by_itself(page: Page, referees_site: Site) -> None:
    token = referees_site.manage("create_token", "Hall", "--role", "recorder", "--place", "site").split()[-1]
    referees_site.shell(NOTHING_UNDER_WAY)
    page.goto(f"{referees_site.url}/enter/{token}/")
    page.wait_for_selector("text=The next one opens here automatically")
    game = new_game(referees_site, "schmidt", title="The next one")
    page.wait_for_url(re.compile(f"/games/{game}/referee/"))


def test_a_link_starts_the_game_that_is_due_by_tapped_dice_and_other_phones_follow(
    page: Page, chromium: Browser, referees_site: Site
) -> None:
    referees_site.shell(NOTHING_UNDER_WAY)
    new_event(referees_site, "cup", "championship", "xmadn-3t", more=DRAWN, wins=2)
    token = referees_site.manage("create_token", "Cup", "--role", "referee", "--place", "event:cup").split()[
        -1
    ]
    with chromium.new_context(locale="en-GB", **PHONE) as context:
        other = context.new_page()
        for each in (page, other):
            each.goto(f"{referees_site.url}/enter/{token}/")
            each.wait_for_selector(".die-key")
        for number, die in enumerate((3, 6, 6, 1, 2, 1, 4, 2)):  # two are level, and throw again
            page.wait_for_selector(f".so-far span:nth-child({number})" if number else ".thrower")
            page.wait_for_timeout(DEAF)
            page.click(f".die-key[value='{die}']")
        for each in (page, other):
            each.wait_for_url("**/referee/")
            each.wait_for_selector(".desk[data-state=running]")


def test_a_link_is_made_copied_and_printed_by_buttons(page: Page, referees_site: Site) -> None:
    referees_site.shell(OWNER)
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.add_init_script("window.print = () => { document.title = 'printed'; }")
    log_in(page, referees_site, "/access/?place=site", "owner")
    page.fill("[name=name]", "Hall")
    page.get_by_role("button", name="Create link").click()
    page.get_by_role("button", name="Copy link").click()
    page.get_by_role("button", name="Copied").wait_for()
    link = page.evaluate("navigator.clipboard.readText()")
    assert link == page.inner_text("#phone-link")
    assert "/enter/rauswurf_" in link
    page.get_by_role("button", name="Print").click()
    assert page.title() == "printed"
