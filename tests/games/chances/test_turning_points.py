"""Turning points, and the points that a curve is drawn through."""

from itertools import pairwise
from xml.etree import ElementTree

from hypothesis import given, strategies as st

from games.chances.curve import DASHES, LEAST, MOST, ChancesPoint, curve, thinned, turning_points


def course(*chances: float, margin: float = 0.01) -> list[ChancesPoint]:
    """The chances of two, a throw after the other; events are numbered from 10 on."""
    return [
        ChancesPoint(10 + at, at, {"A": chance, "B": 1 - chance}, margin) for at, chance in enumerate(chances)
    ]


many = st.lists(st.floats(0, 1), min_size=1, max_size=60).map(lambda chances: course(*chances))


def test_the_greatest_moves_are_told_in_the_order_in_which_they_came() -> None:
    found = turning_points(course(0.5, 0.52, 0.8, 0.79, 0.4, 0.45))
    assert [(turn.before.throw, turn.after.throw) for turn in found] == [(1, 2), (3, 4)]
    assert all(turn.is_one_throw for turn in found)


def test_a_result_that_was_ruled_is_no_turning_point() -> None:
    points = course(0.5, 0.3)
    ruled = ChancesPoint(12, 2, {"A": 1.0, "B": 0.0}, 0, is_ruled=True)
    assert [turn.after.number for turn in turning_points([*points, ruled])] == [11]


def test_where_chances_were_left_out_no_single_throw_is_named() -> None:
    points = course(0.5, 0.6, 0.9)
    (turn,) = turning_points([points[0], points[2]])
    assert not turn.is_one_throw


@given(many)
def test_there_are_a_few_and_none_that_is_not_told_moved_further(points: list[ChancesPoint]) -> None:
    found = turning_points(points)
    assert len(found) <= MOST
    assert all(turn.moved >= LEAST for turn in found)
    moved = sorted(
        (abs(after.chances["A"] - before.chances["A"]) for before, after in pairwise(points)), reverse=True
    )
    assert [round(turn.moved, 9) for turn in sorted(found, key=lambda each: -each.moved)] == [
        round(each, 9) for each in moved[:MOST] if each >= LEAST
    ]


@given(many, st.integers(2, 20))
def test_a_thin_course_keeps_its_ends_and_every_turning_point(points: list[ChancesPoint], most: int) -> None:
    turns = turning_points(points)
    kept = thinned(points, most, turns)
    assert (kept[0], kept[-1]) == (points[0], points[-1])
    assert {point.number for turn in turns for point in (turn.before, turn.after)} <= {p.number for p in kept}
    assert len(kept) <= most + 2 * MOST
    assert [point.number for point in kept] == sorted({point.number for point in kept})


def test_lines_differ_without_their_colours_and_nothing_is_styled_in_line() -> None:
    points = course(0.5, 0.9, 0.91)
    drawn = curve(
        points, turning_points(points), {"A": ["yellow"], "B": ["red"]}, ("Chances <&>", "throw 0", "throw 2")
    )
    picture = ElementTree.fromstring(drawn)
    lines = [each for each in picture.iter("polyline") if each.get("class") == "chance-line"]
    assert [line.get("stroke-dasharray") for line in lines] == list(DASHES[:2])
    assert "style" not in drawn
    assert {"Y", "R", "1", "throw 0", "throw 2"} <= {each.text for each in picture.iter("text")}
    assert picture.findtext("title") == "Chances <&>"
