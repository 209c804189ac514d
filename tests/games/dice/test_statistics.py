"""What was thrown beside what an even die would give, and what is said about it."""

import re
from collections import Counter
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.dice.interpretation import how_often, meaning, meaning_of_wait
from games.dice.statistics import DiceTally, Fit, Statistics, Wait, statistics

USUAL = (1, 2, 3, 4, 5, 6)


def counted(counts: dict[int, int], longest_wait: int = 10) -> DiceTally:
    return DiceTally(counts, longest_wait, (sum(counts.values()),))


def with_p(p: float) -> Statistics:
    return Statistics(300, 60, (), Fit(1.0, 5, p), None)


def test_faces_are_counted_beside_what_was_due() -> None:
    found = statistics(counted({1: 20, 2: 20, 3: 20, 4: 20, 5: 20, 6: 40}), USUAL)
    assert [(face.face, face.counted) for face in found.faces] == [*((n, 20) for n in range(1, 6)), (6, 40)]
    assert {face.expected for face in found.faces} == {140 / 6}
    assert found.fit is not None
    assert found.fit.chi_square == pytest.approx(100 / 7)
    assert found.fit.degrees == 5
    assert found.fit.p == pytest.approx(0.013892843309404)


def test_a_face_that_the_die_shows_twice_is_due_twice_as_often() -> None:
    found = statistics(counted({0: 100, 6: 200}), (0, 6, 6))
    assert [face.expected for face in found.faces] == [100, 200]
    assert found.fit == Fit(0.0, 1, 1.0)


def test_a_face_that_never_came_is_counted_too() -> None:
    found = statistics(counted({1: 60}), USUAL)
    assert [face.counted for face in found.faces] == [60, 0, 0, 0, 0, 0]


def test_too_few_throws_are_counted_and_not_interpreted() -> None:
    few, enough = (statistics(counted({6: number}, 0), USUAL) for number in (59, 60))
    assert (few.needed, few.fit, few.wait) == (60, None, Wait(0, None))
    assert "too few" in meaning(few).en
    assert "zu wenige" in meaning(few).de
    assert enough.fit is not None


def test_a_rare_face_needs_more_throws() -> None:
    assert statistics(counted({}), (1, *[6] * 9)).needed == 100


def test_a_die_of_one_face_has_nothing_to_compare() -> None:
    found = statistics(counted({6: 500}, 0), (6, 6))
    assert found.fit is None
    assert "nothing to compare" in meaning(found).en


def test_a_die_without_a_six_has_no_wait_for_one() -> None:
    assert statistics(counted({1: 100, 2: 100}), (1, 2)).wait is None


def test_an_event_is_all_its_games_and_no_wait_goes_from_one_to_the_next() -> None:
    together = DiceTally.together([counted({1: 3, 6: 1}, 3), counted({2: 2}, 2), counted({}, 0)])
    assert together == DiceTally({1: 3, 2: 2, 6: 1}, 3, (4, 2, 0))
    assert together.throws == 6


@given(st.lists(st.sampled_from(USUAL), min_size=60, max_size=400))
def test_what_is_due_adds_up_to_what_was_thrown(thrown: list[int]) -> None:
    found = statistics(counted(dict(Counter(thrown))), USUAL)
    assert sum(face.expected for face in found.faces) == pytest.approx(len(thrown))
    assert sum(face.counted for face in found.faces) == found.throws == len(thrown)


def test_an_even_die_has_small_p_values_as_seldom_as_they_say() -> None:
    lots = Random(1)
    values = []
    for _ in range(2000):
        found = statistics(counted(dict(Counter(lots.choices(USUAL, k=300)))), USUAL)
        assert found.fit is not None
        values.append(found.fit.p)
    for bound, least, most in ((0.01, 10, 32), (0.05, 75, 125), (0.5, 930, 1070)):
        assert least <= sum(p < bound for p in values) <= most


# -- in words --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("p", "en", "de"),
    [
        (0.3412, "p = 0.3412", "p = 0,3412"),
        (0.3412, "in about 34 of 100 cases", "in etwa 34 von 100 Fällen"),
        (0.3412, "Nothing unusual", "Nichts Ungewöhnliches"),
        (0.0345, "in about 1 of 29 cases", "in etwa 1 von 29 Fällen"),
        (0.0345, "Common among many games", "Bei vielen Spielen"),
        (0.0034, "in about 1 of 290 cases", "in etwa 1 von 290 Fällen"),
        (0.0034, "no reason to doubt the die", "kein Grund, am Würfel zu zweifeln"),
        (0.00034, "in about 1 of 2,900 cases", "in etwa 1 von 2.900 Fällen"),
        (0.00034, "It says nothing about people.", "Über Menschen sagt es nichts."),
        (1e-9, "p < 0.0001", "p < 0,0001"),
        (1e-9, "less than 1 of 1,000,000", "weniger als 1 von 1.000.000"),
        (0.995, "more even than chance", "gleichmäßiger"),
        (1.0, "nearly always", "fast immer"),
    ],
)
def test_a_p_value_is_said_in_plain_words(p: float, en: str, de: str) -> None:
    said = meaning(with_p(p))
    assert en in said.en
    assert de in said.de


@given(st.floats(0, 1))
def test_nobody_is_accused_whatever_the_p_value(p: float) -> None:
    said = meaning(with_p(p))
    for word in ("cheat", "manipul", "fraud", "suspic", "guilt", "betrug", "betrüg", "verdacht", "schummel"):
        assert not re.search(word, f"{said.en} {said.de}", re.IGNORECASE)


def test_a_wait_is_said_with_how_often_chance_makes_it_so_long() -> None:
    said = meaning_of_wait(Wait(27, 0.41))
    assert "27 throws in a row without one. In that many throws" in said.en
    assert "in etwa 41 von 100 Fällen" in said.de
    assert "chance" not in meaning_of_wait(Wait(27, None)).en
    assert meaning_of_wait(Wait(0, None)).de == "Niemand musste auf eine 6 warten."


@given(st.floats(0, 1), st.floats(0, 1))
def test_a_probability_is_said_in_both_languages_alike(one: float, other: float) -> None:
    assert (how_often(one).en == how_often(other).en) == (how_often(one).de == how_often(other).de)
