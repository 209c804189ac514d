"""The page to practise on, in a real browser: a whole game by the phone's own rules, and nothing is recorded."""

from random import Random

from playwright.sync_api import Browser

from tests.browser.accessibility import violations
from tests.browser.conftest import DEAF, PHONE, settled
from tests.browser.phones import unfold
from tests.servers import Site

THROWS = 6
#: How many rows every table has.
ROWS = """
from django.apps import apps
for model in apps.get_models():
    print(model._meta.label, model._default_manager.count())
"""


def test_throws_of_practice_leave_no_row_in_any_table(chromium: Browser, live_asgi_server: Site) -> None:
    site = live_asgi_server
    before = site.shell(ROWS)
    asked: list[str] = []
    with chromium.new_context(locale="en-GB", **PHONE) as context:
        page = context.new_page()
        complaints: list[str] = []
        page.on("console", lambda message: complaints.append(f"{message.type}: {message.text}"))
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.goto(site.url)
        page.click("main >> text=Try the phone")
        page.wait_for_selector("html[data-ready]")
        assert "Practice – nothing is recorded" in page.inner_text("h1")
        page.on("request", lambda request: asked.append(f"{request.method} {request.url}"))
        lots = Random(2)
        for _ in range(THROWS):
            number = page.get_attribute("#desk", "data-now")
            page.tap(f"[data-die='{lots.randint(1, 6)}']")
            page.wait_for_timeout(DEAF)
            settled(page)
            if page.is_visible(".face"):
                page.locator(".face .offer:visible").first.tap()
                page.wait_for_timeout(DEAF)
            page.wait_for_selector(f"#desk:not([data-now='{number}'])")
        assert asked == []
        # Back, forth, and a ruling; and why a pawn stays, which the site knows.
        for key in ("take-back", "bring-back"):
            page.tap(f"[data-{key}] button")
            page.wait_for_timeout(DEAF)
            settled(page)
        unfold(page)
        page.tap(".act > summary:text-is('Void die')")
        page.tap(".act[open] button:text-is('cocked')")
        page.wait_for_selector("#notice:has-text('Recorded: Void die, thrown again: cocked')")
        assert asked == []
        page.goto(f"{site.url}/practice/?rules=mhd-trapdoors")
        page.wait_for_selector("html[data-ready]")
        assert page.locator(".desk-board use[href$=trapdoor]").count() == 4
        for die in (6, 1):
            page.tap(f"[data-die='{die}']")
            page.wait_for_timeout(DEAF)
            settled(page)
        page.locator(".desk-board .board-pawn[data-colour=yellow][data-field=B]").first.tap()
        page.wait_for_selector("#notice:has-text('It leaves the yard only with a 6')")
        assert [each for each in asked if not each.startswith("GET")] == [
            f"POST {site.url}/api/v1/rules/moves/"
        ]
        assert complaints == []
    assert site.shell(ROWS) == before


def test_everybody_can_read_what_is_unfolded_there(chromium: Browser, live_asgi_server: Site) -> None:
    with chromium.new_context(locale="de-DE", color_scheme="dark", bypass_csp=True, **PHONE) as context:
        page = context.new_page()
        page.goto(f"{live_asgi_server.url}/practice/")
        page.wait_for_selector("html[data-ready]")
        unfold(page)
        page.locator(".letters summary").click()
        assert violations(page) == []
