"""Draws and the allied colours, throws for the start, and a colour that should start but is not at the board ([T3])."""

from dataclasses import replace
from itertools import pairwise, product
from typing import Any

import pytest
from hypothesis import given, strategies as st

from rules import COLOUR_NAMES, StartingColour, Verbatim
from rules.board import board
from tests.tournaments.formats.entered import (
    COLOURS,
    DRAWN,
    PLAYERS,
    SIDE_BY_SIDE,
    championship,
    contest,
    gp_game,
    gp_series,
    won_by,
)
from tournaments.formats import (
    FORMATS,
    DrawMethod,
    DrawOutcome,
    EntrantSeating,
    NextGame,
    Result,
    draws,
)
from tournaments.formats.colour_pairs import OPPOSITE_6, SIDE_BY_SIDE_4, SIDE_BY_SIDE_6
from tournaments.formats.roll_offs import by_throws, highest_throw
from tournaments.formats.starters import (
    ABSENT_STARTER,
    at_the_board,
    colour_that_clinched,
    thrown_for,
)

NEEDED = championship(draws=()).draws[0]


def test_a_published_seed_draws_what_anybody_can_recompute() -> None:
    # printf 'lotto 3 17 22|pairs|anna' | sha256sum  ->  cd2d4d…
    # printf 'lotto 3 17 22|pairs|bert' | sha256sum  ->  e03e48…
    # printf 'lotto 3 17 22|pairs|cleo' | sha256sum  ->  06c339…  smallest, so first
    draw = draws.draw_from_seed(NEEDED, "lotto 3 17 22")
    assert draw.order == ("cleo", "anna", "bert")
    assert draw.describe({}).en == "random draw, verifiable with the seed “lotto 3 17 22”"
    (game,) = championship(draws=(draw,)).next_games
    assert game.seating.leader("yellow") == game.seating.leader("black") == "cleo"
    assert game.seating.leader("green") == game.seating.leader("violet") == "bert"


def test_a_draw_that_does_not_follow_from_the_keys_of_today_says_so() -> None:
    draw = replace(draws.draw_from_seed(NEEDED, "lotto 3 17 22"), order=("anna", "bert", "cleo"))
    assert not draw.can_be_checked
    assert "by keys of the entries that were made of names" in draw.describe({}).en


def test_in_seed_order_the_highest_seed_gets_the_first_pair() -> None:
    draw = draws.draw_in_seed_order(NEEDED, contest("championship", entrants=PLAYERS[::-1]))
    assert (draw.order, draw.method) == (("anna", "bert", "cleo"), DrawMethod.SEED_ORDER)


def test_chosen_in_seed_order_the_last_gets_what_is_left() -> None:
    # Anna takes green and violet (2), Bert yellow and black (0); blue and red are left for Cleo.
    draw = draws.draw_chosen(NEEDED, contest("championship"), [2, 0])
    assert draw.order == ("bert", "cleo", "anna")


@given(st.text(min_size=1).filter(str.strip))
def test_a_draw_is_reproducible_and_complete(seed: str) -> None:
    draw = draws.draw_from_seed(NEEDED, seed)
    assert sorted(draw.order) == sorted(NEEDED.items)
    assert draw == draws.draw_from_seed(NEEDED, seed)


@pytest.mark.parametrize(("name", "pairs"), [("4x10", SIDE_BY_SIDE_4), ("6x8", SIDE_BY_SIDE_6)])
def test_of_colours_side_by_side_the_rearguard_is_directly_behind(
    name: str, pairs: tuple[tuple[str, str], ...]
) -> None:
    ring = board(name).colours
    neighbours = set(pairwise((*ring, ring[0])))
    assert set(pairs) <= neighbours
    assert sorted(colour for pair in pairs for colour in pair) == sorted(ring)


def test_gp_colours_are_opposite() -> None:
    ring = board("6x8").colours
    for first, second in OPPOSITE_6:
        assert ring.index(second) - ring.index(first) == 3
    assert gp_series().next_games[0].seating.colours == tuple(
        colour for pair in OPPOSITE_6 for colour in pair
    )


# -- throwing for the start: rulebook §10 --------------------------------------------------------------


ALL = {colour: COLOUR_NAMES[colour] for colour in COLOURS}
FIRST = {"yellow": 3, "black": 6, "blue": 1, "red": 6, "green": 2, "violet": 5}
PEOPLE = {key: Verbatim(key.title()) for key in ("anna", "bert", "cleo")}


def test_the_highest_throw_starts() -> None:
    thrown = highest_throw(ALL, [FIRST | {"red": 4}])
    assert (thrown.starter, thrown.to_throw) == ("black", ())
    assert thrown.reason.en == "Black had the highest throw, 6"
    assert thrown.reason.de == "Schwarz hatte den höchsten Wurf, 6"


def test_a_tie_for_places_says_who_threw_what() -> None:
    """All 216 rounds of three people: those who threw the same are named with it, and nobody else."""
    for dice in product(range(1, 7), repeat=3):
        thrown = dict(zip(PEOPLE, dice, strict=True))
        level = {
            die: [key.title() for key in PEOPLE if thrown[key] == die] for die in dice if dice.count(die) > 1
        }
        told = [
            f"{', '.join(who[:-1])} and {who[-1]} threw {die} each and throw again"
            for die, who in level.items()
        ]
        found = by_throws(PEOPLE, [thrown])
        assert found.to_throw == tuple(key for key in PEOPLE if thrown[key] in level)
        assert not level or found.reason.en == told[0]


def test_a_round_may_be_typed_in_throw_by_throw() -> None:
    thrown = highest_throw(ALL, [FIRST, {"red": 2}])
    assert (thrown.starter, thrown.to_throw) == (None, ("black",))
    assert thrown.reason.de == "Schwarz muss noch würfeln"


def test_another_die_shows_other_faces() -> None:
    assert highest_throw(ALL, [FIRST | {"black": 7}], faces=(1, 2, 3, 4, 5, 6, 7)).starter == "black"


@given(st.lists(st.lists(st.integers(1, 6), min_size=6, max_size=6), max_size=6))
def test_either_somebody_starts_or_somebody_must_throw(dice: list[list[int]]) -> None:
    rounds: list[dict[str, int]] = []
    for throw in dice:
        to_throw = highest_throw(ALL, rounds).to_throw
        if not to_throw:
            break
        rounds.append(dict(zip(to_throw, throw, strict=False)))
    thrown = highest_throw(ALL, rounds)
    assert (thrown.starter is None) == bool(thrown.to_throw)
    if thrown.starter:
        assert all(thrown.starter in round_ for round_ in rounds)
        assert rounds[-1][thrown.starter] == max(rounds[-1].values())


@given(
    st.lists(st.fixed_dictionaries({key: st.integers(1, 6) for key in ("anna", "bert", "cleo")}), max_size=6)
)
def test_places_follow_the_throws(dice: list[dict[str, int]]) -> None:
    rounds: list[dict[str, int]] = []
    ranked = by_throws(PEOPLE, rounds)
    for thrown in dice:
        if ranked.order:
            break
        rounds.append({key: thrown[key] for key in ranked.to_throw})
        ranked = by_throws(PEOPLE, rounds)
    if ranked.order:
        made = {key: [each[key] for each in rounds if key in each] for key in PEOPLE}
        assert list(ranked.order) == sorted(PEOPLE, key=lambda key: made[key], reverse=True)


# -- a colour that should start but is not at the board [T3] -------------------------------------------


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
