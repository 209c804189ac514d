"""Draws, and the allied colours: tournament-rules §2, rulebook D1."""

from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.board import board
from tests.tournaments.formats.entered import PLAYERS, championship, contest, gp_series
from tournaments.formats import FORMATS, DrawMethod, FormatError, draws
from tournaments.formats.colour_pairs import OPPOSITE_6, SIDE_BY_SIDE_4, SIDE_BY_SIDE_6

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


def test_every_order_can_be_drawn() -> None:
    assert len({draws.draw_from_seed(NEEDED, str(seed)).order for seed in range(60)}) == 6


def test_an_empty_seed_is_refused() -> None:
    with pytest.raises(FormatError, match="seed"):
        draws.draw_from_seed(NEEDED, " ")


def test_in_seed_order_the_highest_seed_gets_the_first_pair() -> None:
    draw = draws.draw_in_seed_order(NEEDED, PLAYERS[::-1])
    assert (draw.order, draw.method) == (("anna", "bert", "cleo"), DrawMethod.SEED_ORDER)


@pytest.mark.parametrize(
    "hold", [draws.draw_in_seed_order, lambda needed, who: draws.draw_chosen(needed, who, [0, 1])]
)
def test_letters_have_no_seeds_and_are_drawn_otherwise(hold: Callable[..., object]) -> None:
    letters = FORMATS["triple-athlon"].judge(contest("triple-athlon", draws=())).draws[0]
    with pytest.raises(FormatError, match="only players have seeds") as refused:
        hold(letters, PLAYERS)
    assert refused.value.field == "method"


def test_chosen_in_seed_order_the_last_gets_what_is_left() -> None:
    # Anna takes green and violet (2), Bert yellow and black (0); blue and red are left for Cleo.
    draw = draws.draw_chosen(NEEDED, PLAYERS, [2, 0])
    assert draw.order == ("bert", "cleo", "anna")


@pytest.mark.parametrize(
    ("choices", "field"),
    [([2, 2], "choices[1]"), ([3, 0], "choices[0]"), ([-1, 0], "choices[0]"), ([1], "choices")],
)
def test_a_pair_that_is_not_free_cannot_be_chosen(choices: list[int], field: str) -> None:
    with pytest.raises(FormatError) as refused:
        draws.draw_chosen(NEEDED, PLAYERS, choices)
    assert refused.value.field == field


@pytest.mark.parametrize("order", [(), ("anna", "bert"), ("anna", "bert", "bert"), ("anna", "bert", "dora")])
def test_a_draw_by_hand_names_every_player_once(order: tuple[str, ...]) -> None:
    with pytest.raises(FormatError) as refused:
        draws.draw_by_hand(NEEDED, order)
    assert refused.value.field == "pairs"


def test_a_stored_draw_of_other_players_is_refused() -> None:
    draw = draws.draw_by_hand(NEEDED, ("cleo", "bert", "anna"))
    with pytest.raises(FormatError, match="pairs"):
        championship(draws=(draw,), entrants=(PLAYERS[0], PLAYERS[1], type(PLAYERS[2])("dora", "Dora", 3)))


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
