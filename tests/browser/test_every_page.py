"""Every page in both languages, light and dark, on a phone and on a desk: it fits, axe finds nothing, nothing fails."""

import re
from collections.abc import Mapping
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from tests.browser import addresses
from tests.browser.accessibility import violations
from tests.browser.conftest import CHANCES, OWNER, log_in
from tests.servers import Site

pytestmark = pytest.mark.timeout(600)

PHONE = {"viewport": {"width": 360, "height": 740}}
DESK = {"viewport": {"width": 1280, "height": 900}}
SCREENS: Mapping[str, Mapping[str, Any]] = {
    "phone-de-dark": {**PHONE, "locale": "de-DE", "color_scheme": "dark"},
    "phone-en-light": {**PHONE, "locale": "en-GB", "color_scheme": "light"},
    "desk-de-light-contrast": {
        **DESK,
        "locale": "de-DE",
        "color_scheme": "light",
        "contrast": "more",
        "reduced_motion": "reduce",
    },
    "desk-en-dark-forced": {**DESK, "locale": "en-GB", "color_scheme": "dark", "forced_colors": "active"},
}
#: Where axe looks too: one of each language, scheme and purpose.
INSPECTED = ("phone-de-dark", "phone-en-light")
#: In `make test`: where axe looks, in the longer words, on the narrowest screen; the others in `make test-all`.
FIRST = "phone-de-dark"
#: What stands out of its card, or out of the page, and cannot be scrolled to inside it.
STANDS_OUT = """() => {
  const above = (part, is) => part && (is(getComputedStyle(part)) || above(part.parentElement, is));
  const scrolls = (style) => ["auto", "scroll"].includes(style.overflowX);
  const isElsewhere = (style) => style.clipPath !== "none" || style.position === "fixed";
  return [...document.querySelectorAll("main *")].filter((part) => {
    if (!(part instanceof HTMLElement) || !part.checkVisibility()) return false;
    const around = part.parentElement.closest(".card, main").getBoundingClientRect();
    const stands = part.getBoundingClientRect().right > Math.min(around.right, innerWidth) + 1;
    return stands && !above(part, scrolls) && !above(part, isElsewhere);
  }).map((part) => part.outerHTML.slice(0, 120));
}"""

#: Words in heads of tables that go on in the next line.
CUT = """() => [...document.querySelectorAll("main thead th")].flatMap((head) => {
  const text = document.createTreeWalker(head, NodeFilter.SHOW_TEXT).nextNode();
  if (!text || getComputedStyle(text.parentElement).clipPath !== "none") return [];
  return [...text.data.matchAll(/\\p{L}+/gu)].filter((word) => {
    const range = document.createRange();
    range.setStart(text, word.index);
    range.setEnd(text, word.index + word[0].length);
    return range.getClientRects().length > 1;
  }).map(String);
})"""


@pytest.fixture(scope="module")
def facts(live_asgi_server: Site) -> dict[str, str]:
    """The demo on the running site, figures counted and chances known, and somebody who may do everything."""
    live_asgi_server.manage("demo")
    live_asgi_server.manage("run_periodic")
    live_asgi_server.shell(OWNER)
    facts = dict(line.split(" ", 1) for line in live_asgi_server.shell(addresses.PRINTED).splitlines())
    live_asgi_server.shell(CHANCES.format(game=facts["running"], won=(50, 30, 20)))
    return facts


def test_every_address_is_known_to_these_tests() -> None:
    """A page that is added is to be looked at: here, or named as something else."""
    known = {*addresses.PUBLIC, *addresses.INSIDE, *addresses.PARTS}
    unknown = {
        name for name, route in addresses.named() if name not in known and not route.endswith(addresses.FILES)
    }
    assert unknown == set()


@pytest.mark.parametrize(
    "screen",
    [pytest.param(screen, marks=[] if screen == FIRST else [pytest.mark.slow]) for screen in SCREENS],
)
def test_every_page_fits_and_nothing_fails(
    chromium: Browser, live_asgi_server: Site, facts: dict[str, str], screen: str
) -> None:
    # Axe measures with styles of its own, which the policy of the site would refuse.
    inspected = screen in INSPECTED
    with chromium.new_context(**SCREENS[screen], bypass_csp=inspected) as context:
        page = context.new_page()
        complaints: list[str] = []
        if not inspected:  # axe asks for style sheets at addresses of its own
            page.on("console", lambda said: complaints.append(said.text) if said.type == "error" else None)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        for name, arguments in addresses.PUBLIC.items():
            complaints += look(page, live_asgi_server, addresses.path(name, arguments, facts), inspected)
        log_in(page, live_asgi_server, "/admin/", "owner")
        for name, arguments in {**addresses.INSIDE, **addresses.DESK}.items():
            complaints += look(page, live_asgi_server, addresses.path(name, arguments, facts), inspected)
        assert complaints == []


def look(page: Page, site: Site, path: str, inspected: bool) -> list[str]:
    """What is wrong with a page."""
    answer = page.goto(site.url + path)
    assert answer is not None
    wide, width = page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
    wrong = []
    if answer.status != 200:
        wrong.append(f"{path}: {answer.status}")
    if wide > width:
        wrong.append(f"{path}: {wide} px wide on a screen of {width} px")
    wrong += [f"{path}: out of its card: {part}" for part in page.evaluate(STANDS_OUT)[:1]]
    wrong += [f"{path}: cut in a head: {word}" for word in page.evaluate(CUT)]
    language = page.get_attribute("html", "lang") or ""
    if not re.match(page.evaluate("navigator.language").split("-")[0], language):
        wrong.append(f"{path}: in {language}")
    if inspected:
        wrong += [f"{path}: {found}" for found in violations(page)]
    return wrong
