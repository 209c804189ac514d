"""The referee's page in a real browser."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest

from rules import RULE_SETS, Game, Move
from tests.browser.conftest import SEATS, log_in, new_game, read_json
from tests.servers import Site

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

# What a browser shows does not depend on the database: once is enough.
pytestmark = pytest.mark.sqlite

#: Before it are the creation and the start.
FIRST_THROW = 3
PLAYERS = {"Änne Öhler": SEATS[0], "Bert Übel": SEATS[1]}


def start(page: Page, colour: str) -> None:
    page.click(f"[name=starter][value={colour}]")
    page.wait_for_selector(".desk[data-state='running']")


def tap_throw(page: Page, play: Game, die: int, move: Move | None, number: int) -> int:
    """Tap a throw as a referee does and wait until event ``number`` is drawn; how many taps it took."""
    page.click(f"[data-die='{die}']")
    taps = 1
    if len(play.moves(die)) > 1:
        assert move is not None
        page.click(f".offer[data-move='{move}']:visible" if number % 2 else pawn(play, move))
        taps += 1
    page.wait_for_selector(f".desk[data-number='{number}']")
    return taps


def pawn(play: Game, move: Move) -> str:
    """The pawn on the board that makes a move."""
    field = play.setup.board.field_name(move.source)
    return f".board-pawn[data-colour='{play.colour}'][data-field='{field}'] >> nth=0"


def test_a_whole_game_is_recorded_by_tapping(page: Page, referees_site: Site) -> None:
    rules = RULE_SETS["schmidt"]
    game = new_game(referees_site, rules.name, title="Tapped")
    log_in(page, referees_site, f"/games/{game}/referee/")
    start(page, "red")
    lots, play = Random(29), Game.start(rules, PLAYERS, starter="red")
    taps: list[int] = []
    while not play.over:
        die = lots.choice(rules.die_faces)
        moves = play.moves(die)
        move = max(moves, key=lambda each: each.end) if moves else None
        after = play.play(die, move)
        number = len(taps) + FIRST_THROW + after.over  # the end follows the last throw
        taps.append(tap_throw(page, play, die, move, number))
        play = after
    assert max(taps) <= 2
    assert sum(taps) / len(taps) <= 1.6

    state = read_json(page, referees_site, f"/api/v1/games/{game}/")
    assert (state["state"], state["position"]) == ("ended", str(play.position))
    page.goto(f"{referees_site.url}/games/{game}/")
    assert page.inner_text("h1") == "Tapped"
    assert f"{play.winner} has won" in page.inner_text(".turn")
    assert f"{len(taps)} throws" in page.inner_text(".proof")
    record = page.request.get(f"{referees_site.url}/api/v1/games/{game}/record/").text()
    assert Game.replay(record).position == play.position


def test_the_keyboard_records_and_takes_back(page: Page, referees_site: Site) -> None:
    game = new_game(referees_site, "schmidt")
    log_in(page, referees_site, f"/games/{game}/referee/")
    start(page, "yellow")
    for number, keys in enumerate(
        ("6", "4", "3", "2"), start=FIRST_THROW
    ):  # yellow, again, red, yellow: no choice yet
        page.keyboard.press(keys)
        page.wait_for_selector(f".desk[data-number='{number}']")
    page.keyboard.press("Backspace")
    page.wait_for_selector(".desk[data-number='7']")
    assert "taken back" in page.inner_text(".desk-throws")
    assert read_json(page, referees_site, f"/api/v1/games/{game}/")["colour"] == "yellow"


def test_a_choice_is_made_by_letter_or_by_arrow(page: Page, referees_site: Site) -> None:
    game = new_game(referees_site, "schmidt")
    log_in(page, referees_site, f"/games/{game}/referee/")
    start(page, "yellow")
    for number, key in enumerate(
        "55634", start=FIRST_THROW
    ):  # yellow A-5, red, yellow B-A and A-3, red: all forced
        page.keyboard.press(key)
        page.wait_for_selector(f".desk[data-number='{number}']")
    assert position(page, referees_site, game).startswith("4x10 B,B,3,5/")
    page.keyboard.press("1")
    page.keyboard.press("b")
    page.wait_for_selector(".desk[data-number='8']")
    assert position(page, referees_site, game).startswith("4x10 B,B,4,5/")
    page.keyboard.press("1")  # red, forced
    page.wait_for_selector(".desk[data-number='9']")
    page.keyboard.press("2")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    page.wait_for_selector(".desk[data-number='10']")
    assert position(page, referees_site, game).startswith("4x10 B,B,5,6/")


def position(page: Page, site: Site, game: str) -> str:
    return str(read_json(page, site, f"/api/v1/games/{game}/")["position"])


def test_a_refusal_changes_nothing_and_the_present_board_is_shown(
    chromium: Browser, referees_site: Site
) -> None:
    # Not the fixture's page: a browser reports every answer of 409 as an error on its console.
    game = new_game(referees_site, "schmidt")
    with chromium.new_context(locale="de-DE") as context:
        # Without the look that the page takes every few seconds, so that it surely does not know.
        context.add_init_script("window.setInterval = () => 0")
        page, other = context.new_page(), context.new_page()
        log_in(page, referees_site, f"/games/{game}/referee/")
        start(page, "yellow")
        other.goto(f"{referees_site.url}/games/{game}/referee/")
        other.click("[data-die='5']")
        other.wait_for_selector(".desk[data-number='3']")
        page.click("[data-die='3']")
        page.wait_for_selector(".desk[data-number='3']")
        assert "jemand anderes" in page.inner_text("#trouble")
        assert read_json(page, referees_site, f"/api/v1/games/{game}/")["number"] == 3


def test_an_entry_is_kept_while_there_is_no_connection(chromium: Browser, referees_site: Site) -> None:
    game = new_game(referees_site, "schmidt")
    with chromium.new_context(locale="en-GB") as context:
        # As on a phone in the club's network, where the page has no https.
        context.add_init_script("Crypto.prototype.randomUUID = undefined")
        page = context.new_page()
        log_in(page, referees_site, f"/games/{game}/referee/")
        start(page, "yellow")
        context.set_offline(True)
        page.click("[data-die='5']")
        page.wait_for_selector("#trouble:visible")
        assert "No connection" in page.inner_text("#trouble")
        context.set_offline(False)
        page.wait_for_selector(".desk[data-number='3']")
        assert not page.is_visible("#trouble")
