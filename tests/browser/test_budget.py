"""What a page may cost its reader: requests, bytes, and nothing that jumps while a game is followed."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.browser.conftest import new_game, shell
from tests.browser.layout_shift import MOST_SHIFT, WATCH_SHIFTS
from tests.browser.throwing import ONE_THROW
from tests.servers import Site

if TYPE_CHECKING:
    from playwright.sync_api import Page

# What a browser shows does not depend on the database: once is enough.
pytestmark = pytest.mark.sqlite

MOST_REQUESTS = 10
#: Uncompressed, with the page itself, its styles, scripts and pictures.
MOST_BYTES = 120 * 1024

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


@pytest.mark.parametrize("path", ["/", "/games/{game}/", "/games/{game}/replay/", "/players/"])
def test_a_page_is_light_and_all_of_it_comes_from_the_site(
    page: Page, referees_site: Site, path: str
) -> None:
    game = new_game(referees_site, "xmadn-3t", title="Light")
    shell(referees_site, ONE_THROW.format(game=game))
    page.goto(referees_site.url + path.format(game=game))
    found = page.evaluate(MEASURED)
    assert found["hosts"] == [referees_site.url.removeprefix("http://")]
    assert found["requests"] <= MOST_REQUESTS
    assert found["bytes"] <= MOST_BYTES


@pytest.mark.parametrize("width", [360, 1280])
def test_nothing_jumps_while_a_game_is_followed(page: Page, referees_site: Site, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 800})
    game = new_game(referees_site, "schmidt", title="Calm")
    shell(referees_site, ONE_THROW.format(game=game))
    page.goto(f"{referees_site.url}/games/{game}/")
    page.evaluate(WATCH_SHIFTS)
    shell(referees_site, ONE_THROW.format(game=game))
    page.wait_for_selector("text=Red to throw")
    page.wait_for_timeout(300)
    assert page.evaluate("window.shifted") <= MOST_SHIFT
