"""The keys of the die on a phone: always at the same place, never covered, deaf to a finger that bounces."""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.conftest import DEAF, PHONE, all_sent, new_game, new_games, open_game, settled
from tests.browser.phones import fill, log_of
from tests.endurance.size import sized
from tests.servers import Site

#: The smallest screen, and one that lies; the others in `make test-all`.
SIZES = ((320, 480), (844, 390), (360, 560), (375, 548), (390, 664))[: sized(2, 5, thorough=5)]
#: Of each size under each condition; each on another key, as the one tapped last is deaf for a while.
THROWS = 3
#: Milliseconds between two taps of a finger that meant one.
BOUNCES = 150
#: Without a 6 no throw from here leaves a choice, and no pawn comes home.
FORCED = "4x10 B,B,B,3/-/B,B,B,11/- Y0"
LONG = "The cup of the friends of long names in the hall behind the station · 3"
#: Looks at the keys again and again: every place that they have had, and what has lain over them.
WATCH = """
() => {
  window.places = new Set();
  window.covered = new Set();
  clearInterval(window.watching);
  window.watching = setInterval(() => {
    const keys = [...document.querySelectorAll("[data-die], [data-take-back] button, .more-key")];
    places.add(JSON.stringify(keys.map((key) => Object.values(key.getBoundingClientRect().toJSON()))));
    for (const key of keys) {
      const { x, y, width, height } = key.getBoundingClientRect();
      const found = document.elementFromPoint(x + width / 2, y + height / 2);
      if (!key.contains(found)) covered.add(found?.outerHTML.slice(0, 80) ?? "off the screen");
    }
  }, 10);
}
"""
#: Ends when the keys have stood still for some frames: a window that is resized takes its new size in steps.
SETTLED = """() => new Promise((done) => {
  let [before, same] = ["", 0];
  const look = () => {
    const { x, y, width, height } = document.querySelector("[data-die]").getBoundingClientRect();
    const place = [x, y, width, height].join();
    [before, same] = [place, place === before ? same + 1 : 0];
    if (same > 20) done(true); else requestAnimationFrame(look);
  };
  look();
})"""


def now(page: Page) -> int:
    return int(page.get_attribute("#desk", "data-now") or "")


def tap(page: Page, die: int) -> None:
    """Tap where the key was when it was looked at first."""
    settled(page)
    number = now(page)
    page.touchscreen.tap(*page.evaluate("die => window.middles[die]", str(die)))
    page.wait_for_selector(f"#desk[data-now='{number + 1}']")


@pytest.fixture(scope="module")
def board(chromium: Browser, referees_site: Site) -> Iterator[Page]:
    """A game on a phone, with a long title."""
    game = new_game(referees_site, "schmidt", title=LONG, beginning=FORCED)
    with chromium.new_context(locale="de-DE", **PHONE) as context:
        page = context.new_page()
        open_game(page, referees_site, game)
        fill(page, "clock", "[value=start]")
        yield page


def set_up(page: Page, condition: str) -> None:
    """From now on the network is like this, or somebody calls the referee."""
    network = page.context.new_cdp_session(page)
    slow: dict[str, Any] = {"offline": False, "downloadThroughput": -1, "uploadThroughput": -1}
    if condition == "slow":
        network.send("Network.emulateNetworkConditions", {**slow, "latency": 1500})
    elif condition == "call":
        network.send("Network.emulateNetworkConditions", {**slow, "latency": 0})
        fill(page, "call", text="Who may look at the die?")
        page.wait_for_selector("[data-more=calls]")
    elif condition == "offline":
        page.context.set_offline(True)


@pytest.mark.parametrize("condition", ["slow", "call", "offline"])
def test_keys_stay_at_their_place_uncovered_whatever_arrives(board: Page, condition: str) -> None:
    page = board
    set_up(page, condition)
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_function("width => innerWidth === width", arg=width)
        page.evaluate(SETTLED)
        page.evaluate("""() => window.middles = Object.fromEntries(
          [...document.querySelectorAll("[data-die]")].map((key) => {
            const { x, y, width, height } = key.getBoundingClientRect();
            return [key.dataset.die, [x + width / 2, y + height / 2]];
          }))""")
        page.evaluate(WATCH)
        for throw in range(THROWS):
            tap(page, 1 + throw)
        if condition == "slow" and (width, height) == SIZES[0]:
            page.wait_for_selector("#waiting:visible")
        size = (width, height, condition)
        places = page.evaluate("[...places]")
        assert (size, places) == (size, places[:1])
        assert (size, page.evaluate("[...covered]")) == (size, [])
        assert page.evaluate("document.documentElement.scrollHeight") <= height
        assert page.evaluate("document.documentElement.scrollWidth") == width
        shown = page.locator(".desk-board .board").bounding_box()
        assert shown is not None
        assert min(shown["width"], shown["height"]) >= 120
    page.context.set_offline(False)


@pytest.fixture(scope="module")
def games(referees_site: Site) -> list[str]:
    return new_games(referees_site, "schmidt", 2, beginning="4x10 B,B,3,8/-/B,B,B,11/- Y0")


def tap_twice(page: Page, selector: str, after: int) -> None:
    """Two taps of a finger on the same place, so many milliseconds apart by the screen's own clock."""
    box = page.locator(selector).bounding_box()
    assert box is not None
    fingers = page.context.new_cdp_session(page)
    at = page.evaluate("Date.now()") / 1000
    point = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
    for moment in (at, at + after / 1000):
        for kind, points, since in (("touchStart", [point], 0.0), ("touchEnd", [], 0.01)):
            touch = {"type": kind, "touchPoints": points, "timestamp": moment + since}
            fingers.send("Input.dispatchTouchEvent", touch)


def test_a_finger_that_bounces_records_one_throw(phone: Page, referees_site: Site, games: list[str]) -> None:
    open_game(phone, referees_site, games[0])
    before = log_of(phone, referees_site, games[0])
    if phone.inner_text("[data-die='4'] .outcome") == "2 moves":
        # A choice: the first tap asks, the second neither answers nor takes the question back.
        tap_twice(phone, "[data-die='4']", BOUNCES)
        phone.wait_for_selector(".face:visible")
        phone.wait_for_timeout(100)
        settled(phone)
        assert phone.is_visible(".face")
        assert log_of(phone, referees_site, games[0]) == before
        phone.locator(".face .offer").first.dispatch_event("click")
        phone.wait_for_selector(".turn-red:visible")
        all_sent(phone)
        before = log_of(phone, referees_site, games[0])
    number = now(phone)
    phone.wait_for_timeout(DEAF)
    tap_twice(phone, "[data-die='2']", BOUNCES)
    phone.wait_for_selector(f"#desk[data-now='{number + 1}']")
    phone.wait_for_timeout(DEAF)
    settled(phone)
    assert now(phone) == number + 1
    all_sent(phone)
    assert len(log_of(phone, referees_site, games[0])) == len(before) + 1


def test_what_has_just_appeared_cannot_be_chosen_yet(
    phone: Page, referees_site: Site, games: list[str]
) -> None:
    open_game(phone, referees_site, games[1])
    keys = phone.locator(".hands").bounding_box()
    # Both in one breath: a tap on the key, and one on the choice that follows, as fast as the page is.
    phone.evaluate("""() => {
      const tap = (selector, clientX) => {
        const click = new MouseEvent("click", { bubbles: true, detail: 1, clientX });
        document.querySelector(selector).dispatchEvent(click);
      };
      tap("[data-die='4']", 0);
      return new Promise((done) => {
        const look = () => (document.querySelector(".face").hidden ? setTimeout(look, 5) : done());
        look();
      }).then(() => tap(".face .offer", 200));
    }""")
    assert phone.is_visible(".face .offer")
    assert [button.inner_text().split() for button in phone.locator(".face .offer").all()[:2]] == [
        ["a", "8→12"],
        ["b", "3→7"],
    ]
    assert phone.locator(".board-letter").all_text_contents() == ["a", "a", "b", "b"]
    # They do not stand where the keys are, which stay in sight.
    assert phone.locator(".hands").bounding_box() == keys
    face = phone.locator(".face").bounding_box()
    assert keys is not None
    assert face is not None
    assert face["y"] + face["height"] <= keys["y"]
    # Another face asks again instead of being recorded: whose throw it is meant for nobody knows.
    phone.wait_for_timeout(DEAF)
    phone.tap("[data-die='6']")
    phone.wait_for_selector(".face .offer:has-text('B→A')")
    phone.wait_for_timeout(DEAF)
    phone.tap(".face .offer:has-text('B→A')")
    phone.wait_for_selector(".face", state="hidden")
    all_sent(phone)
    assert log_of(phone, referees_site, games[1]) == [{"die": 6, "move": "6:B-A"}]
