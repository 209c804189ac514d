"""A colour that should start but is not at the board: tournament-rules §2 [T3]."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.starters import StartingColour
from tests.tournaments.formats.entered import COLOURS, DRAWN, SIDE_BY_SIDE, contest, gp_game, won_by
from tournaments.formats import FORMATS, DrawMethod, DrawOutcome, EntrantSeating, NextGame, Result
from tournaments.formats.starters import (
    ABSENT_STARTER,
    at_the_board,
    colour_that_clinched,
    thrown_for,
)

VIOLET = colour_that_clinched(won_by(1, "violet"))
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
            StartingColour("black", VIOLET.reason),
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
        StartingColour(colour, VIOLET.reason), EntrantSeating.from_leaders({"anna": sorted(present)}), way
    )
    assert start.colour in {None, *present}


@pytest.mark.parametrize("way", ABSENT_STARTER)
def test_every_way_is_told_in_both_languages(way: str) -> None:
    assert ABSENT_STARTER[way].en != ABSENT_STARTER[way].de


# -- what is not known is not said to be otherwise -------------------------------------------------

LETTERS = DrawOutcome("letters", ("xmadn-3t", "xmadn-3t+", "xmadn-gp"), DrawMethod.BY_HAND)
TWO = EntrantSeating.from_leaders({"anna": ("black", "yellow"), "bert": ("green", "red")})
#: Format and rules in which the colour that clinched a game starts the next one; what the game is called, who sat
#: there, and what was played before it.
CLINCHED = [
    ("championship", "xmadn-3t", "Game 1", SIDE_BY_SIDE, ()),
    ("championship", "xmadn-3t+", "Game 1", SIDE_BY_SIDE, ()),
    ("triple-athlon", "xmadn-3t", "Game 1", SIDE_BY_SIDE, ()),
    ("challengers", "xmadn-2t", "Game 1", TWO, (gp_game(1, *"YRKGUV"),)),
    ("challengers", "xmadn-2t+", "Game 1", TWO, (gp_game(1, *"YRKGUV"),)),
]
UNKNOWN = "not known which colour clinched {}: enter it by a correction, or throw"
NONE = "no colour clinched {}, so the highest throw of all colours decides"
#: How the game was won, what is said of it then, and who starts.
WAYS: list[tuple[dict[str, Any], str, str | None]] = [
    ({"awarded_to": "anna", "is_entered": True}, UNKNOWN, None),
    ({"awarded_to": "anna"}, NONE, None),
    ({"awarded_to": "anna", "is_adjudicated": True}, NONE, None),
    ({"places": ("yellow", "black"), "is_entered": True}, "Black clinched {}", "black"),
    ({"places": ("yellow", "black")}, "Black clinched {}", "black"),
]


def after(case: tuple[Any, ...], **won: Any) -> NextGame:
    key, rules, _, seating, before = case
    if not rules.endswith("+"):  # the first colour home ends it
        won |= {"places": won.get("places", ())[-1:]}
    result = Result(len(before) + 1, rules, seating, **won)
    chosen = rules if rules in FORMATS[key].rule_sets else ""
    held = contest(key, [*before, result], rules=chosen, draws=(DRAWN, LETTERS))
    (game,) = FORMATS[key].judge(held).next_games
    return game


@pytest.mark.parametrize("case", CLINCHED, ids=lambda case: f"{case[0]} {case[1]}")
@pytest.mark.parametrize(("won", "said", "starter"), WAYS)
def test_a_colour_that_is_not_known_is_not_said_to_be_none(
    case: tuple[Any, ...], won: dict[str, Any], said: str, starter: str | None
) -> None:
    game = after(case, **won)
    assert (game.starter, game.starter_reason.en) == (starter, said.format(case[2]))


def test_it_is_said_in_german_too() -> None:
    game = after(CLINCHED[0], awarded_to="anna", is_entered=True)
    assert game.starter_reason.de == (
        "nicht bekannt, welche Farbe Spiel 1 entschieden hat: durch eine Korrektur nachtragen oder würfeln"
    )
