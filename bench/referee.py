"""The referee's page on a slow phone: its weight, how soon a tap is drawn, how many taps a throw takes.

`python -m bench.referee`. The embedded site and the system's Chromium at the size of a phone, its processor slowed
down four times. Time runs from the moment the finger leaves the glass until the next board has been painted; by then
the entry has been kept and the board after every face of the die worked out. Taps are counted by the page's own rules
over whole games, the players `sensible`: one where the die alone records the throw, otherwise two.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from random import Random
from statistics import mean, median
from typing import TYPE_CHECKING, Any

from bench.calibration import calibrate
from bench.size import sized
from rules import RULE_SETS, Game
from rules.policies import POLICIES
from tests import servers
from tests.browser.conftest import NAMES, PHONE, SET_UP, log_in, new_game

if TYPE_CHECKING:
    from playwright.sync_api import Page, Response

BROWSER_ARGUMENTS = ["--headless", "--no-sandbox", "--disable-gpu"]
SLOWER = 4
#: So long, in milliseconds, a key is deaf that was tapped, and a choice that has appeared.
DEAF = 400
THROWS = sized(20, 60)
GAMES = sized(3, 30)
TRIO = [["yellow", "black"], ["blue", "red"], ["green", "violet"]]
OPPOSITE = [["yellow", "red"], ["black", "green"], ["blue", "violet"]]
SEATINGS: dict[str, list[list[str]]] = {
    "schmidt": [["yellow"], ["green"], ["red"], ["black"]],
    "xmadn-2t": [["yellow", "green"], ["red", "black"]],
    "xmadn-3t": TRIO,
    "xmadn-gp": OPPOSITE,
    "mhd": [["yellow"], ["green"], ["red"], ["black"]],
}
#: Tells of every tap how long it took until the frame with the next board had been painted.
WATCH = """
() => {
  window.taken = [];
  let tapped = 0;
  addEventListener("pointerup", () => (tapped = performance.now()), true);
  new MutationObserver(() => requestAnimationFrame(() => setTimeout(() => {
    if (tapped) taken.push(performance.now() - tapped);
    tapped = 0;
  }))).observe(document.getElementById("desk"), { attributes: true, childList: true, subtree: true });
}
"""


def weight(page: Page, address: str) -> Iterator[tuple[str, int, int]]:
    """Everything that the page is made of: kind, bytes unpacked, bytes as served."""
    answers: list[Response] = []
    page.on("response", lambda answer: answers.append(answer))
    page.goto(address)
    page.wait_for_selector("html[data-ready]")
    seen = set()
    for answer in list(answers):
        kind = answer.request.resource_type
        if answer.url in seen or kind not in ("document", "stylesheet", "script", "image"):
            continue
        if answer.status == 200 and not answer.url.endswith("worker.js"):
            seen.add(answer.url)
            yield kind, len(answer.body()), int(answer.all_headers()["content-length"])


def taps(rules_name: str, games: int) -> tuple[float, int]:
    """Mean of taps a throw over whole games, and how many throws that were."""
    rules, lots, counted = RULE_SETS[rules_name], Random(7), []
    for number in range(games):
        seats = dict(zip(("A", "B", "C", "D"), SEATINGS[rules_name], strict=False))
        play = Game.start(rules, seats, starter=SEATINGS[rules_name][number % len(seats)][0])
        while not play.over:
            die = lots.choice(rules.die_faces)
            moves = play.moves(die)
            counted.append(1 if not moves or (len(moves) == 1 and not play.may_forfeit(die)) else 2)
            play = play.play(die, POLICIES["sensible"](play, die, moves, lots) if moves else None)
    return mean(counted), len(counted)


def drawn(page: Page) -> list[float]:
    """Milliseconds from every tap of a game to the painted board."""
    page.evaluate(WATCH)
    session = page.context.new_cdp_session(page)
    session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    lots = Random(3)
    for _ in range(THROWS):
        number = int(page.get_attribute("#desk", "data-now") or "")
        page.locator(f"[data-die='{lots.randint(1, 6)}']").tap()
        page.wait_for_timeout(DEAF)
        if page.is_visible(".face"):
            page.locator(".face .offer:visible").first.tap()
            page.wait_for_timeout(DEAF)
        page.wait_for_selector(f"#desk:not([data-now='{number}'])")
    session.send("Emulation.setCPUThrottlingRate", {"rate": 1})
    found: list[float] = page.evaluate("taken")
    return found


def main() -> None:
    """Measure and print."""
    from playwright.sync_api import sync_playwright

    print(calibrate())
    for name in SEATINGS:
        found, throws = taps(name, GAMES)
        print(f"{name}: {found:.2f} taps a throw ({GAMES} games, {throws} throws)")
    program = shutil.which("chromium") or shutil.which("chromium-browser")
    if program is None:
        print("the page itself is not measured: there is no Chromium on this machine")
        return
    # Forked from one console, as that is what writes passwords so that the site can read them.
    with (
        servers.console({"DATABASE_CONNECTIONS": "pool"}) as console,
        servers.forked_site(console, {}) as site,
        sync_playwright() as playwright,
    ):
        site.manage("shell", "--verbosity", "0", "--command", SET_UP.format(players=NAMES))
        begin: dict[str, Any] = {"beginning": "6x8 B,B,5,9/B,B,3,21/B,B,7,30/B,B,1,11/B,B,2,17/B,B,4,26 Y0"}
        game = new_game(site, "xmadn-3t", title="Measured", seats=TRIO, **begin)
        browser = playwright.chromium.launch(executable_path=program, args=BROWSER_ARGUMENTS)
        page = browser.new_context(locale="de-DE", service_workers="block", **PHONE).new_page()
        log_in(page, site, f"/games/{game}/referee/")
        total: dict[str, tuple[int, int]] = {}
        for kind, plain, packed in weight(page, f"{site.url}/games/{game}/referee/"):
            before = total.get(kind, (0, 0))
            total[kind] = before[0] + plain, before[1] + packed
        for kind, (plain, packed) in total.items():
            print(f"{kind}: {packed:,} bytes as served, {plain:,} unpacked")
        plain, packed = (sum(each[at] for each in total.values()) for at in (0, 1))
        print(f"all in: {packed:,} bytes as served, {plain:,} unpacked")
        times = sorted(drawn(page))
        print(
            f"tap to drawn, processor {SLOWER} times slower: median {median(times):.0f} ms,"
            f" 95 % within {times[int(0.95 * len(times))]:.0f} ms, {len(times)} taps"
        )
        browser.close()


if __name__ == "__main__":
    main()
