"""The referee's page without a connection, and two referees on one board."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from rules import RULE_SETS, Game
from tests.browser.conftest import PHONE, SEATS, all_sent, log_in, new_game, read_json
from tests.conftest import BROWSER_ARGUMENTS
from tests.servers import Site, lives

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page

pytestmark = pytest.mark.sqlite

PLAYERS = {"Änne Öhler": SEATS[0], "Bert Übel": SEATS[1]}
#: Whether the page is kept as it is while the game is played.
KEPT = (
    "caches.match(location.pathname).then((page) => page?.text()).then((text) => text?.includes('data-die'))"
)
IN_ITS_MIDDLE = 60
#: A board on which no throw leaves a choice.
FORCED = "4x10 B,B,B,3/-/B,B,B,11/- Y0"


@contextmanager
def phone(chromium: Browser, folder: Path) -> Iterator[BrowserContext]:
    """A browser with a memory, of which nothing is left at the end but what is on the disk: it is killed."""
    context = chromium.browser_type.launch_persistent_context(
        folder, executable_path=_program(chromium), args=BROWSER_ARGUMENTS, locale="en-GB", **PHONE
    )
    try:
        yield context
    finally:
        _kill(folder)
        with suppress(Exception):
            context.close()


def _program(chromium: Browser) -> str:
    """The browser that runs: the same program again."""
    return str(Path("/proc", str(_processes("--headless")[0]), "exe").resolve())


def _processes(argument: str) -> list[int]:
    """The processes with such an argument, the browser itself first."""
    found = []
    for line in Path("/proc").glob("[0-9]*/cmdline"):
        with suppress(OSError):
            arguments = line.read_bytes().decode(errors="replace").split("\0")
            if any(each.startswith(argument) for each in arguments) and "chrom" in arguments[0]:
                found.append((any(each.startswith("--type=") for each in arguments), int(line.parent.name)))
    return [process for _, process in sorted(found)]


def _kill(folder: Path) -> None:
    """As when the battery is taken out."""
    processes = _processes(f"--user-data-dir={folder}")
    for process in processes:
        with suppress(ProcessLookupError):
            os.kill(process, signal.SIGKILL)
    while any(map(lives, processes)):
        time.sleep(0.01)


def type_throws(page: Page, play: Game, lots: Random, many: int) -> tuple[Game, list[dict[str, Any]]]:
    """Throws by keyboard, each drawn before the next; the game then, and what was thrown."""
    thrown = []
    for _ in range(many):
        die = lots.choice(play.rules.die_faces)
        moves = play.moves(die)
        at = lots.randrange(len(moves)) if moves else 0
        number = int(page.get_attribute("#desk", "data-now") or "")
        page.keyboard.type(str(die) + (chr(97 + at) if len(moves) > 1 else ""))
        page.wait_for_selector(f"#desk[data-now='{number + 1}']")
        play = play.play(die, moves[at] if moves else None)
        assert not play.over
        thrown.append({"die": die, "move": str(moves[at]) if moves else None})
    return play, thrown


def log_of(page: Page, site: Site, game: str) -> list[dict[str, Any]]:
    """The throws that the site has."""
    events = read_json(page, site, f"/api/v1/games/{game}/events/")["events"]
    return [event["payload"] for event in events if event["kind"] == "throw"]


def test_nothing_is_lost_when_the_network_goes_and_the_browser_is_killed(
    chromium: Browser, referees_site: Site, tmp_path: Path
) -> None:
    site, lots = referees_site, Random(11)
    game = new_game(site, "schmidt")
    address = f"{site.url}/games/{game}/referee/"
    begun = play = Game.start(RULE_SETS["schmidt"], PLAYERS, starter="yellow")
    with phone(chromium, tmp_path) as context:
        page = context.new_page()
        log_in(page, site, f"/games/{game}/referee/")
        page.wait_for_selector("html[data-ready]")
        page.wait_for_function("() => navigator.serviceWorker.controller !== null")
        page.click("[name=starter][value=yellow]")
        page.wait_for_selector(".desk[data-state='running']")
        page.wait_for_function(KEPT)
        play, first = type_throws(page, play, lots, 5)
        all_sent(page)
        site.kill()
        play, second = type_throws(page, play, lots, IN_ITS_MIDDLE // 2)
    try:
        with phone(chromium, tmp_path) as context:
            page = context.new_page()
            page.goto(address)
            page.wait_for_selector(f"#waiting[data-entries='{IN_ITS_MIDDLE // 2}']")
            assert "30 entries wait" in page.inner_text("#waiting")
            play, third = type_throws(page, play, lots, IN_ITS_MIDDLE // 2)
            page.keyboard.press("Backspace")
            page.wait_for_selector(f"#waiting[data-entries='{IN_ITS_MIDDLE + 1}']")
    finally:
        site.start()
    with phone(chromium, tmp_path) as context:
        page = context.new_page()
        # A browser that is killed soon after has not written the login down.
        context.clear_cookies()
        log_in(page, site, f"/games/{game}/referee/")
        page.wait_for_selector("html[data-ready]")
        all_sent(page)
        assert log_of(page, site, game) == [*first, *second, *third]
        state = read_json(page, site, f"/api/v1/games/{game}/")
        before = begun
        for throw in [*first, *second, *third[:-1]]:
            before = before.play(throw["die"], throw["move"])
        assert state["position"] == str(before.position)


def test_an_end_without_a_connection_is_taken_back_with_a_reason(
    chromium: Browser, referees_site: Site
) -> None:
    game = new_game(referees_site, "schmidt", beginning="4x10 39,b,c,d/-/B,B,B,11/- Y0")
    with chromium.new_context(locale="en-GB", **PHONE) as context:
        page = context.new_page()
        log_in(page, referees_site, f"/games/{game}/referee/")
        page.wait_for_selector("html[data-ready]")
        context.set_offline(True)
        page.keyboard.press("1")
        page.wait_for_selector(".turn-ended-here:has-text('Änne Öhler has won')")
        page.fill("[data-take-back] [name=reason]", "It was a 2")
        page.click("[data-take-back] button")
        page.wait_for_selector(".turn-yellow:visible")
        press(page, "2")
        context.set_offline(False)
        all_sent(page)
        events = read_json(page, referees_site, f"/api/v1/games/{game}/events/")["events"]
        assert [event["kind"] for event in events[-4:]] == ["throw", "end", "take back", "throw"]
        assert events[-2]["payload"]["reason"] == "It was a 2"


@contextmanager
def two_phones(chromium: Browser, site: Site, game: str) -> Iterator[tuple[Page, Page]]:
    """Two referees at one board."""
    with (
        chromium.new_context(locale="en-GB", **PHONE) as one,
        chromium.new_context(locale="en-GB", **PHONE) as other,
    ):
        pages = one.new_page(), other.new_page()
        for page, who in zip(pages, ("referee", "deputy"), strict=True):
            log_in(page, site, f"/games/{game}/referee/", who)
            page.wait_for_selector("html[data-ready]")
        yield pages


def press(page: Page, keys: str) -> None:
    """Forced throws by keyboard, each drawn before the next."""
    for key in keys:
        number = int(page.get_attribute("#desk", "data-now") or "")
        page.keyboard.press(key)
        page.wait_for_selector(f"#desk[data-now='{number + 1}']")


def test_the_other_phone_follows(chromium: Browser, referees_site: Site) -> None:
    game = new_game(referees_site, "schmidt", beginning=FORCED)
    with two_phones(chromium, referees_site, game) as (one, other):
        press(one, "4")
        other.wait_for_selector(".turn-red:visible")
        other.wait_for_selector(".board-pawn[data-colour=yellow][data-field='7']")
        press(other, "2")
        one.wait_for_selector(".turn-yellow:visible")
        assert "Pawn on 11 → 13" in one.inner_text(".throws")


def test_the_same_throw_recorded_by_two_stands_once(chromium: Browser, referees_site: Site) -> None:
    game = new_game(referees_site, "schmidt", beginning=FORCED)
    with two_phones(chromium, referees_site, game) as (one, other):
        one.context.set_offline(True)
        press(one, "423")
        press(other, "42")
        all_sent(other)
        one.context.set_offline(False)
        all_sent(one)
        thrown = [(each["die"], each["move"]) for each in log_of(one, referees_site, game)]
        assert thrown == [(4, "4:3-7"), (2, "2:11-13"), (3, "3:7-10")]
        assert "has recorded the same" in one.inner_text("#trouble")
        assert not one.is_visible("#conflict")


def test_a_conflict_is_shown_and_decided_by_the_referee(chromium: Browser, referees_site: Site) -> None:
    game = new_game(referees_site, "schmidt", beginning=FORCED)
    with two_phones(chromium, referees_site, game) as (one, other):
        one.context.set_offline(True)
        press(one, "425")
        press(other, "5")
        all_sent(other)
        one.context.set_offline(False)
        one.wait_for_selector("#conflict:visible")
        sides = one.locator("#conflict .sides").all_inner_texts()
        assert sides[0] == "Yellow 5:3-8: Pawn on 3 → 8"
        assert sides[1].splitlines() == [
            "Yellow 4:3-7: Pawn on 3 → 7",
            "Red 2:11-13: Pawn on 11 → 13",
            "Yellow 5:7-12: Pawn on 7 → 12",
        ]
        assert log_of(one, referees_site, game) == [{"die": 5, "move": "5:3-8"}]
        # Yellow's 4 cannot follow yellow's 5; red's 2 can.
        assert "cannot be played" in one.inner_text("#conflict .row")
        one.click("text=Call the chief referee")
        one.wait_for_selector("text=The chief referee has been called")
        one.click("text=Drop it: Yellow 4:3-7")
        one.click("text=Record after theirs: Red 2:11-13")
        one.wait_for_selector("#conflict .sides >> nth=1 >> text=Yellow 5:7-12")
        one.click("text=Drop it: Yellow 5:7-12")
        one.wait_for_selector("#conflict", state="hidden")
        thrown = [each["move"] for each in log_of(one, referees_site, game)]
        assert thrown == ["5:3-8", "2:11-13"]
        calls = read_json(one, referees_site, f"/api/v1/games/{game}/events/")["events"]
        called = next(event["payload"]["text"] for event in calls if event["kind"] == "call")
        assert "On the site: Yellow 5:3-8: Pawn on 3 → 8" in called
        one.click(".senses summary")
        assert "Dropped entries (2)" in one.inner_text("#dropped")
        with one.expect_download() as download:
            one.click("#dropped")
        kept = Path(download.value.path()).read_text(encoding="utf-8")
        assert '"4:3-7"' in kept
        assert '"5:7-12"' in kept


def log_in_again(page: Page) -> None:
    """As the page asks for it, which comes back then."""
    page.wait_for_selector("#waiting a:visible")
    assert "Log in to send" in page.inner_text("#waiting")
    page.click("#waiting a")
    page.fill("[name=username]", "referee")
    page.fill("[name=password]", "quick brown fox")
    page.click("main button")
    page.wait_for_selector("html[data-ready]")


def test_a_conflict_is_there_again_after_a_login_in_its_middle(
    chromium: Browser, referees_site: Site
) -> None:
    game = new_game(referees_site, "schmidt", beginning=FORCED)
    with two_phones(chromium, referees_site, game) as (one, other):
        one.context.set_offline(True)
        press(one, "425")
        press(other, "5")
        all_sent(other)
        one.context.set_offline(False)
        one.click("text=Drop it: Yellow 4:3-7")
        one.click("text=Record after theirs: Red 2:11-13")
        one.wait_for_selector("#conflict .sides >> nth=1 >> text=Yellow 5:7-12")
        # Whoever is logged out meanwhile is told; the page he comes back to is another one, and what waits follows
        # neither from the board that this phone knew nor from the site's now.
        one.context.clear_cookies(name="sessionid")
        one.click("text=Call the chief referee")
        log_in_again(one)
        one.wait_for_selector("#conflict .sides >> text=Yellow 5:7-12")
        one.click("text=Drop it: Yellow 5:7-12")
        one.wait_for_selector("#conflict", state="hidden")
        press(one, "1")
        all_sent(one)
        thrown = [each["move"] for each in log_of(one, referees_site, game)]
        assert thrown == ["5:3-8", "2:11-13", "1:8-9"]


def test_of_two_windows_the_one_opened_last_records(chromium: Browser, referees_site: Site) -> None:
    game = new_game(referees_site, "schmidt", beginning=FORCED)
    address = f"{referees_site.url}/games/{game}/referee/"
    with chromium.new_context(locale="en-GB", **PHONE) as context:
        one = context.new_page()
        log_in(one, referees_site, f"/games/{game}/referee/")
        one.wait_for_selector("html[data-ready]")
        one.wait_for_function("() => navigator.serviceWorker.controller !== null")
        one.wait_for_function(KEPT)
        context.set_offline(True)
        press(one, "4")
        other = context.new_page()
        other.goto(address)
        other.wait_for_selector("html[data-ready]")
        one.wait_for_selector("text=Another window records")
        one.keyboard.press("2")
        press(other, "2")
        context.set_offline(False)
        all_sent(other)
        one.click("text=Go on here")
        one.wait_for_selector("html[data-ready]")
        other.wait_for_selector("text=Another window records")
        press(one, "3")
        all_sent(one)
        thrown = [(each["die"], each["move"]) for each in log_of(one, referees_site, game)]
        assert thrown == [(4, "4:3-7"), (2, "2:11-13"), (3, "3:7-10")]


def test_whoever_is_logged_out_keeps_what_waits(chromium: Browser, referees_site: Site) -> None:
    game = new_game(referees_site, "schmidt", beginning=FORCED)
    with chromium.new_context(locale="en-GB", **PHONE) as context:
        page = context.new_page()
        log_in(page, referees_site, f"/games/{game}/referee/")
        page.wait_for_selector("html[data-ready]")
        context.clear_cookies(name="sessionid")
        press(page, "42")
        log_in_again(page)
        all_sent(page)
        assert [each["die"] for each in log_of(page, referees_site, game)] == [4, 2]


def test_without_a_memory_the_page_works_and_says_so(chromium: Browser, referees_site: Site) -> None:
    game = new_game(referees_site, "schmidt", beginning=FORCED)
    with chromium.new_context(locale="en-GB", service_workers="block", **PHONE) as context:
        context.add_init_script("Object.defineProperty(window, 'indexedDB', { value: undefined })")
        # As on a phone in the club's network, where the page has no https.
        context.add_init_script("Crypto.prototype.randomUUID = undefined")
        page = context.new_page()
        log_in(page, referees_site, f"/games/{game}/referee/")
        page.wait_for_selector("html[data-ready]")
        context.set_offline(True)
        press(page, "42")
        page.wait_for_selector("#waiting:visible")
        context.set_offline(False)
        all_sent(page)
        assert len(log_of(page, referees_site, game)) == 2
        page.click(".senses summary")
        assert "This browser keeps nothing" in page.inner_text("#keeping")
