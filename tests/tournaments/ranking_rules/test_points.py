"""Ranking points of an event: tournament-rules §6, and §8 by the day it ended."""

from collections.abc import Mapping, Sequence
from datetime import date
from fractions import Fraction
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.formats import Entrant
from tournaments.ranking_rules import (
    VERSIONS,
    Award,
    ConcludedEvent,
    PlayerPoints,
    WonGame,
    in_force_on,
    score_event,
)
from tournaments.ranking_rules.formatting import format_points
from tournaments.ranking_rules.points import FinalPlace

ANNA, BERT, CLEO = (
    Entrant(name.lower(), name, seed) for seed, name in enumerate(("Anna", "Bert", "Cleo"), start=1)
)
IN_2023, IN_2024, IN_2025, IN_2026 = date(2023, 6, 1), date(2024, 6, 1), date(2025, 6, 1), date(2026, 6, 1)
HALF = Fraction(1, 2)


def games(wins: str) -> tuple[WonGame, ...]:
    """``"aab"``: two games of Anna, one of Bert; ``"a=b"`` in a list stands for a tie."""
    names = {"a": "anna", "b": "bert", "c": "cleo"}
    return tuple(WonGame(number, (names[letter],)) for number, letter in enumerate(wins, start=1))


def outcome(
    won: Sequence[WonGame],
    places: str = "anna 1, bert 2, cleo 3",
    ended_on: date = IN_2024,
    level: int = 1,
    **others: Any,
) -> ConcludedEvent:
    entries = [each.split() for each in places.split(", ")]
    counts = [int(place) for _, place in entries]
    return ConcludedEvent(
        ended_on=ended_on,
        level=level,
        players=(ANNA, BERT, CLEO),
        places=tuple(FinalPlace(name, int(place), counts.count(int(place)) > 1) for name, place in entries),
        games=tuple(won),
        compensated=others.pop("compensated", True),
        **others,
    )


def points(of: ConcludedEvent) -> Mapping[str, PlayerPoints]:
    return {row.player: row for row in score_event(of)}


def tp(of: ConcludedEvent) -> list[int]:
    return [row.tp for row in score_event(of)]


def wp(of: ConcludedEvent) -> list[Any]:
    return [row.wp for row in score_event(of)]


def cp(of: ConcludedEvent) -> list[Any]:
    return [row.cp for row in score_event(of)]


# -- the published examples ------------------------------------------------------------------------


def test_a_level_2_event_won_3_2_2_gives_14_8_8_and_3_2_2() -> None:
    found = outcome(games("aaabbcc"), "anna 1, bert 2, cleo 2", level=2)
    assert tp(found) == [14, 8, 8]
    assert wp(found) == [3, 2, 2]


def test_a_level_1_event_won_2_0_0_gives_7_2_2() -> None:
    found = outcome(games("aa"), "anna 1, bert 2, cleo 2")
    assert tp(found) == [7, 2, 2]
    assert wp(found) == [2, 0, 0]


# -- TP --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("level", [1, 2, 3, 4])
def test_basic_points_are_multiplied_by_the_level(level: int) -> None:
    assert tp(outcome(games("aab"), level=level)) == [7 * level, 4 * level, 2 * level]


def test_half_a_win_is_not_a_win_for_2nd_place() -> None:
    tied = (WonGame(1, ("anna", "bert")), *(WonGame(number, ("anna",)) for number in (2, 3)))
    found = points(outcome(tied, ended_on=IN_2025, shares_tied_games=True))
    assert (found["bert"].wp, found["bert"].tp) == (HALF, 2)
    assert found["bert"].tp_reason.en == "2nd place without a win, level 1: 2 × 1"


def test_everybody_below_2nd_place_gets_2_with_wins_too() -> None:
    assert tp(outcome(games("aaabbcb"))) == [7, 4, 2]


def test_reasons_name_place_level_and_games() -> None:
    found = points(outcome(games("abac"), "anna 1, bert 2, cleo 2", level=2))
    assert found["anna"].tp_reason.en == "1st place, level 2: 7 × 2"
    assert found["anna"].wp_reason.en == "won Games 1 and 3"
    assert found["bert"].tp_reason.de == "geteilter Platz 2 mit Sieg, Stufe 2: 4 × 2"
    assert points(outcome(games("aa")))["cleo"].wp_reason.de == "kein Spiel gewonnen"


# -- WP: a tied GP game by all three versions (§8) -------------------------------------------------

TIED = (WonGame(1, ("anna", "bert"), ("bert", "cleo", "anna")), WonGame(2, ("anna",)))


@pytest.mark.parametrize(
    ("ended_on", "expected"),
    [
        (IN_2023, [2, 1, 0]),
        (IN_2024, [2, 1, 0]),
        (IN_2025, [Fraction(3, 2), HALF, 0]),
        (date(2026, 4, 30), [Fraction(3, 2), HALF, 0]),
        (date(2026, 5, 1), [1, 1, 0]),
    ],
)
def test_a_tied_gp_game_is_a_win_for_each_shared_or_of_the_best_colour(
    ended_on: date, expected: list[Any]
) -> None:
    assert wp(outcome(TIED, ended_on=ended_on)) == expected


@pytest.mark.parametrize("ended_on", [IN_2024, IN_2025, IN_2026])
def test_in_a_triple_athlon_a_tied_game_is_always_shared(ended_on: date) -> None:
    found = points(outcome(TIED, ended_on=ended_on, shares_tied_games=True))
    assert found["anna"].wp == Fraction(3, 2)
    assert found["anna"].wp_reason.en == "won Game 2 and tied in Game 1 (½ WP)"
    assert format_points(found["anna"].wp) == "1½"


# -- CP (§6, §8) -----------------------------------------------------------------------------------

#: The winner of a GP event with fewer games won than the others: 7 + 1 to 4 + 5.
WITHOUT_WINS = games("abbbbb")


@pytest.mark.parametrize(
    ("ended_on", "expected"),
    [
        (IN_2024, [0, 0, 0]),
        (date(2024, 12, 31), [0, 0, 0]),
        (date(2025, 1, 1), [Fraction(3, 2), 0, 0]),
        (date(2026, 5, 1), [2, 0, 0]),
    ],
)
def test_the_winner_gets_what_puts_him_the_margin_of_the_year_ahead(
    ended_on: date, expected: list[Any]
) -> None:
    assert cp(outcome(WITHOUT_WINS, ended_on=ended_on)) == expected


def test_no_cp_where_the_distance_is_there_anyway_and_none_in_other_lists() -> None:
    assert cp(outcome(games("aab"), ended_on=IN_2026)) == [0, 0, 0]
    assert cp(outcome(WITHOUT_WINS, ended_on=IN_2026, compensated=False)) == [0, 0, 0]


def test_the_best_of_those_below_counts_not_the_second() -> None:
    found = points(outcome(games("accccccc"), ended_on=IN_2026))
    assert found["cleo"].total == 9
    assert found["anna"].cp == 2
    assert found["anna"].cp_reason.en == "8 points to 9 of Cleo: 1 ahead with 2"


def test_cp_awarded_by_the_organiser_come_with_his_reason() -> None:
    award = {"anna": Award(HALF, "first to 2 this year")}
    found = points(outcome(games("aab"), ended_on=IN_2026, awarded=award))["anna"]
    assert found.cp == HALF
    assert found.cp_reason.en == (
        "not needed: 9 points to 5 of Bert; ½ awarded by the organiser: first to 2 this year"
    )


# -- laws ------------------------------------------------------------------------------------------

WINNERS = st.lists(
    st.lists(st.sampled_from(["anna", "bert", "cleo"]), min_size=1, max_size=3, unique=True), max_size=9
)
DAYS = st.dates(date(2022, 1, 1), date(2027, 12, 31))


@given(WINNERS, DAYS, st.integers(1, 4), st.permutations(["anna", "bert", "cleo"]))
def test_whoever_won_is_the_margin_ahead_and_shares_add_up(
    winners: list[list[str]], day: date, level: int, order: list[str]
) -> None:
    won = [WonGame(number, tuple(each), tuple(order)) for number, each in enumerate(winners, start=1)]
    found = score_event(outcome(won, f"{order[0]} 1, {order[1]} 2, {order[2]} 3", ended_on=day, level=level))
    version = in_force_on(day)
    if version.margin is not None:
        assert all(found[0].total >= row.total + version.margin for row in found[1:])
    total = sum(row.wp for row in found)
    ties = sum(len(each) - 1 for each in winners)
    assert total == len(winners) + (ties if version.tied_game.name == "EACH" else 0)
    assert all(row.tp == row.basic * level for row in found)


def test_versions_stand_in_the_order_of_their_days_and_hold_until_the_next() -> None:
    days = [version.since for version in VERSIONS]
    assert days == sorted(set(days))
    for version, following in pairwise(VERSIONS):
        assert in_force_on(version.since) is version
        assert in_force_on(date.fromordinal(following.since.toordinal() - 1)) is version
    assert in_force_on(date(1, 1, 1)) is VERSIONS[0]


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (0, "0"),
        (3, "3"),
        (HALF, "½"),
        (Fraction(5, 2), "2½"),
        (Fraction(4, 3), "1⅓"),
        (Fraction(5, 4), "5/4"),
        (-3, "−3"),
        (Fraction(-5, 2), "−2½"),
    ],
)
def test_halves_are_written_as_people_write_them(value: Any, expected: str) -> None:
    assert format_points(value) == expected
