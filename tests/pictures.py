"""Pictures of the main pages for the documentation: `python -m tests.pictures` draws docs/pictures anew.

Chromium looks at a site of its own: the demo, and a season of which five events have been played by lot.
"""

import os
import shutil
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")

from tests import transcript
from tests.browser import addresses
from tests.browser.conftest import OWNER, log_in
from tests.browser.phones import unfold
from tests.conftest import BROWSER_ARGUMENTS
from tests.curl_evening import EVENING
from tests.servers import ROOT, Site, site

FOLDER = ROOT / "docs" / "pictures"
SEASON = """
from django.contrib.auth.models import User
from django.core.management import call_command
from django.utils import timezone
from games.models import Player
from tournaments import services
from tournaments.models import Season
from tournaments.files.season_file import XMADN_FILE
User.objects.create_superuser("owner", password="quick brown fox")
call_command("import_season", str(XMADN_FILE))
by = {"actor": "command", "now": timezone.now()}
for event in Season.objects.get(slug="xmadn-2026").events.order_by("starts_on")[:5]:
    for player in Player.objects.order_by("name")[:3]:
        services.enter(event_id=event.pk, player=player, **by)
    throws = ["--throws", "6000"] if "xleague" in event.slug else []
    call_command("play", event.slug, "--seed", "3", "--at-once", "1000", "--on", str(event.starts_on), *throws)
"""
PHONE: Mapping[str, Any] = {
    "viewport": {"width": 390, "height": 844},
    "device_scale_factor": 2,
    "is_mobile": True,
}
DESK: Mapping[str, Any] = {"viewport": {"width": 1280, "height": 860}}


@dataclass(frozen=True)
class Picture:
    """A page as it is shown in the documentation."""

    name: str
    path: str
    screen: Mapping[str, Any]
    whole: bool = False
    locale: str = "en-GB"


#: ``{event}`` and the like are facts of the demo (``addresses.PRINTED``).
PICTURES: Sequence[Picture] = (
    Picture("home", "/", DESK),
    Picture("event", "/events/xleague-2026/", DESK, whole=True),
    Picture("game", "/games/{running}/", DESK, whole=True),
    Picture("referee-on-a-phone", "/games/{running}/referee/", PHONE),
    Picture("ranking", "/rankings/3t/", DESK),
    Picture("desk", "/organise/events/demo-championship/", DESK),
    Picture("home-de", "/", DESK, locale="de-DE"),
    Picture("event-de", "/events/xleague-2026/", DESK, whole=True, locale="de-DE"),
    Picture("game-de", "/games/{running}/", DESK, whole=True, locale="de-DE"),
    Picture("referee-on-a-phone-de", "/games/{running}/referee/", PHONE, locale="de-DE"),
)


@dataclass(frozen=True)
class Situation:
    """A moment of the examples in docs/use/referee.md: the page after one of their commands, and what is done there."""

    name: str
    after: str
    game: str = "GAME"
    done: Callable[[Page], None] = lambda page: None


def _irregular_throw(page: Page) -> None:
    unfold(page)
    page.click(".act > summary:text-is('Irregular throw')")
    page.select_option(".act[open] [name=die]", "4")
    page.fill(".act[open] label:has-text('What happened') >> input", "red moved five fields with a 4")
    page.select_option(".act[open] select[name=paragraph]", "§6")
    page.wait_for_selector(".act[open] .preview svg")
    page.click(".act[open] .preview .board-pawn[data-colour=red][data-field='7']")
    page.click(".act[open] .preview [data-absolute='32']")
    page.wait_for_selector(".act[open] .preview [name=position][value*='B,B,B,12']", state="attached")
    page.evaluate("document.querySelector('.act[open] .choice').scrollIntoView()")


def _penalty(page: Page) -> None:
    unfold(page)
    page.click(".act > summary:text-is('Penalty')")
    page.click(".act[open] .choice label:has-text('Red')")
    page.fill(".act[open] label:has-text('Reason') >> input", "took the die away twice")
    page.evaluate("document.querySelector('.act[open]').scrollIntoView()")


def _correction(page: Page) -> None:
    page.evaluate("document.querySelector('.desk-turn').scrollIntoView()")


SITUATIONS: Sequence[Situation] = (
    Situation("take-back", 'post throws \'[{"expected": 2'),
    Situation("bring-back", 'post take-back \'{"expected": 9'),
    Situation("irregular-throw", 'post throws \'{"expected": 11', done=_irregular_throw),
    Situation("penalty", "post irregular-throw", done=_penalty),
    Situation("correction", "post correction", game="FINAL", done=_correction),
)
ANALYSED = """
from games.analysis.jobs import request_analysis
from games.models import Game
request_analysis(Game.objects.get(pk="{}"))
"""
#: The pictures of docs/use/tutorial.md, in the order in which its evening comes to them.
TUTORIAL = ("tutorial-check", "tutorial-draw", "tutorial-start", "tutorial-result", "tutorial-end")
#: So long the background gets to play on what is running.
SETTLED = 45


def drawn(browser: Browser, running: Site, facts: Mapping[str, str], picture: Picture) -> None:
    """Look at a page as its owner, and keep what is seen."""
    with browser.new_context(locale=picture.locale, **picture.screen) as context:
        page = context.new_page()
        log_in(page, running, "/organise/", "owner")
        answer = page.goto(running.url + picture.path.format(**facts))
        if answer is None or answer.status != 200:
            sys.exit(f"{picture.path}: {answer and answer.status}")
        page.wait_for_timeout(500)
        page.screenshot(path=FOLDER / f"{picture.name}.png", full_page=picture.whole)


def drawn_in(browser: Browser, running: Site, situations: Sequence[Situation]) -> None:
    """Play the examples up to each of the situations, and keep what the referee's page shows then."""
    ids = dict(zip(("GAME", "FINAL", "TOKEN", "SECOND"), running.shell(EVENING).split(), strict=True))
    environment = {**os.environ, **ids, "API": f"{running.url}/api/v1", "LC_ALL": "C.UTF-8"}
    commands = transcript.commands_of(ROOT / "docs/use/referee.md")
    for situation in situations:
        last = next(n for n, each in enumerate(commands, 1) if each.text.startswith(situation.after))
        # What was recorded for an earlier one is refused as late now, and that is all.
        transcript.run(commands[:last], environment)
        with browser.new_context(locale="en-GB", **{**PHONE, "device_scale_factor": 1}) as context:
            page = context.new_page()
            log_in(page, running, f"/games/{ids[situation.game]}/referee/", "owner")
            page.wait_for_selector("html[data-ready]")
            situation.done(page)
            page.wait_for_timeout(500)
            page.screenshot(path=FOLDER / f"{situation.name}.png")


def draw_situations(browser: Browser, situations: Sequence[Situation]) -> None:
    """Draw situations on a site of its own, on which nothing else goes on."""
    with site({}) as running:
        running.shell(OWNER)
        drawn_in(browser, running, situations)


def draw_pages(browser: Browser, pictures: Sequence[Picture]) -> None:
    """Draw pages of a site with the demo and a season that is being played."""
    with site({"CHANCES": "yes", "FORECAST_RUNS": "300"}) as running:
        running.manage("demo")
        running.shell(SEASON)
        running.manage("run_periodic")
        facts = dict(line.split(" ", 1) for line in running.shell(addresses.PRINTED).splitlines())
        for throws in range(6):
            running.manage("play", facts["event"], "--throws", "8", "--seed", str(throws))
            time.sleep(SETTLED / 6)
        for picture in pictures:
            drawn(browser, running, facts, picture)


def main() -> None:
    """Draw those that are named on the command line, all if none is."""
    program = (
        shutil.which("chromium-headless-shell")
        or shutil.which("chromium")
        or sys.exit("no Chromium on this machine")
    )
    named = set(sys.argv[1:])
    pictures = [picture for picture in PICTURES if picture.name in named or not named]
    situations = [each for each in SITUATIONS if each.name in named or not named]
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=BROWSER_ARGUMENTS)
        if situations:
            draw_situations(browser, situations)
        if pictures:
            draw_pages(browser, pictures)


if __name__ == "__main__":
    main()
