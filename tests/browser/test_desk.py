"""Everything a referee may do beside die and pawn, on the real page in a real browser."""

from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import uuid4

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.accessibility import violations
from tests.browser.conftest import DEAF, all_sent, new_game, new_games, open_game, read_json, settled
from tests.servers import Site

#: The board of a form, as it would be sent.
POSITION = ".act[open] .preview [name=position]"


#: Records something as a program would.
TELL = """
([address, told]) => fetch(address, {
  method: "POST",
  headers: { "Content-Type": "application/json", "X-CSRFToken": document.cookie.match(/csrftoken=([^;]+)/)[1] },
  body: JSON.stringify(told),
}).then((answer) => answer.ok)
"""


class Referee:
    """Somebody who works on a game's page as people do: by what is to be read there."""

    def __init__(self, page: Page, site: Site, game: str) -> None:
        self.page, self.site, self.game = page, site, game

    def do(self, name: str) -> None:
        """Unfold what a referee may do, and of it this."""
        if not self.page.is_visible(".acts"):
            self.page.click(".more > summary")
        self.page.click(f".act > summary:text-is('{name}')")

    def fill(self, label: str, words: str) -> None:
        self.page.fill(f".act[open] label:has-text('{label}') >> input", words)

    def press(self, button: str, kind: str) -> dict[str, Any]:
        """Press a button and wait until the event has been recorded and drawn; the event."""
        settled(self.page)
        number = int(self.page.get_attribute("#desk", "data-now") or 0) + 1
        self.page.wait_for_timeout(DEAF)
        self.page.click(f"button:has-text('{button}'):visible >> nth=0")
        self.page.wait_for_selector(f"#desk[data-now='{number}']")
        all_sent(self.page)
        events = read_json(self.page, self.site, f"/api/v1/games/{self.game}/events/?after={number - 1}")[
            "events"
        ]
        assert [event["kind"] for event in events] == [kind]
        event: dict[str, Any] = events[0]
        return event

    def throw(self, *dice: int) -> None:
        """Throws that leave no choice."""
        for die in dice:
            settled(self.page)
            number = int(self.page.get_attribute("#desk", "data-now") or 0) + 1
            self.page.wait_for_timeout(DEAF)
            self.page.click(f"[data-die='{die}']")
            self.page.wait_for_selector(f"#desk[data-now='{number}']")

    @property
    def state(self) -> dict[str, Any]:
        """What the site has, once it has been sent all."""
        all_sent(self.page)
        return read_json(self.page, self.site, f"/api/v1/games/{self.game}/")


@pytest.fixture(scope="module")
def begun_games(referees_site: Site) -> list[str]:
    """Games in which yellow has moved A-5, red A-5; yellow to throw."""
    return new_games(referees_site, "schmidt", 20, moves=["5:A-5", "5:A-5"])


def at_the_board(page: Page, site: Site, game: str) -> Referee:
    """A referee who has opened the page of a game."""
    open_game(page, site, game)
    return Referee(page, site, game)


@pytest.fixture
def begun(page: Page, referees_site: Site, begun_games: list[str]) -> Referee:
    """A referee at a game of two throws."""
    return at_the_board(page, referees_site, begun_games.pop())


def test_a_board_is_sent_once_it_is_the_one_that_the_fields_describe(begun: Referee) -> None:
    drawings: list[Any] = []
    begun.page.route("**/board-after/**", lambda drawing: drawings.append(drawing))
    begun.do("Set the board by hand")
    begun.fill("Reason", "The cat")
    begun.page.fill(".act[open] [name=yellow]", "B, B, B, 7")
    begun.page.click(".act[open] button.button")
    while len(drawings) < 2:
        begun.page.wait_for_timeout(10)
    # The answers come only now, the older one last.
    drawings[1].continue_()
    drawings[0].continue_()
    begun.page.wait_for_selector("text=Board set by hand: The cat")
    assert begun.state["position"].split()[1].startswith("B,B,B,7/")


def test_a_ready_phrase_brings_its_paragraph_and_a_refusal_names_the_field_as_the_form_does(
    chromium: Browser, referees_site: Site
) -> None:
    # Not the fixture's page: a browser reports every answer of 400 as an error on its console.
    with chromium.new_context(locale="en-GB", viewport={"width": 390, "height": 664}) as context:
        page = context.new_page()
        referee = at_the_board(page, referees_site, new_game(referees_site, "schmidt"))
        referee.press("Yellow", "start")
        page.click(".more-key")
        referee.do("Irregular throw")
        page.wait_for_selector(POSITION, state="attached")
        chosen = page.locator(".act[open] select[name=paragraph]")
        found = {}
        for key in page.locator(".act[open] .presets button").all():
            key.click()
            found[key.inner_text()] = chosen.input_value()
        assert found == {
            "moved too far": "§6",
            "moved too few fields": "§6",
            "moved a wrong pawn": "§6",
            "the wrong colour threw": "§5.4",
        }
        chosen.select_option("")
        page.click("button:has-text('Record the irregular throw'):visible")
        page.wait_for_selector(".act[open] .trouble:text-is('Paragraph broken: this is missing')")
        assert "4x10" not in page.inner_text(".act[open]")
        assert violations(page) == []


def test_a_ruling_is_recorded_by_its_reason_told_and_withdrawn(begun: Referee) -> None:
    begun.do("Void die")
    begun.press("cocked", "void die")
    assert not begun.page.is_visible(".acts")
    begun.page.wait_for_selector("#notice:has-text('Recorded: Void die, thrown again: cocked')")
    event = begun.press("Undo", "note")
    assert event["payload"]["text"] == "Withdrawn: Void die, thrown again: cocked"
    board = begun.state["position"]
    # Take back withdraws it too, before the throw under it.
    begun.do("Void die")
    begun.press("cocked", "void die")
    assert begun.press("Take back", "note")["payload"]["text"] == "Withdrawn: Void die, thrown again: cocked"
    assert begun.state["position"] == board
    begun.do("Penalty")
    begun.page.click(".act[open] .presets button >> nth=0")  # the browser asks for a pawn first
    assert begun.page.is_visible(".act[open]")
    begun.page.click(".desk-board .board-pawn[data-colour=red][data-field='5']")
    begun.page.wait_for_selector(".board-chosen")
    event = begun.press("threw out of turn", "penalty")
    assert event["payload"] == {"colour": "red", "field": "5", "reason": "threw out of turn"}
    assert begun.state["position"] == "4x10 B,B,B,5/-/B,B,B,B/- Y0"
    begun.press("Undo", "take back")
    assert begun.state["position"] == board


def test_an_irregular_throw_seen_later_leaves_the_throw_where_it_is(begun: Referee) -> None:
    begun.do("Irregular throw")
    begun.page.wait_for_selector(".act[open] .preview svg")
    assert begun.page.input_value(".act[open] [name=thrower]") == "red"
    begun.page.click(".act[open] label:has-text('An earlier one')")
    assert begun.page.input_value(".act[open] [name=thrower]") == "yellow"
    earlier = begun.page.locator(".act[open] .earlier label")
    assert [" ".join(each.inner_text().split()) for each in earlier.all()] == [
        "R Red 5:A-5 Pawn on A → 5",
        "Y Yellow 5:A-5 Pawn on A → 5",
    ]
    earlier.nth(0).click()
    earlier.nth(1).click()
    assert begun.page.input_value(".act[open] [name=die]") == "5"
    begun.page.click(".act[open] .presets button:has-text('moved too far')")
    # Yellow's pawn goes where red's stands, and that to its yard.
    begun.page.wait_for_selector(f"{POSITION}[value*=' Y0']", state="attached")
    begun.page.click(".act[open] .preview .board-pawn[data-colour=yellow][data-field='5']")
    begun.page.click(".act[open] .preview .board-pawn[data-colour=red][data-field='5']")
    begun.page.wait_for_selector(f"{POSITION}[value*='B,B,B,25']", state="attached")
    event = begun.press("Record the irregular throw", "irregular throw")
    assert event["payload"]["position"] == "4x10 B,B,B,25/-/B,B,B,B/- Y0"
    assert (event["payload"]["die"], event["payload"]["happened"]) == (5, "Yellow 5:A-5: moved too far")


def test_a_call_is_a_mark_that_opens_it(begun: Referee) -> None:
    begun.page.set_viewport_size({"width": 390, "height": 664})
    begun.page.click(".more-key")
    begun.page.click(".act > summary:text-is('Call the referee')")
    begun.page.fill(".act[open] input", "Whose throw is it?")
    begun.page.click(".act[open] button")
    begun.page.wait_for_selector("[data-more=calls]:has-text('! 1')")
    assert not begun.page.is_visible(".open-call")
    begun.page.click("[data-more=calls]")
    begun.page.fill(".open-call [name=text]", "Yellow's.")
    begun.press("Give the answer", "answer")
    begun.page.wait_for_selector("[data-more=calls]", state="detached")


def test_a_tap_on_the_clock_pauses_it(begun: Referee) -> None:
    begun.do("Clock")
    begun.press("Start the clock", "clock")
    for words, running in (("Clock paused", None), ("Clock resumed", True)):
        settled(begun.page)
        number = int(begun.page.get_attribute("#desk", "data-now") or 0)
        begun.page.click("[data-tap-clock]")
        begun.page.wait_for_selector(f"#desk[data-now='{number + 1}']")
        begun.page.wait_for_selector(f"#notice:has-text('{words}')")
        assert (begun.state["clock"]["since"] is not None) is bool(running)
    # Throws while it is paused say so.
    begun.page.click("[data-tap-clock]")
    begun.throw(2)
    begun.page.wait_for_selector("#notice:has-text('Clock paused')")
    begun.press("Go on", "clock")
    assert begun.state["clock"]["since"] is not None
    begun.page.wait_for_selector(".desk-state [data-clock]:not(:text-is('0:00:00'))")


def test_a_time_limit_counts_down_rings_and_leads_to_the_adjudication(begun: Referee) -> None:
    page = begun.page
    begun.do("Clock")
    event = begun.press("45 min", "clock")
    assert (event["payload"]["action"], event["payload"]["minutes"]) == ("set", 45)
    page.wait_for_selector("#notice:has-text('Recorded: Time limit: 45 min')")
    # The clock was started almost 45 minutes ago, as another phone tells now.
    started = datetime.now(UTC) - timedelta(minutes=45) + timedelta(seconds=8)
    told = {"action": "start", "at": started.isoformat(), "id": str(uuid4())}
    page.evaluate(TELL, [f"/api/v1/games/{begun.game}/clock/", told])
    page.wait_for_selector(".desk-state [data-limit]:text-matches('0:00:0[1-7]')")
    page.wait_for_selector("#notice:has-text('Time is up')")
    page.wait_for_selector(".desk-state [data-limit]:text-matches('^[+]0:00')")
    begun.throw(2)  # the throw under way is played to its end
    page.click("[data-tap-clock]")
    page.click("#notice button:text-is('Adjudicate')")
    page.wait_for_selector(".act[open] form[data-send='adjudication/'] .preview:has-text('1.')")
    assert begun.state["clock"]["limit_reached"]


def test_a_stopped_game_is_adjudicated_with_a_throw_for_those_who_are_level(begun: Referee) -> None:
    begun.do("Adjudicate")
    begun.page.click(".sheet:has-text('Saved pawns')")
    throws = begun.page.locator(".act[open] .preview select")
    begun.page.wait_for_selector(".act[open] .preview:has-text('1. Änne Öhler = Bert Übel')")
    throws.nth(0).select_option("3")
    throws.nth(1).select_option("6")
    begun.page.wait_for_selector(".act[open] .preview:has-text('1. Bert Übel, 2. Änne Öhler')")
    begun.fill("Reason", "The hall closes")
    begun.page.click(".act[open] button")
    begun.page.wait_for_selector(".desk[data-state=ended]")
    state = begun.state
    assert (state["decided_by"], state["winner"]["name"]) == ("adjudication", "Bert Übel")
    turn = begun.page.inner_text(".turn")
    assert "Bert Übel has won" in turn
    assert "adjudicated" in turn
    assert "Adjudicated by saved pawns" in turn
    assert "yellow 0, red 0" in turn
    # Only the site can take that back; the reason is not there again at the next end.
    reason = begun.page.locator("[data-take-back] [name=reason]")
    reason.fill("They play on")
    begun.page.click("[data-take-back] button")
    begun.page.wait_for_selector(".desk[data-state=running]")
    assert reason.input_value() == ""


def test_throws_for_the_start_are_tapped_and_tell_at_once_who_starts(page: Page, referees_site: Site) -> None:
    referee = at_the_board(page, referees_site, new_game(referees_site, "schmidt"))

    def throw(*dice: int) -> None:
        for die in dice:
            page.wait_for_timeout(DEAF)
            page.click(f"[data-throw='{die}']")

    page.wait_for_selector("html[data-ready]")
    throw(4, 6)
    page.wait_for_selector(".found:has-text('Red starts')")
    page.click("[data-unthrow]")  # a slip of the finger: it was a 4
    assert page.inner_text(".found") == ""
    throw(4)
    page.wait_for_selector(".found:has-text('Yellow and red threw 4 each and throw again')")
    event = referee.press("Throw again", "start throws")
    assert event["payload"] == {"throws": {"yellow": 4, "red": 4}}
    throw(6, 1)
    page.wait_for_selector(".found:has-text('Yellow starts')")
    page.click("text=Start game")
    page.wait_for_selector(".desk[data-state=running] [data-turn=yellow]:visible")
    log = read_json(page, referee.site, f"/api/v1/games/{referee.game}/events/")["events"]
    assert [each["kind"] for each in log] == ["created", "start throws", "start throws", "start"]
