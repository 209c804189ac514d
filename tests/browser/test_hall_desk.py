"""The desk of a hall in a browser: by the keyboard's check-in to the published first round."""

import re
from typing import Any

from playwright.sync_api import Page

from tests.browser.accessibility import violations
from tests.browser.conftest import log_in, new_event
from tests.servers import Site

NAMES = [
    f"{first} {last}"
    for first in ("Anna", "Bruno", "Clara", "Dora")
    for last in ("Amsel", "Bär", "Dachs", "Elster")
]
#: Are announced.
PEOPLE = f"hall.announce(event_id=event.pk, players=[(name, hall.Description()) for name in {NAMES!r}], **by)"
PHONE: Any = {"width": 390, "height": 844}
WIDE: Any = {"width": 1280, "height": 900}


def is_clean(page: Page) -> None:
    """No fault of accessibility, and nothing beside the window, on a phone and on a desk."""
    for size in (PHONE, WIDE):
        page.set_viewport_size(size)
        assert page.evaluate("document.documentElement.scrollWidth") == size["width"], page.url
    assert violations(page) == [], page.url


def test_a_round_is_drawn_after_a_check_in_by_the_keyboard_alone(page: Page, owned: Site) -> None:
    told: Any = {"rounds": 3, "minutes": 30, "place_points": [5, 3, 1, 0, 0, 0]}
    new_event(owned, "hall", "open", "schmidt-classic", more=PEOPLE, **told)
    log_in(page, owned, "/organise/events/hall/check-in/", "owner")
    _check_in_by_keyboard(page)
    page.locator(".counters", has_text="16 Present").wait_for()
    _walk_in(page)
    _plan_and_exchange(page)
    page.get_by_role("button", name="Publish Round 1").click()
    page.get_by_text("Round 1 is published.").wait_for()
    is_clean(page)


def _check_in_by_keyboard(page: Page) -> None:
    """By number, by letters, by the arrows; nobody who is present is sent away by a second Enter."""
    keys, said = page.keyboard, page.locator("#said")
    assert page.evaluate("document.activeElement.id") == "find"
    for number in range(1, 11):
        keys.type(str(number))
        keys.press("Enter")
        said.filter(has_text=re.compile(rf"^{number} .+ is present$")).wait_for()
    keys.press("Enter")
    said.filter(has_text="10 Clara Bär was present already").wait_for()
    keys.type("cla das")
    keys.press("Enter")
    said.filter(has_text="Nobody found").wait_for()
    keys.press("Escape")
    keys.type("cla da")
    keys.press("Enter")
    said.filter(has_text="11 Clara Dachs is present").wait_for()
    keys.type("dora")
    page.locator("#people .person").nth(3).wait_for()
    keys.press("Enter")
    said.filter(has_text="Several found").wait_for()
    for name in ("Amsel", "Bär", "Dachs", "Elster"):
        keys.press("Enter")
        said.filter(has_text=f"Dora {name} is present").wait_for()
        keys.press("ArrowDown")
    keys.press("Escape")
    keys.type("12")
    keys.press("Enter")
    said.filter(has_text="12 Clara Elster is present").wait_for()


def _walk_in(page: Page) -> None:
    """Somebody walks in, and is sent away again by a second tap."""
    page.locator("summary", has_text="Walk-in").click()
    page.wait_for_function("document.activeElement.id == 'walk-in-name'")
    page.keyboard.type("Wanda Walk")
    page.keyboard.press("Enter")
    page.locator("#said", has_text="Added: 17 Wanda Walk").wait_for()
    line = page.locator("#entry-17 .person-here")
    assert line.get_attribute("aria-pressed") == "true"
    line.click()
    page.locator("#entry-17 .person-here[aria-pressed=false]").wait_for()
    page.locator(".counters", has_text="16 Present").wait_for()
    # Who could be somebody known is asked about; said, it is whom the desk means.
    page.fill("#walk-in-name", "Anna Amsl")
    page.press("#walk-in-name", "Enter")
    page.locator("#said", has_text="Please say who is meant.").wait_for()
    is_clean(page)
    page.get_by_label("Somebody new").check()
    page.press("#walk-in-name", "Enter")
    page.locator("#said", has_text="Added: 18 Anna Amsl").wait_for()
    page.locator("#entry-18 .person-here").click()
    page.locator(".counters", has_text="16 Present").wait_for()


def _plan_and_exchange(page: Page) -> None:
    """A round is planned, and two people are exchanged by two taps, what it costs shown before."""
    page.get_by_role("link", name="Draws").first.click()
    page.get_by_role("button", name="Plan Round 1").click()
    page.get_by_text("Round 1 is planned, and the 2 rounds after it").wait_for()
    is_clean(page)
    tables = page.locator(".hall-table")
    page.wait_for_load_state()
    assert tables.count() == 4
    one, other = tables.nth(0).locator(".sitter").first, tables.nth(2).locator(".sitter").first
    names = [each.locator(".person-name").inner_text() for each in (one, other)]
    one.click()
    page.locator("#exchange", has_text=f"{names[0]}: with whom?").wait_for()
    other.click()
    page.locator("#exchange", has_text="table 1 → 3").wait_for()
    is_clean(page)
    page.locator("#exchange").get_by_role("button", name="Exchange seats").click()
    page.get_by_text("changed by hand").wait_for()
    tables.nth(0).filter(has_text=names[1]).wait_for()
    tables.nth(2).filter(has_text=names[0]).wait_for()
