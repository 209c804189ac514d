"""The referee's page without a connection, and two referees on one board."""

from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Route

from rules import RULE_SETS, Game
from tests.browser.conftest import (
    DEAF,
    PHONE,
    SEATS,
    all_sent,
    log_in,
    new_game,
    new_games,
    open_game,
    read_json,
    settled,
)
from tests.browser.phones import KEPT, fill, log_in_again, log_of, phone, press, recorded, two_phones, unfold
from tests.endurance.size import sized
from tests.servers import Site

PLAYERS = {"Änne Öhler": SEATS[0], "Bert Übel": SEATS[1]}
IN_ITS_MIDDLE = sized(16, 60, thorough=60)
#: A board on which no throw leaves a choice.
FORCED = "4x10 B,B,B,3/-/B,B,B,11/- Y0"
#: The page does not ask of itself whether the site is there again.
NEVER_BY_ITSELF = """
const soon = window.setTimeout;
window.setTimeout = (work, time, ...rest) => (time >= 4000 ? 0 : soon(work, time, ...rest));
"""
#: Whether the deputy may rule, or only record.
DEPUTY_AS = """
from games.models import Permit
Permit.objects.filter(person__username="deputy").update(role={role!r})
"""


@pytest.fixture(scope="module")
def forced_games(referees_site: Site) -> Iterator[str]:
    """The ids of games from that board, one for each test that asks."""
    return iter(new_games(referees_site, "schmidt", 20, beginning=FORCED))


@pytest.fixture
def game(forced_games: Iterator[str]) -> str:
    """The id of a game from that board."""
    return next(forced_games)


def hears(page: Page, words: str) -> None:
    """Wait until that is what was said last, to whoever works by ear."""
    page.wait_for_function("words => document.getElementById('news').textContent === words", arg=words)


def hold(page: Page, held: list[Route]) -> None:
    """Let no desk come from the site until its route is taken away."""

    def keep(route: Route) -> None:
        held.append(route)

    page.route("**/referee/desk/", keep)


def type_throws(page: Page, play: Game, lots: Random, many: int) -> tuple[Game, list[dict[str, Any]]]:
    """Throws by keyboard, each drawn before the next; the game then, and what was thrown."""
    thrown = []
    for _ in range(many):
        die = lots.choice(play.rules.die_faces)
        moves = play.moves(die)
        at = lots.randrange(len(moves)) if moves else 0
        settled(page)
        number = int(page.get_attribute("#desk", "data-now") or "")
        page.keyboard.type(str(die) + (chr(97 + at) if len(moves) > 1 else ""))
        page.wait_for_selector(f"#desk[data-now='{number + 1}']")
        play = play.play(die, moves[at] if moves else None)
        assert not play.over
        thrown.append({"die": die, "move": str(moves[at]) if moves else None})
    return play, thrown


def test_nothing_is_lost_when_the_network_goes_and_the_browser_is_killed(
    chromium: Browser, referees_site: Site, tmp_path: Path
) -> None:
    site, lots = referees_site, Random(11)
    game = new_game(site, "schmidt")
    address = f"{site.url}/games/{game}/referee/"
    begun = play = Game.start(RULE_SETS["schmidt"], PLAYERS, starter="yellow")
    with phone(chromium, tmp_path) as context:
        page = context.new_page()
        open_game(page, site, game)
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
            assert f"{IN_ITS_MIDDLE // 2} entries wait" in (page.text_content("#waiting") or "")
            play, third = type_throws(page, play, lots, IN_ITS_MIDDLE // 2)
            page.keyboard.press("Backspace")
            page.wait_for_selector(f"#waiting[data-entries='{IN_ITS_MIDDLE + 1}']")
    finally:
        site.start()
    with phone(chromium, tmp_path) as context:
        page = context.new_page()
        # A browser that is killed soon after has not written the login down.
        context.clear_cookies()
        open_game(page, site, game)
        all_sent(page)
        assert log_of(page, site, game) == [*first, *second, *third]
        state = read_json(page, site, f"/api/v1/games/{game}/")
        before = begun
        for throw in [*first, *second, *third[:-1]]:
            before = before.play(throw["die"], throw["move"])
        assert state["position"] == str(before.position)


def test_a_page_kept_before_a_script_was_renamed_still_gets_that_script(
    chromium: Browser, referees_site: Site, game: str, tmp_path: Path
) -> None:
    with phone(chromium, tmp_path) as context:
        page = context.new_page()
        log_in(page, referees_site, f"/games/{game}/referee/")
        page.wait_for_function("() => navigator.serviceWorker.controller !== null")
        answers = page.evaluate("""async () => {
            const cache = await caches.open("referee");
            await cache.put("/static/games/referee/former.js", new Response("kept"));
            const ask = async (name) => (await fetch(`/static/games/referee/${name}.js`)).text();
            return [await ask("former"), (await ask("never")) === "kept"];
        }""")
    assert answers == ["kept", False]


def test_an_end_without_a_connection_is_taken_back_with_a_reason(phone: Page, referees_site: Site) -> None:
    game = new_game(referees_site, "schmidt", beginning="4x10 39,b,c,d/-/B,B,B,11/- Y0")
    open_game(phone, referees_site, game)
    phone.context.set_offline(True)
    phone.keyboard.press("1")
    phone.wait_for_selector(".turn-ended-here:has-text('Änne Öhler has won')")
    phone.fill("[data-take-back] [name=reason]", "It was a 2")
    phone.click("[data-take-back] button")
    phone.wait_for_selector(".turn-yellow:visible")
    press(phone, "2")
    phone.context.set_offline(False)
    all_sent(phone)
    events = read_json(phone, referees_site, f"/api/v1/games/{game}/events/")["events"]
    assert [event["kind"] for event in events[-4:]] == ["throw", "end", "take back", "throw"]
    assert events[-2]["payload"]["reason"] == "It was a 2"


def test_what_is_written_before_the_site_has_drawn_the_end_stays_when_it_has(
    chromium: Browser, referees_site: Site
) -> None:
    game = new_game(referees_site, "schmidt", beginning="4x10 39,b,c,d/-/B,B,B,11/- Y0")
    with chromium.new_context(locale="en-GB", **PHONE) as context:
        page, held = context.new_page(), list[Route]()
        open_game(page, referees_site, game)
        hold(page, held)
        page.keyboard.press("1")
        page.fill("[data-take-back] [name=reason]", "It was a 2")
        while not held:
            page.wait_for_timeout(10)
        page.unroute("**/referee/desk/")
        page.wait_for_selector(".desk[data-state='ended']")
        assert page.input_value("[data-take-back] [name=reason]:focus") == "It was a 2"
        page.click("[data-take-back] button")
        page.wait_for_selector(".desk[data-state='running']")
        assert page.locator("[data-take-back] [name=reason]").input_value() == ""


def test_an_end_that_is_taken_back_too_late_is_said_to_be_refused(
    chromium: Browser, referees_site: Site
) -> None:
    """What was taken back without a connection, and somebody else has confirmed meanwhile, is not lost silently."""
    game = new_game(referees_site, "schmidt", beginning="4x10 39,b,c,d/-/B,B,B,11/- Y0")
    with two_phones(chromium, referees_site, game) as (one, other):
        one.keyboard.press("1")
        all_sent(one)
        one.wait_for_selector("[data-take-back] [name=reason]:visible")
        other.wait_for_selector("[data-send='confirmation/']", state="attached")
        assert not other.is_visible("[data-take-back] [name=reason]"), "somebody else has recorded the end"
        one.context.set_offline(True)
        one.fill("[data-take-back] [name=reason]", "It was a 2")
        one.click("[data-take-back] button")
        one.wait_for_selector("#waiting[data-entries='1']")
        other.eval_on_selector_all("details", "all => all.forEach((each) => (each.open = true))")
        other.fill("form[data-send='confirmation/'] [name=official]", "Dora")
        with other.expect_response("**/confirmation/") as confirmed:
            other.click("form[data-send='confirmation/']:has([name=official]) button")
        assert confirmed.value.ok
        one.context.set_offline(False)
        one.wait_for_selector("#conflict:has-text('only a correction changes it')")
        assert [event["kind"] for event in recorded(one, referees_site, game)][-1] == "confirmation"
        one.click("text=Drop it")
        one.wait_for_selector("#conflict", state="hidden")


def test_a_conflict_is_shown_and_decided_by_the_referee(
    chromium: Browser, referees_site: Site, game: str
) -> None:
    with two_phones(chromium, referees_site, game) as (one, other):
        one.context.set_offline(True)
        press(one, "425")
        press(other, "5")
        all_sent(other)
        one.context.set_offline(False)
        one.wait_for_selector("#conflict:visible .sides >> nth=1")
        sides = one.locator("#conflict .sides").all_inner_texts()
        assert sides[0] == "Yellow 5:3-8: Pawn on 3 → 8"
        assert sides[1].splitlines() == [
            "Yellow 4:3-7: Pawn on 3 → 7",
            "Red 2:11-13: Pawn on 11 → 13",
            "Yellow 5:7-12: Pawn on 7 → 12",
        ]
        assert log_of(one, referees_site, game) == [{"die": 5, "move": "5:3-8"}]
        hears(one, "Yellow 5: Pawn on 3 → 8. Red to throw, Bert Übel.")
        # Yellow's 4 cannot follow yellow's 5; red's 2 can.
        one.click("text=One by one")
        one.wait_for_selector("#conflict .row:has-text('cannot be played')")
        one.click("text=Call the chief referee")
        one.wait_for_selector("text=The chief referee has been called")
        one.click("text=Drop it: Yellow 4:3-7")
        one.click("text=Record after theirs: Red 2:11-13")
        one.wait_for_selector("#conflict .sides >> nth=1 >> text=Yellow 5:7-12")
        hears(one, "Red 2: Pawn on 11 → 13. Yellow to throw, Änne Öhler.")
        one.click("text=Drop it: Yellow 5:7-12")
        one.wait_for_selector("#conflict", state="hidden")
        all_sent(one)
        hears(one, "Red 2: Pawn on 11 → 13. Yellow to throw, Änne Öhler.")
        thrown = [each["move"] for each in log_of(one, referees_site, game)]
        assert thrown == ["5:3-8", "2:11-13"]
        calls = read_json(one, referees_site, f"/api/v1/games/{game}/events/")["events"]
        called = next(event["payload"]["text"] for event in calls if event["kind"] == "call")
        assert "On the site: Yellow 5:3-8: Pawn on 3 → 8" in called
        unfold(one)
        one.click(".senses summary")
        one.wait_for_selector("#dropped:has-text('Dropped entries (2)')")
        with one.expect_download() as download:
            one.click("#dropped")
        kept = Path(download.value.path()).read_text(encoding="utf-8")
        assert '"4:3-7"' in kept
        assert '"5:7-12"' in kept


@pytest.mark.parametrize("right", ["Mine", "Theirs"])
def test_a_conflict_is_decided_with_one_tap_for_one_of_the_two(
    chromium: Browser, referees_site: Site, game: str, right: str
) -> None:
    with two_phones(chromium, referees_site, game) as (one, other):
        one.context.set_offline(True)
        press(one, "42")
        press(other, "53")
        all_sent(other)
        one.context.set_offline(False)
        for words in (
            "Takes back: Yellow 5:3-8: Pawn on 3 → 8; Red 3:11-14",
            "Drops: Yellow 4:3-7: Pawn on 3 → 7; Red 2:11-13",
        ):
            one.wait_for_selector(f"#conflict .row:has-text('{words}')")
        one.click(f"text={right} is right")
        one.wait_for_selector("#conflict", state="hidden")
        all_sent(one)
        field, end = {"Mine": ("7", "13"), "Theirs": ("8", "14")}[right]
        for page in (one, other):
            page.wait_for_selector(f".board-pawn[data-colour=yellow][data-field='{field}']")
            hears(page, f"Red {int(end) - 11}: Pawn on 11 → {end}. Yellow to throw, Änne Öhler.")
        told = [(each["kind"], each["payload"].get("move")) for each in recorded(one, referees_site, game)]
        theirs = [("throw", "5:3-8"), ("throw", "3:11-14")]
        mine = [("take back", None), ("throw", "4:3-7"), ("throw", "2:11-13")]
        assert told == (theirs + mine if right == "Mine" else theirs)


def test_a_conflict_is_there_again_after_a_login_in_its_middle(
    chromium: Browser, referees_site: Site, game: str
) -> None:
    with two_phones(chromium, referees_site, game) as (one, other):
        one.context.set_offline(True)
        press(one, "425")
        press(other, "5")
        all_sent(other)
        one.context.set_offline(False)
        one.click("text=One by one")
        one.click("text=Drop it: Yellow 4:3-7")
        one.click("text=Record after theirs: Red 2:11-13")
        hears(one, "Red 2: Pawn on 11 → 13. Yellow to throw, Änne Öhler.")
        # Whoever is logged out meanwhile is told; the page he comes back to is another one, and what waits follows
        # neither from the board that this phone knew nor from the site's now.
        one.context.clear_cookies(name="sessionid")
        one.click("text=Call the chief referee")
        log_in_again(one)
        one.wait_for_selector("#conflict .sides >> text=Yellow 5:7-12")
        one.click("text=One by one")
        one.click("text=Drop it: Yellow 5:7-12")
        one.wait_for_selector("#conflict", state="hidden")
        press(one, "1")
        all_sent(one)
        thrown = [each["move"] for each in log_of(one, referees_site, game)]
        assert thrown == ["5:3-8", "2:11-13", "1:8-9"]


def test_of_two_windows_the_one_opened_last_records(
    chromium: Browser, referees_site: Site, game: str
) -> None:
    address = f"{referees_site.url}/games/{game}/referee/"
    with chromium.new_context(locale="en-GB", **PHONE) as context:
        one = context.new_page()
        open_game(one, referees_site, game)
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
        with one.expect_navigation():
            one.click("text=Go on here")
        one.wait_for_selector("html[data-ready]")
        other.wait_for_selector("text=Another window records")
        press(one, "3")
        all_sent(one)
        thrown = [(each["die"], each["move"]) for each in log_of(one, referees_site, game)]
        assert thrown == [(4, "4:3-7"), (2, "2:11-13"), (3, "3:7-10")]


def test_without_a_memory_the_page_works_and_says_so(
    chromium: Browser, referees_site: Site, game: str
) -> None:
    with chromium.new_context(locale="en-GB", service_workers="block", **PHONE) as context:
        context.add_init_script("Object.defineProperty(window, 'indexedDB', { value: undefined })")
        # As on a phone in the club's network, where the page has no https.
        context.add_init_script("Crypto.prototype.randomUUID = undefined")
        page = context.new_page()
        open_game(page, referees_site, game)
        context.set_offline(True)
        press(page, "42")
        page.wait_for_selector("#waiting:visible")
        context.set_offline(False)
        all_sent(page)
        assert len(log_of(page, referees_site, game)) == 2
        unfold(page)
        page.click(".senses summary")
        page.wait_for_selector("#keeping:has-text('This browser keeps nothing')")


def test_what_happens_at_a_board_is_recorded_without_a_connection(
    chromium: Browser, referees_site: Site, game: str
) -> None:
    site = referees_site
    with chromium.new_context(locale="en-GB", **PHONE) as context:
        page = context.new_page()
        open_game(page, site, game)
        page.wait_for_function("() => navigator.serviceWorker.controller !== null")
        page.wait_for_function(KEPT)
        context.set_offline(True)
        fill(page, "clock", "[value=start]")
        press(page, "4")
        fill(page, "void-die", die="3", reason="fell from the table")
        assert page.inner_text(".throws li >> nth=0").endswith(
            "Void die 3, thrown again: fell from the table"
        )
        fill(page, "note", text="The lamp went out")
        fill(page, "clock", "[value=pause]")
        page.wait_for_selector(".desk-state .clock:has-text('Clock paused')")
        assert not page.is_visible("[data-send='clock/'] [value=pause]")
        # What waits is the same in a window that is opened anew.
        page = context.new_page()
        page.goto(f"{site.url}/games/{game}/referee/")
        page.wait_for_selector("#waiting[data-entries='5']")
        page.wait_for_selector(".desk-state .clock:has-text('Clock paused')")
        unfold(page)
        page.click("summary:text-is('Penalty')")
        page.click(".desk-board .board-pawn[data-colour=yellow][data-field='7']")
        page.fill("[data-pawns] [name=reason]", "took the die away")
        page.click("[data-pawns] button.button")
        page.wait_for_selector("#desk[data-now='8']")
        assert page.locator(".desk-board .board-pawn[data-colour=yellow][data-field=B]").count() == 4
        # Back and forth: the ruling, and the throw before it.
        for key in ("take-back", "take-back", "bring-back", "bring-back"):
            settled(page)
            number = int(page.get_attribute("#desk", "data-now") or "")
            page.wait_for_timeout(DEAF)
            page.click(f"[data-{key}] button")
            page.wait_for_selector(f"#desk[data-now='{number + 1}']")
        fill(page, "call", text="Who may look at the die?")
        press(page, "2")
        context.set_offline(False)
        all_sent(page)
        events = recorded(page, site, game)
        assert [event["kind"] for event in events] == [
            *("clock", "throw", "void die", "note", "clock", "penalty"),
            *("take back", "take back", "bring back", "bring back", "call", "throw"),
        ]
        assert read_json(page, site, f"/api/v1/games/{game}/")["position"] == "4x10 B,B,B,B/-/B,B,B,13/- Y0"
        # The clock counts from when its keys were pressed, not from when that was sent.
        for event in (events[0], events[4]):
            told, pressed = (
                datetime.fromisoformat(at) for at in (event["payload"]["at"], event["happened_at"])
            )
            assert told <= pressed


def test_what_needs_the_site_says_so_before_anything_is_written(
    chromium: Browser, referees_site: Site, game: str
) -> None:
    with chromium.new_context(locale="de-DE", **PHONE) as context:
        page = context.new_page()
        open_game(page, referees_site, game)
        unfold(page)
        page.click("details.act:has([data-send='position/']) > summary")
        page.fill("[data-send='position/'] [name=reason]", "The cat")
        page.wait_for_selector(".needs-site", state="detached")
        context.set_offline(True)
        page.wait_for_selector(".needs-site:visible")
        assert page.inner_text(".needs-site:visible").startswith(
            "Gerade keine Verbindung, und das braucht eine"
        )
        assert page.evaluate("document.querySelector('[data-send=\"position/\"]').inert")
        assert not page.evaluate("document.querySelector('[data-send=\"penalty/\"]').inert")
        called = page.text_content("details.act:has([data-send='call/'])")
        assert called is not None
        assert "Bis dahin hört ihn niemand" in called
        context.set_offline(False)
        page.wait_for_selector(".needs-site", state="detached")
        assert page.input_value("[data-send='position/'] [name=reason]") == "The cat"


def test_a_network_that_is_back_before_a_look_at_the_site_has_failed_is_noticed_at_once(
    chromium: Browser, referees_site: Site, game: str
) -> None:
    with chromium.new_context(locale="en-GB", **PHONE) as context:
        page, held = context.new_page(), list[Route]()
        page.add_init_script(NEVER_BY_ITSELF)
        open_game(page, referees_site, game)
        unfold(page)
        hold(page, held)
        page.click("details.act:has([data-send='position/']) > summary")
        while not held:
            page.wait_for_timeout(10)
        context.set_offline(True)
        page.wait_for_selector(".needs-site", state="attached")
        context.set_offline(False)
        page.wait_for_function("navigator.onLine")
        page.unroute("**/referee/desk/")  # what is held goes on, and says nothing of the network since
        page.wait_for_selector(".needs-site", state="detached")


def test_a_phone_that_is_behind_does_not_ask_again_and_again(
    chromium: Browser, referees_site: Site, game: str
) -> None:
    with two_phones(chromium, referees_site, game) as (one, other):
        asked: list[str] = []
        one.on("request", lambda request: asked.append(request.url) if "/desk/" in request.url else None)
        press(one, "4")
        all_sent(one)
        one.context.set_offline(True)
        unfold(one)
        one.wait_for_timeout(500)
        assert len(asked) < 5
        one.context.set_offline(False)
        one.wait_for_selector(".needs-site", state="detached")
        # Nor while somebody writes, and another phone goes on.
        one.click("details.act:has(> form[data-send='note/']) > summary")
        one.fill("details.act > form[data-send='note/'] [name=text]", "Before")
        other.wait_for_selector("#desk[data-now='3']")
        press(other, "5")
        all_sent(other)
        one.wait_for_selector("#desk[data-now='4']")
        asked.clear()
        one.wait_for_timeout(500)
        assert len(asked) < 5
        # Once the form is folded the others are drawn for the board as it is.
        one.click("details.act:has(> form[data-send='note/']) > summary")
        one.wait_for_selector(".desk[data-number='4']", state="attached")


def test_the_same_throw_stands_once_and_what_is_beside_the_board_is_no_conflict(
    chromium: Browser, referees_site: Site, game: str
) -> None:
    with two_phones(chromium, referees_site, game) as (one, other):
        one.context.set_offline(True)
        fill(one, "note", text="Before")
        press(one, "4")
        fill(one, "note", text="Between")
        press(one, "2")
        press(other, "4")
        fill(other, "note", text="Theirs")
        all_sent(other)
        one.context.set_offline(False)
        all_sent(one)
        one.wait_for_selector("#notice:has-text('has recorded the same')")
        assert one.is_hidden("#conflict")
        assert one.is_hidden("#trouble")
        events = recorded(one, referees_site, game)
        entries = [event["payload"].get("move") or event["payload"].get("text") for event in events]
        assert entries == ["4:3-7", "Theirs", "Before", "Between", "2:11-13"]


def test_a_ruling_that_is_not_allowed_any_more_is_asked_about(
    chromium: Browser, referees_site: Site, game: str
) -> None:
    with two_phones(chromium, referees_site, game) as (_, page):
        page.context.set_offline(True)
        fill(page, "void-die", reason="fell from the table")
        press(page, "4")
        referees_site.shell(DEPUTY_AS.format(role="recorder"))
        try:
            page.context.set_offline(False)
            page.wait_for_selector("#conflict:has-text('Not allowed')")
            assert recorded(page, referees_site, game) == []
            page.click("text=Drop it: Void die")
            page.click("text=Record after theirs: Yellow 4:3-7")
            page.wait_for_selector("#conflict", state="hidden")
            all_sent(page)
            assert [event["kind"] for event in recorded(page, referees_site, game)] == ["throw"]
        finally:
            referees_site.shell(DEPUTY_AS.format(role="referee"))
