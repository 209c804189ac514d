"""Trapdoors and wormholes laid by taps on the board, on the phone, in a real browser."""

from playwright.sync_api import Page

from tests.browser.conftest import new_game, open_game, read_json
from tests.servers import Site


def tap(page: Page, field: int) -> None:
    page.locator(f"[data-laying] circle[data-absolute='{field}']").click()


def laid(page: Page) -> list[str]:
    """What is written on the fields that are laid."""
    return page.locator(".laid").all_text_contents()


def test_what_is_drawn_is_laid_otherwise_by_taps_and_the_game_begins_so(
    page: Page, referees_site: Site
) -> None:
    game = new_game(referees_site, "mhd-trapdoors")
    open_game(page, referees_site, game)
    drawn = [int(field) for field in page.input_value("[name=trapdoors]").split(",")]
    assert len(drawn) == 4
    assert page.input_value("[name=published_seed]")
    assert laid(page) == ["T"] * 4
    for field in drawn:
        tap(page, field)
    assert laid(page) == []
    assert page.input_value("[name=published_seed]") == ""
    for field in (13, 5, 0, 29, 21, 33):  # 0 is a starting field, and with 33 there would be five
        tap(page, field)
    assert page.input_value("[name=trapdoors]") == "5, 13, 21, 29"
    page.click("[name=starter][value=yellow]")
    page.wait_for_selector(".desk[data-state='running']")
    assert read_json(page, referees_site, f"/api/v1/games/{game}/")["position"].endswith(" T5,13,21,29")


def test_ends_of_wormholes_are_tapped_two_by_two(page: Page, referees_site: Site) -> None:
    game = new_game(referees_site, "mhd-wormholes", wormholes=2)
    open_game(page, referees_site, game)
    for drawn in page.input_value("[name=wormholes]").replace("-", ",").split(","):
        tap(page, int(drawn))
    for field in (27, 3, 9, 41):
        tap(page, field)
    assert page.input_value("[name=wormholes]") == "27-3, 9-41"
    assert laid(page) == ["W1", "W1", "W2", "W2"]
    page.click("[name=starter][value=yellow]")
    page.wait_for_selector(".desk[data-state='running']")
    assert read_json(page, referees_site, f"/api/v1/games/{game}/")["position"].endswith(" W3-27,9-41")
