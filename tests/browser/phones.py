"""The phones of referees: with and without a memory, two at one board, keys pressed and forms filled in."""

import os
import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Page

from tests.browser.conftest import PHONE, open_game, read_json, settled
from tests.conftest import BROWSER_ARGUMENTS
from tests.servers import Site, lives

#: Whether the page is kept as it is while the game is played.
KEPT = (
    "caches.match(location.pathname).then((page) => page?.text()).then((text) => text?.includes('data-die'))"
)


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


@contextmanager
def two_phones(chromium: Browser, site: Site, game: str) -> Iterator[tuple[Page, Page]]:
    """Two referees at one board."""
    with (
        chromium.new_context(locale="en-GB", **PHONE) as one,
        chromium.new_context(locale="en-GB", **PHONE) as other,
    ):
        pages = one.new_page(), other.new_page()
        for page, who in zip(pages, ("referee", "deputy"), strict=True):
            open_game(page, site, game, who)
        yield pages


def press(page: Page, keys: str) -> None:
    """Forced throws by keyboard, each drawn before the next."""
    for key in keys:
        settled(page)
        number = int(page.get_attribute("#desk", "data-now") or "")
        page.keyboard.press(key)
        page.wait_for_selector(f"#desk[data-now='{number + 1}']")


def unfold(page: Page) -> None:
    """What a referee may do beside die and pawn: a sheet on a phone, folded up at a desk."""
    if not page.is_visible(".acts"):
        page.locator(".more-key, .desk .more > summary").locator("visible=true").click()


def fill(page: Page, kind: str, button: str = "button.button", **text: str) -> None:
    """A form is unfolded, filled in and sent; until what it tells is drawn."""
    settled(page)
    number = int(page.get_attribute("#desk", "data-now") or "")
    form = f"details.act > form[data-send='{kind}/']"
    unfold(page)
    page.click(f"details.act:has(> form[data-send='{kind}/']) > summary")
    for name, value in text.items():
        field = page.locator(f"{form} [name={name}]").first
        if field.evaluate("field => field.tagName") == "SELECT":
            field.select_option(value)
        else:
            field.fill(value)
    page.click(f"{form} {button}")
    page.wait_for_selector(f"#desk[data-now='{number + 1}']")
    page.wait_for_selector(".more:not([open])", state="attached")


def log_of(page: Page, site: Site, game: str) -> list[dict[str, Any]]:
    """The throws that the site has."""
    events = read_json(page, site, f"/api/v1/games/{game}/events/")["events"]
    return [event["payload"] for event in events if event["kind"] == "throw"]


def recorded(page: Page, site: Site, game: str) -> list[dict[str, Any]]:
    """What has been recorded since the board was set."""
    events: list[dict[str, Any]] = read_json(page, site, f"/api/v1/games/{game}/events/")["events"]
    return events[2:]


def log_in_again(page: Page) -> None:
    """As the page asks for it, which comes back then."""
    page.wait_for_selector("#waiting a:visible")
    assert "Log in to send" in page.inner_text("#waiting")
    page.click("#waiting a")
    page.fill("[name=username]", "referee")
    page.fill("[name=password]", "quick brown fox")
    page.click("main button")
    page.wait_for_selector("html[data-ready]")
