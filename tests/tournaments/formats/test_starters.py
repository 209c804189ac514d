"""A colour that should start but is not at the board: tournament-rules §2 [T3]."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tournaments.formats.entered import COLOURS, SIDE_BY_SIDE, won_by
from tournaments.formats import EntrantSeating
from tournaments.formats.starters import (
    ABSENT_STARTER,
    StartDecision,
    at_the_board,
    colour_that_clinched,
    thrown_for,
)

VIOLET = colour_that_clinched(won_by(1, "violet"), "violet")
WITHOUT_CLEO = EntrantSeating.from_leaders({"anna": ("yellow", "black"), "bert": ("blue", "red")})


def test_a_colour_at_the_board_starts() -> None:
    assert at_the_board(VIOLET, SIDE_BY_SIDE, "throw") == VIOLET
    assert at_the_board(thrown_for(), WITHOUT_CLEO, "throw") == thrown_for()


def test_for_an_absent_colour_the_throw_decides() -> None:
    start = at_the_board(VIOLET, WITHOUT_CLEO, "throw")
    assert start.colour is None
    assert (
        start.reason.en == "Violet clinched Game 1; Violet is not at the board, so the highest throw decides"
    )
    assert start.reason.de == (
        "Violett hat Spiel 1 entschieden; Violett ist nicht am Brett, also gilt: der höchste Wurf entscheidet"
    )


def test_or_by_setting_the_next_colour_in_playing_direction() -> None:
    assert at_the_board(VIOLET, WITHOUT_CLEO, "next colour").colour == "yellow"
    assert (
        at_the_board(
            StartDecision("black", VIOLET.reason),
            EntrantSeating.from_leaders({"cleo": ("green",)}),
            "next colour",
        ).colour
        == "green"
    )


@given(
    st.sampled_from(COLOURS),
    st.sets(st.sampled_from(COLOURS), min_size=1),
    st.sampled_from(sorted(ABSENT_STARTER)),
)
def test_whoever_starts_is_at_the_board(colour: str, present: set[str], way: str) -> None:
    start = at_the_board(
        StartDecision(colour, VIOLET.reason), EntrantSeating.from_leaders({"anna": sorted(present)}), way
    )
    assert start.colour in {None, *present}


@pytest.mark.parametrize("way", ABSENT_STARTER)
def test_every_way_is_told_in_both_languages(way: str) -> None:
    assert ABSENT_STARTER[way].en != ABSENT_STARTER[way].de
