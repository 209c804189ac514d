"""Registration on a phone, check-in at the door by the same phone, and the desk that sees both; a rehearsal started."""

from typing import Any

from playwright.sync_api import Browser, Page

from tests.browser.accessibility import violations
from tests.browser.conftest import PHONE, log_in, new_event
from tests.servers import Site

#: Eight people, and a registration that is open; prints the code of the door.
REGISTRATION = """
hall.announce(event_id=event.pk, players=[(f"Person {number}", hall.Description()) for number in range(1, 9)], **by)
hall.set_up_registration(event_id=event.pk, changes={"is_open": True, "conditions": "5 EUR"}, **by)
print(hall.open_door(event_id=event.pk, **by).door_code)
"""
DESK = "/organise/events/hall/check-in/"
#: What the desk is promised: to see within so many milliseconds who has checked in by phone.
WITHIN = 8_000


def is_clean(page: Page) -> None:
    """No fault of accessibility, and nothing beside the window."""
    assert violations(page) == [], page.url
    width: Any = page.viewport_size
    assert page.evaluate("document.documentElement.scrollWidth") <= width["width"], page.url


def test_who_registers_on_a_phone_checks_in_at_the_door_and_the_desk_sees_it(
    chromium: Browser, page: Page, owned: Site
) -> None:
    site, told = owned, dict[str, Any](rounds=3, minutes=30, places=40)
    code = new_event(site, "hall", "open", "schmidt-classic", more=REGISTRATION, **told)
    log_in(page, site, f"{DESK}?show=present", "owner")
    with chromium.new_context(locale="en-GB", **PHONE) as context:
        phone = context.new_page()
        phone.goto(f"{site.url}/events/hall/")
        phone.get_by_role("link", name="Register").click()
        is_clean(phone)
        phone.fill("[name=name]", "Anna Amsel")
        phone.get_by_role("button", name="Register").click()
        phone.get_by_text("Tick this box to register.").wait_for()
        is_clean(phone)
        phone.check("[name=consent]")
        phone.get_by_role("button", name="Register").click()
        phone.wait_for_url("**/register/9/*/")
        is_clean(phone)
        phone.goto(f"{site.url}/events/hall/here/{code}/")
        is_clean(phone)
        phone.get_by_role("button", name="Check in 9 Anna Amsel").click()
        phone.get_by_text("9 Anna Amsel is checked in").wait_for()
        is_clean(phone)
        page.locator(".person", has_text="Anna Amsel").get_by_text("by phone").wait_for(timeout=WITHIN)
        phone.goto(f"{site.url}/events/hall/here/{code}/?q=Person")
        is_clean(phone)
        phone.goto(f"{site.url}/events/hall/here/NOTTHIS/")
        is_clean(phone)
    for address in (f"{DESK}registration/", "/organise/events/hall/rehearse/"):
        page.goto(f"{site.url}{address}")
        is_clean(page)
    page.get_by_role("button", name="Start rehearsal").click()
    page.get_by_role("button", name="Stop rehearsal").wait_for()
    is_clean(page)
    page.goto(f"{site.url}/organise/events/hall-rehearsal/check-in/")
    is_clean(page)
    whole: Any = page.locator(".desk-page").bounding_box()
    assert whole["width"] > 600, "the bar of the rehearsal leaves the desk its room"
    page.get_by_role("button", name="Delete rehearsal").click()
    page.get_by_text("Rehearsal deleted.").wait_for()
