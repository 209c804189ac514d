"""Throwing for the start: rulebook §10, tournament-rules §2."""

from collections.abc import Mapping, Sequence
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.board import COLOUR_NAMES
from rules.i18n import Verbatim
from tests.tournaments.formats.entered import COLOURS
from tournaments.formats import FormatError
from tournaments.formats.roll_offs import by_throws, highest_throw

ALL = {colour: COLOUR_NAMES[colour] for colour in COLOURS}
FIRST = {"yellow": 3, "black": 6, "blue": 1, "red": 6, "green": 2, "violet": 5}
PEOPLE = {key: Verbatim(key.title()) for key in ("anna", "bert", "cleo")}


def test_the_highest_throw_starts() -> None:
    thrown = highest_throw(ALL, [FIRST | {"red": 4}])
    assert (thrown.starter, thrown.to_throw) == ("black", ())
    assert thrown.reason.en == "Black had the highest throw, 6"
    assert thrown.reason.de == "Schwarz hatte den höchsten Wurf, 6"


def test_those_tied_throw_again_until_one_is_highest() -> None:
    tied = highest_throw(ALL, [FIRST])
    assert (tied.starter, tied.to_throw) == (None, ("black", "red"))
    assert tied.reason.en == "Black and red threw 6 each and throw again"
    assert highest_throw(ALL, [FIRST, {"black": 2, "red": 2}]).to_throw == ("black", "red")
    thrown = highest_throw(ALL, [FIRST, {"black": 2, "red": 2}, {"black": 1, "red": 3}])
    assert thrown.starter == "red"
    assert thrown.reason.en == "Red had the highest throw, 3, in round 3 of throwing"


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


def test_each_group_that_is_level_is_named() -> None:
    four = {**PEOPLE, "dora": Verbatim("Dora")}
    found = by_throws(four, [{"anna": 2, "bert": 5, "cleo": 2, "dora": 5}])
    assert (
        found.reason.en
        == "Bert and Dora threw 5 each and throw again; Anna and Cleo threw 2 each and throw again"
    )
    again = by_throws(
        four, [{"anna": 2, "bert": 5, "cleo": 2, "dora": 5}, {"anna": 3, "bert": 3, "cleo": 3, "dora": 1}]
    )
    assert again.reason.de == "Anna und Cleo warfen je 3 und würfeln noch einmal"


def test_a_round_may_be_typed_in_throw_by_throw() -> None:
    thrown = highest_throw(ALL, [FIRST, {"red": 2}])
    assert (thrown.starter, thrown.to_throw) == (None, ("black",))
    assert thrown.reason.de == "Schwarz muss noch würfeln"


@pytest.mark.parametrize(
    ("rounds", "field"),
    [
        ([FIRST | {"black": 7}], "throws[0]"),
        ([FIRST | {"black": 0}], "throws[0]"),
        ([FIRST | {"pink": 3}], "throws[0]"),
        ([FIRST, {"black": 2, "blue": 2}], "throws[1]"),
        ([FIRST, {"black": 2}, {"black": 2}], "throws[1]"),
        ([FIRST, {"black": 2, "red": 1}, {"black": 2}], "throws[2]"),
    ],
)
def test_a_throw_that_cannot_be_is_refused_by_its_round(
    rounds: Sequence[Mapping[str, int]], field: str
) -> None:
    with pytest.raises(FormatError) as refused:
        highest_throw(ALL, rounds)
    assert refused.value.field == field


def test_nobody_cannot_throw() -> None:
    with pytest.raises(FormatError, match="contenders"):
        highest_throw({}, [])


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


def test_places_are_thrown_for_and_only_those_who_are_level_throw_again() -> None:
    # Bert and Cleo are level at 3 and throw again; Anna's 5 stands.
    first, second = {"anna": 5, "bert": 3, "cleo": 3}, {"bert": 1, "cleo": 6}
    assert by_throws(PEOPLE, []).to_throw == ("anna", "bert", "cleo")
    assert by_throws(PEOPLE, [first]).to_throw == ("bert", "cleo")
    ranked = by_throws(PEOPLE, [first, second])
    assert ranked.order == ("anna", "cleo", "bert")
    assert ranked.reason.en == "thrown for: Anna 5, Cleo 3-6 and Bert 3-1"


@pytest.mark.parametrize(
    ("rounds", "field"),
    [
        ([{"anna": 5, "bert": 3}, {"cleo": 1}], "throws[0]"),
        ([{"anna": 5, "bert": 3, "cleo": 1}, {"anna": 2}], "throws[1]"),
        ([{"anna": 7}], "throws[0]"),
    ],
)
def test_a_throw_for_places_that_nobody_was_to_make_is_refused(
    rounds: list[dict[str, int]], field: str
) -> None:
    with pytest.raises(FormatError) as refused:
        by_throws(PEOPLE, rounds)
    assert refused.value.field == field


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
