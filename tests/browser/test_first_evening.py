"""From an empty site to the first recorded throw: a dozen clicks, and no page that has to be looked for."""

from itertools import pairwise
from typing import Any

from playwright.sync_api import Browser

from tests.browser.conftest import OWNER, PHONE, all_sent, log_in
from tests.servers import Site

DESK: Any = {"viewport": {"width": 1280, "height": 900}, "locale": "en-GB"}
MOST_CLICKS = 12
LINK = "from games.access import setup_link; print(setup_link.new_address())"
RECORDED = """
from games.models import GameEvent
print(GameEvent.objects.filter(kind="throw").count())
"""
#: Counts what is clicked, on every page of the window.
COUNTING = """addEventListener("click", (event) => {
  if (event.isTrusted && event.detail) localStorage.clicks = Number(localStorage.clicks ?? 0) + 1;
}, true);"""


def test_from_an_empty_site_to_the_first_throw_in_a_dozen_clicks(
    chromium: Browser, live_asgi_server: Site
) -> None:
    site = live_asgi_server
    with chromium.new_context(**DESK) as desk, chromium.new_context(**PHONE) as phone:
        page, referee = desk.new_page(), phone.new_page()
        for each in (page, referee):
            each.add_init_script(COUNTING)
        page.goto(site.url + site.shell(LINK))
        for typed in ("olga", "quick brown fox", "Kitchen League"):
            page.keyboard.type(typed)
            page.keyboard.press("Tab")
        page.get_by_role("button", name="Start your league").click()
        page.get_by_role("link", name="Championship").click()
        page.locator("[name=names]:focus").wait_for()
        page.keyboard.type("Anna\nBruno\nClara")
        page.get_by_role("button", name="Create and draw colours").click()
        page.get_by_role("button", name="Start Game 1").click()
        for die in (1, 2, 3, 4, 5, 6):
            page.get_by_role("button", name=str(die), exact=True).click()
        link = page.get_by_role("link", name="/enter/").get_attribute("href")
        # The camera of the phone reads the code: nobody clicks.
        referee.goto(f"{site.url}{link}")
        referee.locator(".dice [data-die='1']").click()
        referee.get_by_text("No move possible", exact=True).wait_for(state="attached")
        all_sent(referee)
        assert site.shell(RECORDED) == "1"
        clicks = [int(each.evaluate("localStorage.clicks ?? 0")) for each in (page, referee)]
        assert 10 <= sum(clicks) <= MOST_CLICKS
        assert page.locator(".brand").inner_text().strip() == "Kitchen League"


#: To a championship that is drawn, with a result typed in and corrected.
MOST_CLICKS_AT_THE_DESK = 40


def test_a_championship_is_made_and_a_result_typed_in_and_corrected_without_a_page_twice(
    chromium: Browser, referees_site: Site
) -> None:
    with chromium.new_context(**DESK) as desk:
        page = desk.new_page()
        page.add_init_script(COUNTING)
        referees_site.shell(OWNER)
        log_in(page, referees_site, "/organise/", "owner")
        seen: list[str] = []
        page.on("framenavigated", lambda frame: seen.append(frame.url.partition("#")[0]))
        page.get_by_role("link", name="New event").click()
        page.get_by_role("link", name="Championship").click()
        page.locator("[name=names]:focus").wait_for()
        page.keyboard.type("Anna\nBruno\nClara")
        page.get_by_role("button", name="Create and draw colours").click()
        page.get_by_role("link", name="Organise this event").click()
        page.get_by_role("link", name="Enter result").first.click()
        for colour in ("blue", "red"):
            page.locator(f"details[open] .choice label:has([value={colour}])").first.click()
            page.locator("details[open]").get_by_role("button", name="Save result").click()
            page.locator("#entered").wait_for()
            if colour == "blue":
                page.locator("#entered").get_by_role("button", name="Undo").click()
                page.locator("#entered").wait_for(state="detached")
        clicks = int(page.evaluate("localStorage.clicks ?? 0"))
        assert 8 <= clicks <= MOST_CLICKS_AT_THE_DESK
        visits = [each for before, each in pairwise(["", *seen]) if each != before]
        assert len(set(visits)) == len(visits)
