"""Lists: sums, ties by version, what is defended and needed (tournament-rules §6 to §8)."""

from fractions import Fraction
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from tournaments.formats import Entrant
from tournaments.ranking_rules import Discipline, Gain, ListRow, RankingEntry, build_ranking
from tournaments.ranking_rules.ranking import medal_race_chain, ranking_chain
from tournaments.ranking_rules.rule_versions import TIES
from tournaments.ranking_rules.titles import Major, triple_crown

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


# -- sums ------------------------------------------------------------------------------------------


def test_a_list_adds_tp_wp_and_cp() -> None:
    (first, second) = rows(
        [event("x", gain("anna", 7, 2, 1, Fraction(1, 2)), gain("bert", 4, 1)), event("y", gain("bert", 2))]
    )
    assert (first.player, first.points, first.tp, first.wp, first.cp) == (
        "anna",
        Fraction(19, 2),
        7,
        2,
        Fraction(1, 2),
    )
    assert (second.player, second.points) == ("bert", 7)
    assert first.reason.en == "above Bert: points 9½ to 7"
    assert first.reason.de == "vor Bert: Punkte 9½ zu 7"


def test_whoever_has_no_points_is_not_in_it() -> None:
    assert [row.player for row in rows([event("x", gain("cleo", 2))])] == ["cleo"]


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
