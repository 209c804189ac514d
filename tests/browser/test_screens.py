"""The screen of a hall: led from the desk, follows the boards, and shows its picture whatever is restarted."""

import json
from pathlib import Path

from playwright.sync_api import Browser, BrowserContext, Page

from tests import servers
from tests.browser.accessibility import violations
from tests.browser.conftest import CHANCES, log_in, new_event
from tests.conftest import BROWSER_ARGUMENTS
from tests.servers import Site

#: A projector, a notebook, a phone.
SIZES = ((360, 740), (1920, 1080), (1280, 720))

#: Its players, a game that is being played, a hall and a token of a board; prints game and token.
EVENING = """
from games.models import AccessToken
from tournaments.screens import services as screens
for name in ("Anna", "Bert", "Cora"):
    services.enter(event_id=event.pk, player=Player.objects.create(name=name), **by)
services.draw_in_seed_order(event_id=event.pk, **by)
dice = {"yellow": 6, "black": 1, "blue": 2, "red": 3, "green": 4, "violet": 5}
game = services.start_next_game(event_id=event.pk, rounds=[dice], board="1", **by).played.game
hall = screens.create_hall(slug="great", name="Great hall", language="en", **by)
screens.add_slide(hall_id=hall.pk, kind="announcement", text_en="Welcome", seconds=600, **by)
screens.add_slide(hall_id=hall.pk, kind="boards", event=event, seconds=600, **by)
token = AccessToken.issue(name="board", role="recorder", place="site", **{"last_used_at": timezone.now()})[1]
print(game.pk, token)
"""


def test_a_screen_is_led_from_the_desk_and_survives_every_restart(
    chromium: Browser, owned: Site, tmp_path: Path
) -> None:
    site = owned
    game, token = new_event(site, "cup", "championship", "xmadn-3t", name="Hall cup", more=EVENING).split()
    with chromium.new_context(locale="en-GB") as office, browser_of_the_screen(chromium, tmp_path) as screen:
        desk = at_the_desk(office, site)
        picture = screen.pages[0]
        picture.goto(f"{site.url}/halls/great/")
        picture.wait_for_selector("text=Welcome")
        # What is chosen at the desk, and then what happens at the board.
        desk.click("li:nth-child(2) >> text=Show this now")
        picture.wait_for_selector("text=Yellow to throw")
        site.shell(CHANCES.format(game=game, won=(60, 30, 10)))
        picture.wait_for_selector("text=win 60 %")
        for width, height in SIZES:
            picture.set_viewport_size({"width": width, "height": height})
            picture.wait_for_function("width => innerWidth === width", arg=width)
            assert (width, fits(picture)) == (width, True)
        assert found_by_axe(chromium, picture.url) == []
        throw(picture, site, game, token)
        picture.wait_for_selector(".last-throw")
        # The browser has what it needs to begin without the server.
        picture.evaluate("navigator.serviceWorker.ready.then(() => null)")
        picture.reload()
        picture.wait_for_selector(".last-throw")
        site.kill()
        picture.wait_for_selector("[data-away]:not([hidden])")
        assert picture.is_visible(".last-throw")
    with browser_of_the_screen(chromium, tmp_path) as screen:
        # Switched on while the server is away: the last picture, and no white page.
        picture = screen.pages[0]
        picture.goto(f"{site.url}/halls/great/")
        picture.wait_for_selector(".last-throw")
        picture.wait_for_selector("[data-away]:not([hidden])")
        site.start()
        picture.wait_for_selector("[data-away]", state="hidden")
        assert picture.is_visible(".last-throw")
        with chromium.new_context(locale="en-GB") as office:
            at_the_desk(office, site).click("text=Resume rotation")
            picture.wait_for_selector("text=Welcome")


def browser_of_the_screen(chromium: Browser, profile: Path) -> BrowserContext:
    """A browser of its own with a profile that outlives it."""
    return chromium.browser_type.launch_persistent_context(
        profile, executable_path=servers.chromium(), args=BROWSER_ARGUMENTS
    )


def at_the_desk(office: BrowserContext, site: Site) -> Page:
    desk = office.new_page()
    log_in(desk, site, "/organise/halls/great/", "owner")
    desk.wait_for_selector("text=What is shown")
    return desk


def throw(page: Page, site: Site, game: str, token: str) -> None:
    """Yellow throws a 6 and brings out a pawn."""
    address = f"{site.url}/api/v1/games/{game}"
    number = json.loads(page.request.get(f"{address}/").text())["number"]
    answer = page.request.post(
        f"{address}/throws/",
        headers={"Authorization": f"Bearer {token}"},
        data={"expected": number, "die": 6, "move": "6:B-A"},
    )
    assert answer.ok, answer.text()


def found_by_axe(chromium: Browser, address: str) -> list[str]:
    """What is wrong with the page at that address for those who see, hear or tap in another way."""
    # Axe measures with styles of its own, which the policy of the site would refuse.
    with chromium.new_context(bypass_csp=True) as context:
        page = context.new_page()
        page.goto(address)
        return violations(page)


def fits(page: Page) -> bool:
    """Whether nothing would have to be scrolled."""
    inside: bool = page.evaluate(
        "(m => m.scrollWidth <= innerWidth && m.scrollHeight <= innerHeight)(document.querySelector('main'))"
    )
    return inside
