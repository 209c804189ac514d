"""A round of a hall in a browser: slips by the keyboard alone and blind, a contradiction, two phones that confirm."""

import json
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Route

from tests.browser.accessibility import violations
from tests.browser.conftest import PHONE, log_in, new_hall, published_round
from tests.servers import Site

DESK = "/organise/events/hall/"
#: What is entered in a hall: tables, and who came in in which order.
ENTERED = """
import json
from tournaments.models import Event, ResultClaim
event = Event.objects.get(slug={slug!r})
numbers = {{entry.key: entry.number for entry in event.entries.all()}}
claims = ResultClaim.objects.filter(event=event, state="confirmed").order_by("number")
print(json.dumps({{claim.number: [numbers[key] for key in claim.sheet["order"]] for claim in claims}}))
"""
#: A hall shows an announcement, and has a slide of the round.
GREAT_HALL = """
from django.utils import timezone
from tournaments.models import Event
from tournaments.screens import services as screens
event, by = Event.objects.get(slug="blind"), {"actor": "user:1", "now": timezone.now()}
great = screens.create_hall(slug="great", name="Great hall", language="en", **by)
screens.add_slide(hall_id=great.pk, kind="announcement", text_en="Welcome", seconds=600, **by)
screens.add_slide(hall_id=great.pk, kind="round", event=event, seconds=600, **by)
"""
#: A round of a minute has 12 seconds left.
LAST_SECONDS = """
from datetime import timedelta
from django.utils import timezone
from games.domain.clock import ClockAction
from tournaments.models import Event
from tournaments.hall import services as hall
now = timezone.now()
of = {"event_id": Event.objects.get(slug="blind").pk, "subject": "round-1", "actor": "user:1"}
hall.set_minutes(minutes=1, now=now, **of)
hall.turn_clock(action=ClockAction.START, now=now - timedelta(seconds=48), **of)
"""
#: Counts the tones instead of hearing them.
LISTENING = """
window.tones = 0;
const made = AudioContext.prototype.createOscillator;
AudioContext.prototype.createOscillator = function () { window.tones++; return made.call(this); };
"""


@pytest.fixture(scope="module")
def halls_of_eight(live_asgi_server: Site) -> dict[str, Any]:
    """Of three halls the start numbers at the tables, and the codes of their slips."""
    found = {}
    for slug in ("hall", "blind", "wrong"):
        new_hall(live_asgi_server, 32, slug)
        found[slug] = published_round(live_asgi_server, slug)
    return found


def typed(page: Page, *lines: str) -> None:
    """Type each, with Enter."""
    for line in lines:
        page.keyboard.type(line)
        page.keyboard.press("Enter")


def typed_ahead(page: Page, *lines: str) -> None:
    """Type each, with Enter, before the first is answered."""
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route("**/slips/**", hold)
    typed(page, *lines)
    page.wait_for_function("document.querySelector('#slips[aria-busy]')")
    while not held:  # the page is busy a moment before its request is seen here
        page.wait_for_timeout(10)
    page.unroute("**/slips/**", hold)  # what is held goes on


def said(page: Page, text: str) -> None:
    """Wait until the page says it."""
    page.wait_for_selector(f"#said:has-text('{text}')", timeout=10_000)


def test_a_round_is_typed_by_the_keyboard_alone_and_two_phones_do_the_rest(
    page: Page, chromium: Browser, live_asgi_server: Site, halls_of_eight: dict[str, Any]
) -> None:
    tables, codes = halls_of_eight["hall"]["tables"], halls_of_eight["hall"]["codes"]
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
    where = f"{live_asgi_server.url}/events/hall/slips/7/{codes[6]}/"
    phones = [chromium.new_context(**PHONE).new_page() for _ in range(2)]
    try:
        for phone, number in zip(phones, tables[6], strict=False):
            phone.goto(where)
            phone.click(f".who-key[value='{number}']")
            phone.wait_for_selector(".tell")
            phone.wait_for_load_state()
        first = phones[0]
        assert violations(first) == []
        places = first.locator(".place-key .place")
        for at in range(3):
            first.click(f".place-key >> nth={at}")
        assert places.all_text_contents() == ["1", "2", "3", "4"]
        # Whoever taps all of them in order, the last one too, has told the same.
        first.click(".place-key >> nth=3")
        assert places.all_text_contents() == ["1", "2", "3", "4"]
        first.click(".place-key >> nth=2")
        assert places.all_text_contents() == ["1", "2", "", ""]
        first.click(".place-key >> nth=2")
        assert places.all_text_contents() == ["1", "2", "3", "4"]
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


def test_whoever_types_faster_than_the_site_answers_enters_every_slip(
    page: Page, live_asgi_server: Site, halls_of_eight: dict[str, Any]
) -> None:
    tables = halls_of_eight["blind"]["tables"]
    log_in(page, live_asgi_server, "/organise/events/blind/slips/", "lena")
    page.wait_for_selector("#table:focus")
    for number in range(1, 7):
        order = " ".join(map(str, tables[number - 1]))
        if number == 3:
            typed(page, "3")
            page.keyboard.type(f"{order}x")
            page.keyboard.press("Backspace")
            page.keyboard.press("Enter")
        else:
            typed(page, str(number), order)
    said(page, "Table 6 entered")
    entered = json.loads(live_asgi_server.shell(ENTERED.format(slug="blind")))
    assert entered == {str(number): tables[number - 1] for number in range(1, 7)}


def test_what_is_typed_behind_a_wrong_slip_is_told_and_decides_nothing(
    chromium: Browser, live_asgi_server: Site, halls_of_eight: dict[str, Any]
) -> None:
    tables = halls_of_eight["wrong"]["tables"]
    # A context of its own: a slip that is refused is an error in the console.
    with chromium.new_context(locale="en-GB") as context:
        page = context.new_page()
        log_in(page, live_asgi_server, "/organise/events/wrong/slips/", "lena")
        page.wait_for_selector("#table:focus")
        typed(page, "1", " ".join(map(str, tables[0])))
        said(page, "Table 1 entered")
        # Nobody has the number 99; what was meant for table 8 neither mends the slip of table 7 nor is lost unsaid.
        last = " ".join(map(str, tables[7]))
        typed_ahead(page, "7", "99 1 2 3", "8", last)
        said(page, f"Not entered, type it again: 8 ⏎ {last} ⏎")
        assert page.input_value("#places") == "99 1 2 3"
        # An Enter that was typed before a contradiction was seen does not decide it.
        page.keyboard.press("Escape")
        typed_ahead(page, "1", " ".join(map(str, reversed(tables[0]))), "")
        page.wait_for_selector(".is-contradictory button:focus")
    entered = json.loads(live_asgi_server.shell(ENTERED.format(slug="wrong")))
    assert entered == {"1": tables[0]}


def test_the_end_of_a_round_rings_where_somebody_has_turned_the_sound_on(
    chromium: Browser, live_asgi_server: Site, halls_of_eight: dict[str, Any]
) -> None:
    site = live_asgi_server
    site.shell(GREAT_HALL)
    with chromium.new_context(locale="en-GB") as context:
        context.add_init_script(LISTENING)
        quiet, desk, screen = (context.new_page() for _ in range(3))
        log_in(quiet, site, "/organise/events/blind/round/", "lena")
        desk.goto(quiet.url)
        desk.click("text=Turn sound on")
        screen.goto(f"{site.url}/halls/great/")
        assert screen.eval_on_selector("[data-sound]", "button => getComputedStyle(button).opacity") == "0"
        screen.mouse.move(200, 200)
        screen.mouse.move(220, 200)
        screen.wait_for_function(
            "() => getComputedStyle(document.querySelector('[data-sound]')).opacity === '1'"
        )
        screen.click("text=Turn sound on")
        for page in (desk, screen):
            page.wait_for_selector("[data-sound]:text-is('Turn sound off')")
            assert page.evaluate("tones") == 3, "whoever turns it on hears it once"
        site.shell(LAST_SECONDS)
        for page in (desk, screen):
            page.wait_for_function("() => tones === 12", timeout=60_000)
        assert screen.locator(".picture-announcement").count() == 1
        assert quiet.evaluate("tones") == 0
