"""What a referee can choose after a die: in words, and all of it in sight on every screen."""

from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.accessibility import violations
from tests.browser.conftest import log_in, new_game, settled
from tests.endurance.size import sized
from tests.servers import Site

PHONES = [(320, 480), (390, 664), (844, 390)]
#: The smallest and the largest; the others in `make test-all`.
SIZES = [PHONES[0], (1280, 800), *PHONES[1:]][: sized(2, 4, thorough=4)]
#: Rules, a board on which a 1 leaves a choice, and in both languages what its key and the spoken line say.
CHOICES = {
    "a trapdoor alone": (
        "mhd-trapdoors",
        "4x10 B,B,B,B/-/B,B,B,7/- Y0 T5,13,21,29",
        {
            "en": ("no move or trapdoor", "a: Nothing is moved; or move a trapdoor"),
            "de": ("kein Zug oder Falltür", "a: Es wird nichts gezogen; oder eine Falltür versetzen"),
        },
    ),
    "a move or a trapdoor": (
        "mhd-trapdoors",
        "4x10 B,B,B,3/-/B,B,B,7/- Y0 T5,13,21,29",
        {
            "en": ("3→4 or trapdoor", "a: Pawn on 3 → 4; or move a trapdoor"),
            "de": ("3→4 oder Falltür", "a: Figur auf 3 → 4; oder eine Falltür versetzen"),
        },
    ),
    "moves or a wormhole": (
        "mhd-wormholes",
        "6x8 B,3,9,17/-/-/B,B,5,7/-/- Y0 W2-33,5-13,21-29",
        {
            "en": (
                "3 moves or wormhole",
                "a: Pawn on 17 → 18; b: Pawn on 9 → 10; c: Pawn on 3 → 4; or move a wormhole",
            ),
            "de": (
                "3 Züge oder Wurmloch",
                "a: Figur auf 17 → 18; b: Figur auf 9 → 10; c: Figur auf 3 → 4; oder ein Wurmloch versetzen",
            ),
        },
    ),
    "four moves, the first a capture": (
        "schmidt",
        "4x10 1,5,10,15/-/B,B,B,36/- Y0",
        {
            "en": (
                "4 moves",
                "a: Pawn on 15 → 16, captures red; b: Pawn on 10 → 11; c: Pawn on 5 → 6; d: Pawn on 1 → 2",
            ),
            "de": (
                "4 Züge",
                "a: Figur auf 15 → 16, schlägt Rot; b: Figur auf 10 → 11; c: Figur auf 5 → 6; d: Figur auf 1 → 2",
            ),
        },
    ),
}
QUESTION = {"en": "Which pawn moves with the 1?", "de": "Welche Figur zieht mit der 1?"}
#: What can be tapped after a die and is not wholly in sight, or lies over something else that can be tapped.
HIDDEN = """() => {
    const keys = ".face .offer, .face select, .reasons summary, .other-die, [data-die], .backwards button";
    const shown = [...document.querySelectorAll(keys)].filter((key) => key.checkVisibility());
    return shown.filter((key) => {
        const { left, right, top, bottom } = key.getBoundingClientRect();
        const isOutside = left < 0 || top < 0 || right > innerWidth || bottom > innerHeight;
        const isCut = key.scrollWidth > key.clientWidth + 1 && !key.matches(".backwards *");
        const [across, down] = [(left + right) / 2, (top + bottom) / 2];
        const ends = [[left + 3, down], [right - 3, down], [across, top + 3], [across, bottom - 3]];
        const isCovered = !ends.every(([x, y]) => key.contains(document.elementFromPoint(x, y)));
        return isOutside || isCut || isCovered;
    }).map((key) => key.outerHTML.slice(0, 200));
}"""
KEYS = """() => [...document.querySelectorAll("[data-die]")].map((key) => {
    const { x, y, width, height } = key.getBoundingClientRect();
    return [x, y, width, height];
})"""


def awaited(page: Page, size: tuple[int, int]) -> list[Any]:
    """Throw a 1 again on a screen of that size; where the keys of the die stood before."""
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.keyboard.press("Escape")
    settled(page)
    before: list[Any] = page.evaluate(KEYS)
    page.keyboard.press("1")
    settled(page)
    return before


@pytest.mark.parametrize(
    ("language", "scheme"), [pytest.param("en", "light", marks=pytest.mark.slow), ("de", "dark")]
)
def test_what_there_is_to_choose_from_is_in_words_and_in_sight(
    chromium: Browser, referees_site: Site, language: str, scheme: Any
) -> None:
    games = [
        new_game(referees_site, rules, title="Final at the lake", beginning=beginning)
        for rules, beginning, _ in CHOICES.values()
    ]
    with chromium.new_context(locale=language, color_scheme=scheme) as context:
        page = context.new_page()
        log_in(page, referees_site, f"/games/{games[0]}/referee/")
        for game, (choice, (_, _, words)) in zip(games, CHOICES.items(), strict=True):
            key, said = words[language]
            page.goto(f"{referees_site.url}/games/{game}/referee/")
            page.wait_for_selector("html[data-ready]")
            for size in SIZES:
                before = awaited(page, size)
                assert page.inner_text("#news") == f"{QUESTION[language]} {said}"
                assert page.get_by_role("button", name=f"1 {key}", exact=True).count() == 1
                assert page.evaluate(HIDDEN) == [], (choice, size)
                if size in PHONES:
                    assert page.evaluate(KEYS) == before
                if page.locator(".shift:visible").count():
                    page.select_option("[name=origin]", index=1)
                    page.select_option("[name=target]", index=1)
                    assert page.evaluate(HIDDEN) == [], (choice, size)
            assert violations(page) == []
