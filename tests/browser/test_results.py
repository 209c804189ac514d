"""Results alone, entered by tapping."""

from typing import Any

from playwright.sync_api import Page

from tests.browser.conftest import DRAWN, NAMES, log_in, new_event, read_json
from tests.servers import Site

#: A whole evening by taps, from the page of the event on.
MOST_TAPS = 45


def test_a_gp_series_of_four_games_takes_at_most_45_taps(phone: Page, referees_site: Site) -> None:
    new_event(referees_site, "gp4", "gp-series", "xmadn-gp", more=DRAWN)
    log_in(phone, referees_site, "/events/gp4/results/")
    phone.goto(f"{referees_site.url}/events/gp4/")
    taps = 0

    def tap(selector: str) -> None:
        nonlocal taps
        phone.tap(selector)
        taps += 1

    def table() -> Any:
        return read_json(phone, referees_site, "/api/v1/events/gp4/standings/")

    def enter(number: int, first: int) -> None:
        """One of the players first, the others behind, colour by colour."""
        pairs = list(table()["next_games"][0]["seating"].values())
        order = [*pairs[first:], *pairs[:first]]
        colours = [pair[each] for each in (0, 1) for pair in order]
        for colour in colours[:5]:
            tap(f"#game-{number} .choice label:has([value={colour}])")
        tap(f"#game-{number} >> text=Save result")
        phone.wait_for_selector(f"#entered h2:has-text('Game {number}')")

    tap("text=Enter results")
    enter(1, 2)  # a slip of the finger, undone where it is told
    tap("#entered >> text=Undo")
    phone.wait_for_selector("#entered", state="detached")
    for number, first in enumerate((0, 1, 2, 0), start=1):
        enter(number, first)
    phone.wait_for_selector(f"text={NAMES[0]} has won")
    assert table()["finished"]["winner"] == "entry-1"
    assert taps <= MOST_TAPS, taps


#: Game 1 at the board, of which a phone has recorded eight throws.
RECORDED = """
from django.utils import timezone
from games.services import recorder
from tests.games.conftest import random_throws
from tournaments import services
from tournaments.models import Event
told = dict(actor="phone", now=timezone.now())
event = Event.objects.get(slug="{slug}")
played = services.start_next_game(event_id=event.pk, **told).played
game = played.game
recorder.record_throws(game_id=game.pk, throws=random_throws(game, 8), expected=game.number, **told)
"""


def test_a_league_asks_for_the_pawns_of_who_lost_and_a_slip_is_undone(
    phone: Page, referees_site: Site
) -> None:
    new_event(referees_site, "xl", "league", "xmadn-2t", more=DRAWN, drrs=1)
    log_in(phone, referees_site, "/events/xl/results/")

    def table() -> Any:
        return read_json(phone, referees_site, "/api/v1/events/xl/standings/")

    def tap_pawns(colour: str, pawns: int, inside: str = "details[open]") -> None:
        phone.tap(f"{inside} label:has([name='pawns.{colour}'][value='{pawns}'])")

    seating = table()["next_games"][0]["seating"]
    winner, loser = seating.values()
    # The first colour home wins: a second tap says that it was another one.
    phone.tap(f".choice label:has([value={loser[0]}])")
    phone.tap(f".choice label:has([value={winner[0]}])")
    assert phone.locator("details[open] .choice :checked").count() == 1
    assert phone.is_checked(f"details[open] [name='pawns.{winner[0]}'][value='4']")
    assert not phone.is_checked(f"details[open] [name='pawns.{loser[0]}'][value='4']")
    phone.tap("details[open] >> text=Save result")
    phone.wait_for_selector("details[open] .trouble:has-text('Pawns of the loser are missing')")
    assert table()["games"] == []
    for colour, pawns in zip(loser, (2, 0), strict=True):
        tap_pawns(colour, pawns)
    phone.tap("details[open] >> text=Save result")
    phone.wait_for_selector("#entered")
    assert table()["unfinished"] == []
    assert table()["games"][0]["counted_pawns"] == {"entry-1": 4, "entry-2": 2}
    phone.tap("#entered >> text=Undo")
    phone.wait_for_selector("#entered", state="detached")
    assert [game["state"] for game in table()["games"]] == ["created"]

    phone.tap(f".choice label:has([value={winner[0]}])")
    phone.tap("details[open] >> text=Save result")
    phone.tap("details[open] >> text=Save without pawns")
    phone.wait_for_selector("#entered")
    assert table()["unfinished"][0]["games"] == [1]
    for colour in loser:
        tap_pawns(colour, 1, "#entered")
    phone.tap("#entered >> text=Add the pawns")
    phone.wait_for_selector("#entered >> text=missing", state="detached")
    assert table()["unfinished"] == []


def test_a_result_over_a_recording_is_saved_by_one_button_that_says_so(
    phone: Page, referees_site: Site
) -> None:
    new_event(referees_site, "rec", "league", "xmadn-2t", more=DRAWN, drrs=1)
    referees_site.shell(RECORDED.format(slug="rec"))
    log_in(phone, referees_site, "/events/rec/results/?game=1")
    assert "has recorded 8 throws of this game" in phone.inner_text("#game-1 .note")
    table = read_json(phone, referees_site, "/api/v1/events/rec/standings/")
    winner, loser = table["games"][0]["seating"].values()
    phone.tap(f"#game-1 .choice label:has([value={winner[0]}])")
    for colour in loser:
        phone.tap(f"#game-1 label:has([name='pawns.{colour}'][value='0'])")
    assert phone.locator("#game-1 button.button").all_inner_texts() == ["Save result and end the recording"]
    phone.tap("#game-1 >> text=Save result and end the recording")
    phone.wait_for_selector("#entered")
    table = read_json(phone, referees_site, "/api/v1/events/rec/standings/")
    assert table["games"][0]["state"] == "ended"
    # A phone begins to record while the page is open: the note comes once, and the button says what it does.
    winner, loser = table["next_games"][0]["seating"].values()
    referees_site.shell(RECORDED.format(slug="rec"))
    phone.tap(f"#game-2 .choice label:has([value={winner[0]}])")
    for colour in loser:
        phone.tap(f"#game-2 label:has([name='pawns.{colour}'][value='0'])")
    phone.tap("#game-2 >> text=Save result")
    phone.wait_for_selector("#game-2 .trouble:has-text('A phone has begun to record this game.')")
    assert phone.locator("#game-2 .note, #game-2 .trouble").count() == 1
    assert phone.locator("#game-2 button.button").all_inner_texts() == ["Save result and end the recording"]
    phone.tap("#game-2 >> text=Save result and end the recording")
    phone.wait_for_selector("#entered h2:has-text('Game 2')")


def test_a_winner_alone_is_saved_where_the_order_is_not_known(phone: Page, referees_site: Site) -> None:
    new_event(referees_site, "alone", "league", "xmadn-2t", more=DRAWN, drrs=1)
    log_in(phone, referees_site, "/events/alone/results/")
    phone.tap("details[open] .more summary")
    phone.select_option("details[open] [name=winner]", "entry-2")
    phone.fill("details[open] [name=played_at]", "2026-11-20T20:15")
    phone.fill("details[open] [name=seconds]", "40")
    phone.fill("details[open] [name=note]", "from a slip")
    phone.tap("details[open] >> text=Save result")
    phone.tap("details[open] >> text=Save without pawns")
    phone.wait_for_selector(f"#entered h2:has-text('won by {NAMES[1]}')")
    game = read_json(phone, referees_site, "/api/v1/events/alone/standings/")["games"][0]
    assert (game["winners"], game["reason"]["en"]) == (["entry-2"], f"winner entered: {NAMES[1]}")
    assert game["ended_at"].startswith("2026-11-20")
