"""A game with online dice on the referee's page, in a real browser."""

from playwright.sync_api import Page

from tests.browser.conftest import all_sent, log_in, new_game, read_json
from tests.servers import Site

THROWS = 4


def throw(page: Page, number: int) -> None:
    """Roll, tap the first move where there is a choice, and wait until event ``number`` is drawn."""
    page.wait_for_timeout(400)  # the key is deaf for a while
    page.click("[data-roll]")
    choice = page.locator(".face:visible [data-move]").first
    drawn = page.locator(f"#desk[data-now='{number}']")
    choice.or_(drawn).first.wait_for()
    if choice.is_visible():
        choice.dispatch_event("click")
    drawn.wait_for()


def test_dice_are_promised_added_to_and_rolled_by_tapping(page: Page, referees_site: Site) -> None:
    game = new_game(referees_site, "mhd", title="From afar")
    log_in(page, referees_site, f"/games/{game}/referee/")
    page.click("summary:has-text('Online dice')")
    page.click("text=Play with online dice")
    page.locator("[name=seed]").first.fill("Änne würfelt 🎲")
    page.locator("[data-send='dice-seed/'] button").first.click()
    page.wait_for_selector("q")
    page.click("[name=starter][value=yellow]")
    page.wait_for_selector("[data-roll]")
    begun = int(page.get_attribute("#desk", "data-now") or "")
    for number in range(begun + 1, begun + 1 + THROWS):
        throw(page, number)
    all_sent(page)
    log = read_json(page, referees_site, f"/api/v1/games/{game}/events/")["events"]
    thrown = [event["payload"] for event in log if event["kind"] == "throw"]
    assert [payload["roll"] for payload in thrown] == list(range(1, THROWS + 1))
    state = read_json(page, referees_site, f"/api/v1/games/{game}/")
    assert list(state["dice"]["seeds"].values()) == ["Änne würfelt 🎲"]
    page.goto(f"{referees_site.url}/games/{game}/")
    assert state["dice"]["commitment"] in page.inner_text(".game-side")
