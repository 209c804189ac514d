"""What a page may cost its reader: requests, bytes, and nothing that jumps while a game is followed."""

from playwright.sync_api import Browser, Page

from tests.browser.conftest import ONE_THROW, new_game
from tests.servers import Site

MOST_REQUESTS = 10
#: Uncompressed, with the page itself, its styles, scripts and pictures.
MOST_BYTES = 120 * 1024

#: Google's "good" is 0.1; a board that is looked at for an hour should not move at all.
MOST_SHIFT = 0.01
#: Counts from now on; a shift within half a second of a tap is its reader's own.
WATCH_SHIFTS = """
() => {
  window.shifted = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shifted += entry.value;
  }).observe({ type: "layout-shift" });
}
"""
MEASURED = """
() => {
  const loaded = performance.getEntriesByType("resource").filter((each) => !each.name.includes("/api/"));
  const [page] = performance.getEntriesByType("navigation");
  return {
    hosts: [...new Set(loaded.map((each) => new URL(each.name).host))],
    requests: loaded.length + 1,
    bytes: page.decodedBodySize + loaded.reduce((sum, each) => sum + each.decodedBodySize, 0),
  };
}
"""


def test_a_page_is_light_and_all_of_it_comes_from_the_site(chromium: Browser, referees_site: Site) -> None:
    game = new_game(referees_site, "xmadn-3t", title="Light")
    referees_site.shell(ONE_THROW.format(game=game))
    for path in ("/", f"/games/{game}/", f"/games/{game}/replay/", "/players/"):
        with chromium.new_context() as context:  # nothing is kept from the page before
            page = context.new_page()
            page.goto(referees_site.url + path)
            found = page.evaluate(MEASURED)
        assert found["hosts"] == [referees_site.url.removeprefix("http://")], path
        assert found["requests"] <= MOST_REQUESTS, path
        assert found["bytes"] <= MOST_BYTES, path


def test_nothing_jumps_while_a_game_is_followed(page: Page, referees_site: Site) -> None:
    page.set_viewport_size({"width": 360, "height": 800})
    game = new_game(referees_site, "schmidt", title="Calm")
    referees_site.shell(ONE_THROW.format(game=game))
    page.goto(f"{referees_site.url}/games/{game}/")
    page.evaluate(WATCH_SHIFTS)
    referees_site.shell(ONE_THROW.format(game=game))
    page.wait_for_selector("text=Red to throw")
    page.wait_for_timeout(300)
    assert page.evaluate("window.shifted") <= MOST_SHIFT
