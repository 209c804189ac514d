"""Watching in a browser: the board fits every window, a game is played back by keys, list and by itself."""

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.conftest import NAMES
from tests.servers import Site

#: A game of three with so many throws by lot; prints its id.
PLAYED = """
from random import Random
from django.utils import timezone
from games.models import Player
from games.services import recorder
from games.services.commands import throw_command
from rules import RULE_SETS
by = {{"actor": "test", "now": timezone.now()}}
players = [Player.objects.get(name=name) for name in {players!r}]
seats = list(zip(players, (["yellow", "black"], ["blue", "red"], ["green", "violet"]), strict=True))
game = recorder.create_game(rules=RULE_SETS["xmadn-3t"], title="Watched", seats=seats, **by)
game = recorder.start_game(game_id=game.pk, starter="yellow", **by).game
lots, play, throws = Random(4), game.play(), []
while not play.over and len(throws) < {most}:
    die = lots.randint(1, 6)
    moves = play.moves(die)
    move = lots.choice(moves) if moves else None
    throws.append(throw_command(die, move and move.token))
    play = play.play(die, move)
recorder.record_throws(game_id=game.pk, throws=throws, expected=game.number, **by)
print(game.pk)
"""
WINDOWS = ((390, 844), (1024, 768), (1366, 768), (1280, 900), (1920, 1080))
#: Between a phone and a desk: here columns are narrowest.
NARROW = (960, 1024, 1060, 1100)
#: Each pawn with its place.
PAWNS = """() => [...document.querySelectorAll(".board-pawn")]
  .map((pawn) => pawn.dataset.colour + pawn.dataset.field).sort().join(" ")"""


@pytest.fixture(scope="module")
def watched(referees_site: Site) -> str:
    """The address of a game in the middle."""
    return f"/games/{referees_site.shell(PLAYED.format(players=NAMES, most=200))}/"


def at(page: Page) -> int:
    """The event at which the replay stands."""
    return int(page.get_attribute("#frame > *", "data-number") or 0)


def wait_for(page: Page, number: int) -> None:
    """Wait until the replay shows the board after that event."""
    page.wait_for_selector(f"#frame > [data-number='{number}']")


def wait_until(page: Page, expression: str) -> None:
    """Wait until that is true; the page's policy lets Playwright evaluate nothing by itself."""
    for _ in range(200):
        if page.evaluate(expression):
            return
        page.wait_for_timeout(50)
    raise AssertionError(expression)


def test_the_board_fits_every_window_and_nothing_scrolls_sideways(
    chromium: Browser, referees_site: Site, watched: str
) -> None:
    with chromium.new_context(locale="de-DE") as context:  # the longer words
        page = context.new_page()
        for path in (watched, f"{watched}replay/?number=150"):
            page.goto(referees_site.url + path)
            for width, height in (*WINDOWS, *((width, 800) for width in NARROW)):
                page.set_viewport_size({"width": width, "height": height})
                wait_until(page, f"innerWidth === {width} && innerHeight === {height}")
                bottom, wide = page.evaluate(
                    "[document.querySelector('.watch .board').getBoundingClientRect().bottom,"
                    " document.documentElement.scrollWidth]"
                )
                assert (path, width, bottom <= height) == (path, width, True)
                assert (path, width, wide) == (path, width, width)


def test_a_game_is_played_back_by_keys(page: Page, referees_site: Site, watched: str) -> None:
    page.goto(f"{referees_site.url}{watched}replay/?number=50")
    page.wait_for_selector("[data-list] [data-to='200']")
    last = int(page.get_attribute("[name=number]", "max") or 0)
    for key, number in (("ArrowRight", 51), ("ArrowLeft", 50), ("End", last), ("Home", 2)):
        page.keyboard.press(key)
        wait_for(page, number)
    page.keyboard.press("f")
    wait_until(page, "document.fullscreenElement !== null")


def test_the_list_of_moves_leads_to_its_boards(page: Page, referees_site: Site, watched: str) -> None:
    page.goto(f"{referees_site.url}{watched}replay/?number=50")
    page.wait_for_selector("[data-list] [data-to='200']")
    page.click("[data-list] [data-to='120']")
    wait_for(page, 120)
    page.wait_for_selector("[data-list] [aria-current][data-to='120']")
    wait_until(page, "location.search.includes('number=120')")


def test_forty_boards_a_second_end_on_the_board_that_the_site_draws(
    page: Page, referees_site: Site, watched: str
) -> None:
    page.goto(f"{referees_site.url}{watched}replay/?number=100")
    page.select_option(".replay-pace select", "40")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.click("[data-run]")
    wait_until(page, "Number(document.querySelector('[name=number]').value) > 140")
    quick, number = page.evaluate(f"[({PAWNS})(), Number(document.querySelector('[name=number]').value)]")
    page.keyboard.press("Space")
    page.goto(f"{referees_site.url}{watched}replay/?number={number}")
    assert quick == page.evaluate(PAWNS)
    assert len([each for each in asked if "/replay/" in each]) < 20


def test_without_script_a_replay_is_gone_through_by_links(
    chromium: Browser, referees_site: Site, watched: str
) -> None:
    with chromium.new_context(java_script_enabled=False, locale="en-GB") as context:
        page = context.new_page()
        page.goto(f"{referees_site.url}{watched}replay/?number=50")
        page.click("[data-list] [data-to='53']")
        wait_for(page, 53)
        page.click("#frame [aria-label='One on']")
        wait_for(page, 54)
        page.locator(".watch-heading").get_by_role("link", name="Live", exact=True).click()
        page.wait_for_url(f"**{watched}")
