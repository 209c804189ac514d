"""Whose turn it is on a screen follows from the time alone: whoever looks when, all see the same."""

import pytest
from hypothesis import given, strategies as st

from tournaments.screens.rotation import SlidePage, slide_page_at

SLIDES = st.lists(st.tuples(st.integers(1, 4), st.integers(3, 600)), min_size=1, max_size=6)


@pytest.mark.parametrize(
    ("elapsed", "turn"),
    [
        (0, SlidePage(0, 0, 0, 10)),
        (9.5, SlidePage(0, 0, 0, 0.5)),
        (10, SlidePage(1, 0, 0, 20)),
        (30, SlidePage(1, 1, 0, 20)),
        (50, SlidePage(0, 0, 1, 10)),
        (135, SlidePage(1, 1, 2, 15)),
        (-7, SlidePage(0, 0, 0, 10)),
    ],
)
def test_pages_take_turns_each_for_its_seconds(elapsed: float, turn: SlidePage) -> None:
    assert slide_page_at([(1, 10), (2, 20)], elapsed) == turn


@given(SLIDES, st.integers(0, 100_000))
def test_a_picture_holds_exactly_as_long_as_it_says(slides: list[tuple[int, int]], elapsed: int) -> None:
    now = slide_page_at(slides, elapsed)
    just_before, then = (
        slide_page_at(slides, elapsed + now.left - 0.25),
        slide_page_at(slides, elapsed + now.left),
    )
    assert (just_before.slide, just_before.page, just_before.lap) == (now.slide, now.page, now.lap)
    assert (then.slide, then.page, then.lap) != (now.slide, now.page, now.lap)
    assert then.left == slides[then.slide][1]


@given(SLIDES)
def test_every_page_is_shown_once_in_a_lap(slides: list[tuple[int, int]]) -> None:
    shown, elapsed = [], 0.0
    while (turn := slide_page_at(slides, elapsed)).lap == 0:
        shown.append((turn.slide, turn.page))
        elapsed += turn.left
    assert shown == [(slide, page) for slide, (pages, _) in enumerate(slides) for page in range(pages)]
