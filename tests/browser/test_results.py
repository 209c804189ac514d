"""Results alone, entered by tapping."""

from typing import Any

from playwright.sync_api import Browser

from tests.browser.conftest import DRAWN, NAMES, PHONE, log_in, new_event, read_json, shell
from tests.servers import Site

#: A whole evening by taps, from the page of the event on.
MOST_TAPS = 45


def test_a_gp_series_of_four_games_takes_at_most_45_taps(chromium: Browser, referees_site: Site) -> None:
    new_event(referees_site, "gp4", "gp-series", "xmadn-gp", more=DRAWN)
    with chromium.new_context(locale="en-GB", **PHONE) as context:
        page = context.new_page()
        log_in(page, referees_site, "/events/gp4/results/")
        page.goto(f"{referees_site.url}/events/gp4/")
        taps = 0

        def tap(selector: str) -> None:
            nonlocal taps
            page.tap(selector)
            taps += 1

        def table() -> Any:
            return read_json(page, referees_site, "/api/v1/events/gp4/standings/")

        def enter(number: int, first: int) -> None:
            """One of the players first, the others behind, colour by colour."""
            pairs = list(table()["next_games"][0]["seating"].values())
            order = [*pairs[first:], *pairs[:first]]
            colours = [pair[each] for each in (0, 1) for pair in order]
            for colour in colours[:5]:
                tap(f"#game-{number} .choice label:has([value={colour}])")
            tap(f"#game-{number} >> text=Save result")
            page.wait_for_selector(f"#entered h2:has-text('Game {number}')")

        tap("text=Enter results")
        enter(1, 2)  # a slip of the finger, undone where it is told
        tap("#entered >> text=Undo")
        page.wait_for_selector("#entered", state="detached")
        for number, first in enumerate((0, 1, 2, 0), start=1):
            enter(number, first)
        page.wait_for_selector(f"text={NAMES[0]} has won")
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
    chromium: Browser, referees_site: Site
) -> None:
    new_event(referees_site, "xl", "league", "xmadn-2t", more=DRAWN, drrs=1)
    with chromium.new_context(locale="en-GB", **PHONE) as context:
        page = context.new_page()
        log_in(page, referees_site, "/events/xl/results/")

        def table() -> Any:
            return read_json(page, referees_site, "/api/v1/events/xl/standings/")

        def tap_pawns(colour: str, pawns: int, inside: str = "details[open]") -> None:
            page.tap(f"{inside} label:has([name='pawns.{colour}'][value='{pawns}'])")

        seating = table()["next_games"][0]["seating"]
        winner, loser = seating.values()
        # The first colour home wins: a second tap says that it was another one.
        page.tap(f".choice label:has([value={loser[0]}])")
        page.tap(f".choice label:has([value={winner[0]}])")
        assert page.locator("details[open] .choice :checked").count() == 1
        assert page.is_checked(f"details[open] [name='pawns.{winner[0]}'][value='4']")
        assert not page.is_checked(f"details[open] [name='pawns.{loser[0]}'][value='4']")
        page.tap("details[open] >> text=Save result")
        page.wait_for_selector("details[open] .trouble:has-text('Pawns of the loser are missing')")
        assert table()["games"] == []
        for colour, pawns in zip(loser, (2, 0), strict=True):
            tap_pawns(colour, pawns)
        page.tap("details[open] >> text=Save result")
        page.wait_for_selector("#entered")
        assert table()["unfinished"] == []
        assert table()["games"][0]["counted_pawns"] == {"entry-1": 4, "entry-2": 2}
        page.tap("#entered >> text=Undo")
        page.wait_for_selector("#entered", state="detached")
        assert [game["state"] for game in table()["games"]] == ["created"]

        page.tap(f".choice label:has([value={winner[0]}])")
        page.tap("details[open] >> text=Save result")
        page.tap("details[open] >> text=Save without pawns")
        page.wait_for_selector("#entered")
        assert table()["unfinished"][0]["games"] == [1]
        for colour in loser:
            tap_pawns(colour, 1, "#entered")
        page.tap("#entered >> text=Add the pawns")
        page.wait_for_selector("#entered >> text=missing", state="detached")
        assert table()["unfinished"] == []


def test_a_result_over_a_recording_is_saved_by_one_button_that_says_so(
    chromium: Browser, referees_site: Site
) -> None:
    new_event(referees_site, "rec", "league", "xmadn-2t", more=DRAWN, drrs=1)
    shell(referees_site, RECORDED.format(slug="rec"))
    with chromium.new_context(locale="en-GB", **PHONE) as context:
        page = context.new_page()
        log_in(page, referees_site, "/events/rec/results/?game=1")
        assert "has recorded 8 throws of this game" in page.inner_text("#game-1 .note")
        table = read_json(page, referees_site, "/api/v1/events/rec/standings/")
        winner, loser = table["games"][0]["seating"].values()
        page.tap(f"#game-1 .choice label:has([value={winner[0]}])")
        for colour in loser:
            page.tap(f"#game-1 label:has([name='pawns.{colour}'][value='0'])")
        assert page.locator("#game-1 button.button").all_inner_texts() == [
            "Save result and end the recording"
        ]
        page.tap("#game-1 >> text=Save result and end the recording")
        page.wait_for_selector("#entered")
        table = read_json(page, referees_site, "/api/v1/events/rec/standings/")
        assert table["games"][0]["state"] == "ended"
        # A phone begins to record while the page is open: the note comes once, and the button says what it does.
        winner, loser = table["next_games"][0]["seating"].values()
        shell(referees_site, RECORDED.format(slug="rec"))
        page.tap(f"#game-2 .choice label:has([value={winner[0]}])")
        for colour in loser:
            page.tap(f"#game-2 label:has([name='pawns.{colour}'][value='0'])")
        page.tap("#game-2 >> text=Save result")
        page.wait_for_selector("#game-2 .trouble:has-text('A phone has begun to record this game.')")
        assert page.locator("#game-2 .note, #game-2 .trouble").count() == 1
        assert page.locator("#game-2 button.button").all_inner_texts() == [
            "Save result and end the recording"
        ]
        page.tap("#game-2 >> text=Save result and end the recording")
        page.wait_for_selector("#entered h2:has-text('Game 2')")


def test_a_winner_alone_is_saved_where_the_order_is_not_known(chromium: Browser, referees_site: Site) -> None:
    new_event(referees_site, "alone", "league", "xmadn-2t", more=DRAWN, drrs=1)
    with chromium.new_context(locale="en-GB", **PHONE) as context:
        page = context.new_page()
        log_in(page, referees_site, "/events/alone/results/")
        page.tap("details[open] .more summary")
        page.select_option("details[open] [name=winner]", "entry-2")
        page.fill("details[open] [name=played_at]", "2026-11-20T20:15")
        page.fill("details[open] [name=seconds]", "40")
        page.fill("details[open] [name=note]", "from a slip")
        page.tap("details[open] >> text=Save result")
        page.tap("details[open] >> text=Save without pawns")
        page.wait_for_selector(f"#entered h2:has-text('won by {NAMES[1]}')")
        game = read_json(page, referees_site, "/api/v1/events/alone/standings/")["games"][0]
        assert (game["winners"], game["reason"]["en"]) == (["entry-2"], f"winner entered: {NAMES[1]}")
        assert game["ended_at"].startswith("2026-11-20")
