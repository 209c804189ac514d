"""The referee's page in a real browser, on a phone: every throw by finger or key."""

import os
import re
from collections.abc import Iterator
from random import Random

import pytest
from playwright.sync_api import Browser, Page

from games.domain.move_text import describe_throw
from games.offline.payload import serialize_play
from rules import COLOUR_NAMES, RULE_SETS, Game, Move
from rules.special_fields import drawn_from_seed
from tests.browser.conftest import (
    DEAF,
    SEATS,
    all_sent,
    log_in,
    new_game,
    open_game,
    read_json,
    settled,
)
from tests.servers import Site

WHOLE = os.environ.get("RAUSWURF_TESTS") == "whole"
#: Before it are the creation and the start.
FIRST_THROW = 3
PLAYERS = {"Änne Öhler": SEATS[0], "Bert Übel": SEATS[1]}
TRIO = {"Änne Öhler": ["yellow", "black"], "Bert Übel": ["blue", "red"], "Cora Weiß": ["green", "violet"]}
#: Says throws in the words of the phone.
TOLD = """
async ([asked, colours]) => {
  const [{ Game }, { describeThrow }] = await Promise.all(
    ["game", "referee/i18n"].map((name) => import(`/static/games/${name}.js`)),
  );
  return asked.map(([json, die, token]) => {
    const play = new Game(json);
    return describeThrow(play, die, token && play.moves(die).find((move) => move.text === token), colours);
  });
}
"""
#: Every colour has one pawn to bring home.
LATE = "6x8 40,b,c,d/39,b,c,d/38,b,c,d/37,b,c,d/41,b,c,d/36,b,c,d Y0"


def start(page: Page, colour: str) -> None:
    page.click(f"[name=starter][value={colour}]")
    page.wait_for_selector(".desk[data-state='running']")


def drawn(page: Page, number: int) -> None:
    """Wait until the board after event ``number`` is drawn, whether it has been sent or not."""
    page.wait_for_selector(f"#desk[data-now='{number}']")


def tap_throw(page: Page, play: Game, die: int, move: Move | None, number: int) -> int:
    """Tap a throw as a referee does and wait until event ``number`` is drawn; how many taps it took."""
    page.wait_for_timeout(DEAF if page.evaluate("die => window.tapped === die", die) else 0)
    page.evaluate("die => (window.tapped = die)", die)
    page.tap(f"[data-die='{die}']")
    taps = 1
    if len(play.moves(die)) > 1:
        assert move is not None
        # By the words, by the pawn, by the field where it goes.
        ways = [f".offer[data-move='{move}']:visible", pawn(play, move), f".board-target[data-move='{move}']"]
        page.locator(ways[number % 3]).first.dispatch_event("click")
        taps += 1
    drawn(page, number)
    return taps


def pawn(play: Game, move: Move) -> str:
    """The pawn on the board that makes a move."""
    field = play.setup.board.field_name(move.source)
    return f".board-pawn[data-colour='{play.colour}'][data-field='{field}'] >> nth=0"


def tap_on(page: Page, play: Game, lots: Random, number: int) -> tuple[Game, list[int]]:
    """Tap throws until the game is over; the game then, and the taps of each."""
    taps: list[int] = []
    while not play.over:
        die = lots.choice(play.rules.die_faces)
        moves = play.moves(die)
        move = max(moves, key=lambda each: each.end) if moves else None
        after = play.play(die, move)
        number += 1 + after.over  # the end follows the last throw
        taps.append(tap_throw(page, play, die, move, number))
        play = after
    return play, taps


@pytest.mark.timeout(1800 if WHOLE else 300)
def test_a_3t_game_is_recorded_by_tapping(phone: Page, referees_site: Site) -> None:
    rules, beginning = RULE_SETS["xmadn-3t"], None if WHOLE else LATE
    game = new_game(referees_site, rules.name, title="Tapped", seats=list(TRIO.values()), beginning=beginning)
    log_in(phone, referees_site, f"/games/{game}/referee/")
    if beginning is None:
        start(phone, "yellow")
        play = Game.start(rules, TRIO, starter="yellow")
    else:
        play = Game.at(beginning, rules, TRIO)
    phone.wait_for_selector("html[data-ready]")
    number = int(phone.get_attribute("#desk", "data-now") or "")
    play, taps = tap_on(phone, play, Random(29), number)
    assert max(taps) <= 2
    assert sum(taps) / len(taps) <= 1.6
    all_sent(phone)
    phone.wait_for_selector(".confirming")  # drawn by the site, once it knows
    state = read_json(phone, referees_site, f"/api/v1/games/{game}/")
    assert (state["state"], state["position"]) == ("ended", str(play.position))
    assert f"{play.winner} has won" in phone.inner_text(".turn")
    record = phone.request.get(f"{referees_site.url}/api/v1/games/{game}/record/").text()
    assert Game.replay(record).position == play.position


def test_a_choice_is_made_by_letter_or_by_arrow(page: Page, referees_site: Site) -> None:
    game = new_game(referees_site, "schmidt")
    log_in(page, referees_site, f"/games/{game}/referee/")
    start(page, "yellow")
    page.keyboard.type("55634")  # yellow A-5, red, yellow B-A and A-3, red: all forced
    drawn(page, FIRST_THROW + 4)
    assert position(page, referees_site, game).startswith("4x10 B,B,3,5/")
    page.keyboard.type("1b")
    drawn(page, 8)
    assert position(page, referees_site, game).startswith("4x10 B,B,4,5/")
    page.keyboard.press("1")  # red, forced
    drawn(page, 9)
    page.keyboard.press("2")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    drawn(page, 10)
    assert position(page, referees_site, game).startswith("4x10 B,B,5,6/")


def position(page: Page, site: Site, game: str) -> str:
    all_sent(page)
    return str(read_json(page, site, f"/api/v1/games/{game}/")["position"])


@pytest.mark.parametrize("by", ["lists", "taps"])
def test_furniture_is_moved_with_a_1(page: Page, referees_site: Site, by: str) -> None:
    beginning = "4x10 B,B,B,3/-/B,B,B,7/- Y0 T5,13,21,29"
    game = new_game(referees_site, "mhd-trapdoors", beginning=beginning)
    open_game(page, referees_site, game)
    page.click("[data-die='1']")
    settled(page)
    page.keyboard.press("Escape")
    settled(page)
    assert page.inner_text("#news") == "Board set by hand: test. Yellow to throw, Änne Öhler."
    page.click("[data-die='1']", delay=DEAF)
    if by == "lists":
        page.select_option("[name=origin]", "5")
        page.select_option("[name=target]", "4")
    else:
        said = {
            5: "Where does the trapdoor on 5 go?",
            4: "Which pawn moves with the 1? a: Trapdoor 5 → 4, pawn on 3 → 4, through the trapdoor to the yard",
        }
        for field, words in said.items():
            page.wait_for_selector(f".board-lies[data-at='{field}']")
            page.wait_for_timeout(DEAF)  # nobody can have seen sooner what there is to choose from
            page.click(f".board-lies[data-at='{field}']")
            settled(page)
            assert page.inner_text("#news") == words
    page.click(".shifted .offer", delay=DEAF)
    all_sent(page)
    assert position(page, referees_site, game) == "4x10 B,B,B,B/-/B,B,B,7/- R0 T4,13,21,29"
    assert "trapdoor 5 → 4" in page.inner_text(".throws").lower()


VARIED: list[tuple[str, dict[str, object], dict[str, list[str]]]] = [
    ("xmadn-3t", {}, TRIO),
    ("mhd", {"forced_capture": "penalty", "backward_capture": True, "barriers": True}, PLAYERS),
    ("mhd-trapdoors", {}, PLAYERS),
    ("mhd-wormholes", {"forced_capture": "penalty"}, TRIO),
    ("schmidt", {"neutral": "black"}, {"A": ["yellow"], "B": ["green"], "C": ["red"]}),
]


def moves_of(lots: Random) -> Iterator[tuple[Game, int, Move | None]]:
    """Throws of all kinds, from random games."""
    for name, options, seats in VARIED:
        rules = RULE_SETS[name].but(**options)
        lying = drawn_from_seed(rules, name)
        play = Game.start(
            rules, seats, starter="yellow", trapdoors=lying.trapdoors, wormholes=lying.wormholes
        )
        for _ in range(50):
            die = lots.choice(rules.die_faces)
            moves = play.moves(die)
            move = lots.choice(moves) if moves else None
            yield play, die, move
            play = play.play(die, move)


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_phone_tells_moves_in_the_words_of_the_site(
    chromium: Browser, referees_site: Site, language: str
) -> None:
    game = new_game(referees_site, "schmidt")
    throws = list(moves_of(Random(5)))
    asked = [(serialize_play(play), die, None if move is None else str(move)) for play, die, move in throws]
    colours = [{"key": name, "called": text.of(language)} for name, text in COLOUR_NAMES.items()]
    with chromium.new_context(locale=language) as context:
        page = context.new_page()
        log_in(page, referees_site, f"/games/{game}/referee/")
        said = page.evaluate(TOLD, [asked, colours])
    assert said == [describe_throw(play, die, move).of(language) for play, die, move in throws]


def test_a_game_is_recorded_blind_by_keyboard(page: Page, referees_site: Site) -> None:
    """Nothing is looked at but what a screen reader announces, and the name of what has the focus."""
    game = new_game(referees_site, "xmadn-3t", seats=list(TRIO.values()), beginning=LATE)
    open_game(page, referees_site, game)
    heard = page.get_by_role("status").first
    lots, last = Random(3), ""

    def press(key: str) -> str:
        """What is said after a key has been pressed."""
        nonlocal last
        page.keyboard.press(key)
        settled(page)
        page.wait_for_function(
            "last => document.querySelector('[role=status]').textContent !== last", arg=last
        )
        last = heard.inner_text()
        return last

    board = press("b")
    assert board.startswith("Yellow: on 40, home on b, home on c, home on d. Black: on 39")
    assert press("t") == "Board set by hand: test. Yellow to throw, Änne Öhler."
    dice: list[int] = []
    taken_back: list[int] = []
    while "has won" not in last:
        page.keyboard.press("t")  # so that two equal sentences are told apart
        settled(page)
        last = heard.inner_text()
        dice.append(lots.randint(1, 6))
        said = press(str(dice[-1]))
        choices = re.findall(r"([a-z]): ", said.partition("?")[2])
        if choices:
            said = press(lots.choice(choices))
        if len(dice) == 3 and not taken_back:
            assert "taken back" in press("Backspace")
            taken_back.append(dice.pop())
    all_sent(page)
    state = read_json(page, referees_site, f"/api/v1/games/{game}/")
    assert state["state"] == "ended"
    assert f"{state['winner']['name']} has won" in last
    log = read_json(page, referees_site, f"/api/v1/games/{game}/events/")["events"]
    thrown = [event["payload"]["die"] for event in log if event["kind"] == "throw"]
    assert thrown == [*dice[:2], *taken_back, *dice[2:]]
