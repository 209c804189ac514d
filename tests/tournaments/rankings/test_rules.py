"""Ranking points of an event by the day it ended, and lists: tournament-rules §6 to §8."""

from collections.abc import Mapping, Sequence
from datetime import date
from fractions import Fraction
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, strategies as st

from tournaments.formats import Entrant
from tournaments.ranking_rules import (
    VERSIONS,
    ConcludedEvent,
    Discipline,
    Gain,
    ListRow,
    PlayerPoints,
    RankingEntry,
    WonGame,
    build_ranking,
    in_force_on,
    score_event,
)
from tournaments.ranking_rules.formatting import format_points
from tournaments.ranking_rules.points import FinalPlace
from tournaments.ranking_rules.ranking import Major, medal_race_chain, ranking_chain, triple_crown
from tournaments.ranking_rules.rule_versions import TIES

# -- points of an event --------------------------------------------------------------------------------


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


def test_half_a_win_is_not_a_win_for_2nd_place() -> None:
    tied = (WonGame(1, ("anna", "bert")), *(WonGame(number, ("anna",)) for number in (2, 3)))
    found = points(outcome(tied, ended_on=IN_2025, shares_tied_games=True))
    assert (found["bert"].wp, found["bert"].tp) == (HALF, 2)
    assert found["bert"].tp_reason.en == "2nd place without a win, level 1: 2 × 1"


def test_everybody_below_2nd_place_gets_2_with_wins_too() -> None:
    assert tp(outcome(games("aaabbcb"))) == [7, 4, 2]


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


# -- CP (§6, §8) -----------------------------------------------------------------------------------

#: The winner of a GP event with fewer games won than the others: 7 + 1 to 4 + 5.
WITHOUT_WINS = games("abbbbb")


@pytest.mark.parametrize("ended_on", [IN_2024, IN_2025, IN_2026])
def test_in_a_triple_athlon_a_tied_game_is_always_shared(ended_on: date) -> None:
    found = points(outcome(TIED, ended_on=ended_on, shares_tied_games=True))
    assert found["anna"].wp == Fraction(3, 2)
    assert found["anna"].wp_reason.en == "won Game 2 and tied in Game 1 (½ WP)"
    assert format_points(found["anna"].wp) == "1½"


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


# -- lists ---------------------------------------------------------------------------------------------


PLAYERS = tuple(Entrant(key, key.title(), seed) for seed, key in enumerate(("anna", "bert", "cleo"), start=1))


def event(key: str, *gains: Gain, level: int = 1, discipline: Discipline = Discipline.TRIPLE) -> RankingEntry:
    return RankingEntry(key, level, discipline, gains)


def gain(player: str, tp: int, wp: Any = 0, place: int = 2, cp: Any = 0, gpp: int = 0) -> Gain:
    return Gain(player, place, tp, wp, cp, gpp)


def rows(
    counted: list[RankingEntry], ties: str = "2026", leaving: RankingEntry | None = None
) -> list[ListRow]:
    return list(build_ranking(PLAYERS, counted, ranking_chain(TIES[ties], counted), leaving))


def order(counted: list[RankingEntry], ties: str) -> list[tuple[str, str]]:
    return [(row.player, row.reason.en) for row in rows(counted, ties)]


# -- ties by version -------------------------------------------------------------------------------


def test_in_2024_tp_decide_then_world_championships_then_majors() -> None:
    by_tp = [event("x", gain("anna", 6, 2), gain("bert", 7, 1))]
    assert order(by_tp, "2024")[0] == ("bert", "above Anna: TP 7 to 6")
    level_tp = [
        event("wc", gain("anna", 28, 0, 1), level=4),
        event("m1", gain("bert", 14, 0, 1), level=3),
        event("m2", gain("bert", 14, 0, 1), level=3),
    ]
    assert order(level_tp, "2024")[0] == ("anna", "above Bert: World Championships won 1 to 0")
    assert order(level_tp, "2026")[0] == ("bert", "above Anna: Majors won 2 to 1")


def test_since_may_2026_wp_come_after_tp() -> None:
    counted = [event("x", gain("anna", 7, 1, 1, 1), gain("bert", 7, 2, 2, 0))]
    assert order(counted, "2026")[0] == ("bert", "above Anna: WP 2 to 1")
    assert order(counted, "2024")[0] == ("anna", "above Bert: events won 1 to 0")


def test_the_end_of_the_chain_are_level_2_events_and_gpp() -> None:
    level_2 = [event("x", gain("anna", 7, 0, 1)), event("y", gain("bert", 7, 0, 1), level=2)]
    assert order(level_2, "2024")[0] == ("bert", "above Anna: level-2 events won 1 to 0")
    gpp = [event("x", gain("anna", 7, gpp=50), gain("bert", 7, gpp=60))]
    assert order(gpp, "2026")[0] == ("bert", "above Anna: GPP 60 to 50")
    majors = [
        event("x", gain("anna", 7, gpp=60), gain("bert", 7, gpp=50)),
        event("y", gain("anna", 7, gpp=40), gain("bert", 7, gpp=50), level=3),
    ]
    assert order(majors, "2024")[0] == ("bert", "above Anna: GPP of Majors 50 to 40")


def test_level_by_everything_is_a_shared_place() -> None:
    found = rows([event("x", gain("anna", 7), gain("bert", 7), gain("cleo", 2))])
    assert [(row.place, row.shared) for row in found] == [(1, True), (1, True), (3, False)]
    assert found[0].reason.en == "shares 1st place with Bert: level by all criteria"


def test_a_medal_race_asks_tp_wp_then_the_rules_of_one_list_and_of_the_other() -> None:
    triple = [event("x", gain("anna", 4, 1, 1), gain("bert", 4, 1))]
    double = [event("y", gain("bert", 4, 1, 1), gain("anna", 4, 1), level=3, discipline=Discipline.DOUBLE)]
    counted = triple + double
    chain = medal_race_chain(TIES["2026"], counted, [triple, double])
    first, second = build_ranking(PLAYERS, counted, chain)
    # Equal in both figures; the 3T event comes first, although the 2T event is a Major.
    assert (first.player, first.reason.en) == ("anna", "above Bert: events won 1 to 0")
    assert second.player == "bert"


# -- defended and needed ---------------------------------------------------------------------------


def test_what_leaves_with_the_next_event_is_defended_and_what_is_needed_follows() -> None:
    oldest = event("old", gain("anna", 7, 2, 1), gain("bert", 2))
    newer = event("new", gain("anna", 2), gain("bert", 4, 1))
    first, second = rows([newer, oldest], leaving=oldest)
    assert (first.player, first.points, first.defended) == ("anna", 11, 9)
    assert (first.to_overtake, first.to_overtake_next) == (None, None)
    assert (second.points, second.defended) == (7, 2)
    assert second.to_overtake == Fraction(9, 2)
    # After the next event 2 to 5: he is ahead already.
    assert second.to_overtake_next == 0
    assert rows([newer, oldest])[0].defended == 0


# -- laws ------------------------------------------------------------------------------------------

GAINS = st.builds(
    Gain,
    player=st.sampled_from(["anna", "bert", "cleo"]),
    place=st.integers(1, 3),
    tp=st.sampled_from([2, 4, 7, 8, 14]),
    wp=st.sampled_from([0, Fraction(1, 2), 1, 2]),
    cp=st.sampled_from([0, Fraction(1, 2), 1]),
    gpp=st.sampled_from([0, 20]),
)
EVENTS = st.lists(
    st.builds(
        RankingEntry,
        key=st.uuids().map(str),
        level=st.integers(1, 4),
        discipline=st.just(Discipline.TRIPLE),
        gains=st.lists(GAINS, max_size=3, unique_by=lambda each: each.player).map(tuple),
    ),
    max_size=9,
)


@given(EVENTS, st.sampled_from(["2024", "2026"]))
def test_the_list_is_the_sum_of_its_events_and_its_order_is_total(
    counted: list[RankingEntry], ties: str
) -> None:
    found = rows(counted, ties, counted[-1] if counted else None)
    everything = [each for one in counted for each in one.gains]
    assert sum(row.points for row in found) == sum(each.points for each in everything)
    assert {row.player for row in found} == {each.player for each in everything}
    for row in found:
        own = [each for each in everything if each.player == row.player]
        assert row.points == row.tp + row.wp + row.cp == sum(each.points for each in own)
        assert row.place == 1 + sum(other.place < row.place for other in found)
    assert [row.points for row in found] == sorted((row.points for row in found), reverse=True)
    # Handed in otherwise, the same list.
    again = build_ranking(PLAYERS[::-1], counted[::-1], ranking_chain(TIES[ties], counted[::-1]))
    assert {row.player: (row.place, row.points) for row in again} == {
        row.player: (row.place, row.points) for row in found
    }


@given(EVENTS)
def test_so_many_points_more_pass_the_one_above(counted: list[RankingEntry]) -> None:
    for row in rows(counted):
        if row.to_overtake is None:
            assert row.place == 1
            continue
        more = event("more", gain(row.player, 0, row.to_overtake))
        places = {each.player: each.place for each in rows([more, *counted])}
        above = [each.player for each in rows(counted) if each.place < row.place]
        assert any(places[row.player] < places[player] for player in above)


# -- titles ----------------------------------------------------------------------------------------


def test_the_triple_crown_are_all_three_majors_of_a_season() -> None:
    assert triple_crown([Major(4, "anna"), Major(3, "anna"), Major(3, "anna"), Major(2, "bert")]) == "anna"
    assert triple_crown([Major(4, "anna"), Major(3, "anna"), Major(3, "bert")]) is None
    assert triple_crown([Major(4, "anna"), Major(3, "anna")]) is None
    assert triple_crown([Major(4, "anna"), Major(3, "anna"), Major(3, None)]) is None
    assert triple_crown([Major(4, None), Major(3, None), Major(3, None)]) is None
