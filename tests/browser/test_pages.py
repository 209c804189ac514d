"""Public pages with long names on a phone, without a script, and followed while a game is recorded."""

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.conftest import ONE_THROW, PHONE, log_in, new_event, new_game
from tests.servers import Site

#: Its players, a game that has ended and one that is running; prints the addresses of both games.
TWO_GAMES = """
from random import Random
from games.models import Player
from games.services import recorder
from games.services.commands import throw_command
Player.objects.create(name="Bartholomäus Donaudampfschifffahrtsgesellschaftskapitän")
for player in Player.objects.exclude(name="Cora Weiß"):
    services.enter(event_id=event.pk, player=player, **by)
services.draw_from_seed(event_id=event.pk, seed="lottery 3 17 22 31 40 48", **by)
dice = {"yellow": 6, "black": 1, "blue": 2, "red": 3, "green": 4, "violet": 5}
lots = Random(1)
for rounds in ([dice], []):
    game = services.start_next_game(event_id=event.pk, rounds=rounds, **by).played.game
    play, throws = game.play(), []
    while not play.over and (rounds or len(throws) < 120):
        die = lots.randint(1, 6)
        moves = play.moves(die)
        move = moves[0] if moves else None
        throws.append(throw_command(die, move and move.token))
        play = play.play(die, move)
    for first in range(0, len(throws), 1000):
        game = recorder.record_throws(
            game_id=game.pk, throws=throws[first:first + 1000], expected=game.number, **by
        ).game
    print(game.get_absolute_url())
"""


@pytest.fixture(scope="module")
def pages(referees_site: Site) -> list[str]:
    """The addresses of public pages that show names."""
    long = "A cup with a name that goes on for quite a while"
    games = new_event(referees_site, "cup", "championship", "xmadn-3t", name=long, more=TWO_GAMES).split()
    return ["/", "/seasons/2026/", "/events/cup/", *games, "/accounts/login/"]


def test_long_names_fit_a_phone(chromium: Browser, referees_site: Site, pages: list[str]) -> None:
    with chromium.new_context(locale="de-DE", **PHONE) as context:
        page = context.new_page()
        log_in(page, referees_site, f"{pages[-2]}referee/")
        for path in (f"{pages[-2]}referee/", *pages):
            page.goto(referees_site.url + path)
            assert (path, page.evaluate("document.documentElement.scrollWidth")) == (path, 360)


def test_pages_can_be_read_without_script(chromium: Browser, referees_site: Site, pages: list[str]) -> None:
    with chromium.new_context(java_script_enabled=False, locale="en-GB") as context:
        page = context.new_page()
        page.goto(referees_site.url + pages[-2])
        assert page.is_visible("svg.board")
        assert page.is_visible("text=Reload")
        page.click("button[lang=de]")
        page.wait_for_selector("text=Neu laden")


def test_a_game_is_followed_as_it_is_recorded_and_asked_for_only_when_the_stream_tells_of_something(
    page: Page, referees_site: Site
) -> None:
    game = new_game(referees_site, "schmidt", title="Followed")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url.removeprefix(referees_site.url)))
    page.goto(f"{referees_site.url}/games/{game}/")
    assert page.is_visible("text=Not begun yet")
    referees_site.shell(ONE_THROW.format(game=game))
    page.wait_for_selector("text=Yellow to throw")
    referees_site.shell(ONE_THROW.format(game=game))
    page.wait_for_selector("text=Red to throw")
    page.wait_for_selector(".throws:has-text('A → 5')")
    said = page.locator("[data-news]", has_text="Yellow: 5. Pawn on A → 5. Red to throw, Bert Übel.")
    said.wait_for(state="attached")
    assert f"/api/v1/games/{game}/events/?last_event_id=1" in asked
    assert 1 <= asked.count(f"/games/{game}/live/") <= 2


def test_a_game_is_followed_also_where_no_stream_can_be_had(page: Page, referees_site: Site) -> None:
    game = new_game(referees_site, "schmidt", title="Polled")
    page.route("**/api/v1/games/**", lambda route: route.fulfill(status=204))
    page.goto(f"{referees_site.url}/games/{game}/")
    referees_site.shell(ONE_THROW.format(game=game))
    page.wait_for_selector("text=Yellow to throw")
