"""Where the fields lie: the boards that people know (docs/develop/drawing.md)."""

import cmath
from itertools import combinations, pairwise
from math import isclose

import pytest
from hypothesis import given, strategies as st

from games.drawing.layout import FIELD, PLATE, Layout, layout, outward
from rules import Board
from tests.games.drawing.scenes import boards

CROSS, STAR, LONG_STAR = Board(4, 10), Board(6, 8), Board(6, 10)
STEPS = {"r": 1, "l": -1, "u": -1j, "d": 1j}
#: The way around the cross from yellow's starting field: four right, four up, two right, ...
AROUND = "rrrruuuurrddddrrrrddllllddddlluuuullll" + "uu"

armed = st.one_of(
    st.builds(Board, st.just(4), st.integers(5, 30).map(lambda half: 2 * half)),
    st.builds(Board, st.just(6), st.integers(4, 30).map(lambda half: 2 * half)),
)


def on_grid(point: complex) -> tuple[int, int]:
    """Column and row on the 11 x 11 grid of the cross, from the top left."""
    column, row = point.real + 5, point.imag + 5
    assert isclose(column, round(column), abs_tol=1e-9)
    assert isclose(row, round(row), abs_tol=1e-9)
    return round(column), round(row)


def fields(places: Layout) -> list[complex]:
    return [*places.track, *(field for arm in places.arms for field in (*arm.home, *arm.yard))]


def test_the_track_of_the_cross_runs_clockwise_over_the_grid_from_yellows_start_on_the_left() -> None:
    expected, place = [], 0 + 4j
    for step in AROUND:
        expected.append((round(place.real), round(place.imag)))
        place += STEPS[step]
    assert place == 0 + 4j
    assert [on_grid(field) for field in layout(CROSS).track] == expected


@given(armed)
def test_neighbours_on_the_track_and_at_home_are_at_distance_1(board: Board) -> None:
    places = layout(board)
    for field, place in enumerate(places.track):
        assert abs(place - places.track[field - 1]) == pytest.approx(1)
    for colour in range(board.arms):
        way = [places.place(colour, progress) for progress in range(board.track - 1, board.track + 4)]
        assert [abs(b - a) for a, b in pairwise(way)] == pytest.approx([1] * 4)


@given(boards())
def test_every_field_has_its_own_place_and_no_two_overlap(board: Board) -> None:
    for one, other in combinations(fields(layout(board)), 2):
        assert abs(one - other) >= 2 * FIELD


@given(boards())
def test_turning_the_board_by_one_arm_brings_each_colour_to_the_place_of_the_next(board: Board) -> None:
    places = layout(board)
    turn = cmath.exp(2j * cmath.pi / board.arms)
    for colour, arm in enumerate(places.arms):
        following = places.arms[(colour + 1) % board.arms]
        assert [field * turn for field in arm.home] == pytest.approx(following.home)
        assert arm.yard_middle * turn == pytest.approx(following.yard_middle)
        assert arm.badge * turn == pytest.approx(following.badge)
    turned = [field * turn for field in places.track]
    assert turned == pytest.approx(places.track[board.fields :] + places.track[: board.fields])


@given(boards())
def test_a_yard_lies_clockwise_of_its_arm_between_it_and_the_next(board: Board) -> None:
    for arm in layout(board).arms:
        half = cmath.phase(arm.yard_middle / arm.home[0])
        assert half == pytest.approx(cmath.pi / board.arms)
        assert sum(arm.yard) / 4 == pytest.approx(arm.yard_middle)


@pytest.mark.parametrize("board", [CROSS, STAR, LONG_STAR], ids=str)
def test_yards_signs_and_die_are_clear_of_the_track_and_of_each_other(board: Board) -> None:
    places = layout(board)
    for arm in places.arms:
        homes = [field for one in places.arms for field in one.home]
        assert min(abs(field - arm.yard_middle) for field in (*places.track, *homes)) > PLATE + FIELD
        for sign in (arm.die, arm.badge, arm.arrow):
            assert min(abs(field - sign) for field in fields(places)) > 2 * 0.3
        assert abs(arm.badge - arm.arrow) >= 0.9


@given(boards())
def test_everything_lies_within_the_frame(board: Board) -> None:
    places = layout(board)
    edge = abs(places.frame[0]) * cmath.cos(cmath.pi / board.arms).real
    for colour, arm in enumerate(places.arms):
        towards = outward(270 + colour * 360 / board.arms)
        for point in (*fields(places), arm.badge, arm.arrow):
            assert (point * towards.conjugate()).real + FIELD <= edge
        assert (arm.yard_middle * towards.conjugate()).real + PLATE <= edge


def test_the_arrow_leads_into_the_starting_field() -> None:
    for board in (CROSS, STAR, LONG_STAR):
        places = layout(board)
        for colour, arm in enumerate(places.arms):
            way = places.track[board.start(colour)] - arm.arrow
            assert way / abs(way) == pytest.approx(arm.heading)


@pytest.mark.parametrize("board", [Board(4, 1), Board(4, 7), Board(4, 8), Board(6, 6), Board(6, 9)], ids=str)
def test_a_board_whose_arms_the_formula_cannot_draw_is_a_ring(board: Board) -> None:
    places = layout(board)
    assert [abs(field) for field in places.track] == pytest.approx([abs(places.track[0])] * board.track)
    for colour in range(board.arms):
        last, home = places.place(colour, board.track - 1), places.arms[colour].home
        assert [abs(field - last) for field in home] == pytest.approx([1, 2, 3, 4])
