"""A round of a hall in a browser: slips by the keyboard alone, a contradiction, two phones that tell and confirm."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from tests.browser.accessibility import violations
from tests.browser.conftest import PHONE, log_in, new_hall, published_round
from tests.servers import Site

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

# What a browser shows does not depend on the database: once is enough.
pytestmark = pytest.mark.sqlite

DESK = "/organise/events/hall/"


@pytest.fixture(scope="module")
def hall_of_eight(live_asgi_server: Site) -> dict[str, Any]:
    """A hall of eight tables whose first round is published: the start numbers at them, the codes of their slips."""
    new_hall(live_asgi_server, 32)
    return published_round(live_asgi_server)


def typed(page: Page, *lines: str) -> None:
    """Type each, with Enter."""
    for line in lines:
        page.keyboard.type(line)
        page.keyboard.press("Enter")


def said(page: Page, text: str) -> None:
    """Wait until the page says it."""
    page.wait_for_selector(f"#said:has-text('{text}')", timeout=10_000)


def test_a_round_is_typed_by_the_keyboard_alone_and_two_phones_do_the_rest(
    page: Page, chromium: Browser, live_asgi_server: Site, hall_of_eight: dict[str, Any]
) -> None:
    tables = hall_of_eight["tables"]
    log_in(page, live_asgi_server, f"{DESK}slips/", "lena")
    # Places, slip after slip.
    for number in range(1, 6):
        page.wait_for_selector("#table:focus")
        typed(page, str(number))
        page.wait_for_selector("#places:focus")
        typed(page, " ".join(map(str, tables[number - 1])))
        said(page, f"Table {number} entered")
    # A board that was not finished: nothing is saved before its arithmetic was seen.
    page.wait_for_selector("#table:focus")
    typed(page, "6")
    page.wait_for_selector("#places:focus")
    typed(page, "", "2 1 17", "0 4", "3 1")
    page.keyboard.type("0 3 A")
    page.wait_for_selector("#worked li:has-text('2 × 75 + (10 + 17) = 177')")
    page.keyboard.press("Enter")
    said(page, "Table 6 entered")
    # Another slip for table 1: both side by side, the first button has the focus.
    page.wait_for_selector("#table:focus")
    typed(page, "1")
    page.wait_for_selector("#places:focus")
    typed(page, " ".join(map(str, reversed(tables[0]))))
    page.wait_for_selector(".is-contradictory .claim >> nth=1")
    page.wait_for_selector(".is-contradictory button:focus")
    assert violations(page) == []
    page.keyboard.press("Enter")
    said(page, "Table 1: this result counts.")
    # Two phones of table 7.
    where = f"{live_asgi_server.url}/events/hall/slips/7/{hall_of_eight['codes'][6]}/"
    phones = [chromium.new_context(**PHONE).new_page() for _ in range(2)]
    try:
        for phone, number in zip(phones, tables[6], strict=False):
            phone.goto(where)
            phone.click(f".who-key[value='{number}']")
            phone.wait_for_selector(".tell")
        first = phones[0]
        assert violations(first) == []
        for at in range(3):
            first.click(f".place-key >> nth={at}")
        assert first.locator(".place-key .place").all_text_contents() == ["1", "2", "3", "4"]
        first.click("text=Send result")
        first.wait_for_selector("text=Sent by")
        phones[1].click("button:has-text('Confirm result')", timeout=15_000)
        phones[1].wait_for_selector("text=Result confirmed")
        first.wait_for_selector("text=Result confirmed", timeout=15_000)
    finally:
        for phone in phones:
            phone.context.close()
    # The screen of the round: one table is missing.
    page.goto(f"{live_asgi_server.url}{DESK}round/")
    assert page.locator(".table-tile.state-missing").count() == 1
    assert page.locator(".table-tile.state-confirmed").count() == 1
    assert violations(page) == []
