"""The desk of an event on a phone: short pages, a menu that is pushed sideways, games that open by a tap."""

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import log_in, new_event
from tests.servers import Site

SMALL = {"width": 390, "height": 664}
#: Its players and twenty games.
TWENTY_GAMES = """
from games.models import Player
from tournaments.services import Slip
for name in ("Änne Öhler", "Bert Übel", "Cora Weiß"):
    services.enter(event_id=event.pk, player=Player.objects.create(name=name), **by)
services.draw_in_seed_order(event_id=event.pk, **by)
for number in range(1, 21):
    slip = Slip(places=(("yellow", "red", "green")[number % 3],))
    services.enter_slip(event_id=event.pk, number=number, slip=slip, **by)
"""
PARTS = ("", "players/", "games/", "draws/", "files/", "screens/", "settings/")


@pytest.fixture
def desk(page: Page, live_asgi_server: Site) -> Page:
    """The desk of an event of twenty games, on a small phone, opened by an organiser who is no staff."""
    if not live_asgi_server.shell(
        "from django.contrib.auth.models import User; print(User.objects.count() or '')"
    ):
        new_event(live_asgi_server, "evenings", "championship", "xmadn-3t", more=TWENTY_GAMES, wins=9)
    page.set_viewport_size({"width": SMALL["width"], "height": SMALL["height"]})
    log_in(page, live_asgi_server, "/organise/events/evenings/", "lena")
    return page


def test_no_page_of_twenty_games_is_longer_than_six_screens(desk: Page, live_asgi_server: Site) -> None:
    for part in PARTS:
        desk.goto(f"{live_asgi_server.url}/organise/events/evenings/{part}")
        height, wide = desk.evaluate(
            "[document.documentElement.scrollHeight, document.documentElement.scrollWidth]"
        )
        assert height <= 6 * SMALL["height"], f"{part}: {height / SMALL['height']:.1f} screens"
        assert wide == SMALL["width"], part


def test_the_menu_shows_the_part_that_is_open_and_the_next_step_is_seen_at_once(
    desk: Page, live_asgi_server: Site
) -> None:
    box = desk.locator(".next-way .button").bounding_box()
    assert box is not None
    assert box["y"] + box["height"] <= SMALL["height"]
    assert desk.locator("a.button:visible").count() == 1
    desk.goto(f"{live_asgi_server.url}/organise/events/evenings/settings/")
    place = desk.locator(".desk-parts [aria-current]").bounding_box()
    assert place is not None
    assert 0 <= place["x"] < SMALL["width"] - 40
