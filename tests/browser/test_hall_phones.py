"""Everybody's page of a hall on a phone that lies open: a round that is published appears on it by itself."""

from playwright.sync_api import Page

from tests.browser.accessibility import violations
from tests.browser.conftest import new_hall, published_round
from tests.servers import Site

#: What the task of phones is: to have read within ten seconds what is published.
WITHIN = 10_000


def test_a_published_round_appears_on_an_open_phone_by_itself(phone: Page, live_asgi_server: Site) -> None:
    site = live_asgi_server
    new_hall(site, 8)
    phone.goto(f"{site.url}/w/5/")
    assert phone.url == f"{site.url}/events/hall/w/5/"
    phone.wait_for_selector("text=First round: not drawn yet")
    published_round(site)
    phone.wait_for_selector(".own-seat", timeout=WITHIN)
    assert "Table" in phone.inner_text(".own-table")
    phone.locator(".opponents li").nth(2).wait_for()
    assert phone.locator(".opponents li").count() == 3
    assert phone.inner_text("[data-news]").startswith("Seat: Table")
    assert phone.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert violations(phone) == []
