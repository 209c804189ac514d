"""Series for points: what is decided, worked out by hand (tournament-rules §3.2, §3.3, §5)."""

from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from tests.tournaments.formats.clinching.claims import eliminated, prospect_of
from tests.tournaments.formats.entered import OPPOSITE, contest, gp_game, gp_series
from tournaments.formats import FORMATS, Result, Verdict
from tournaments.formats.clinching import points
from tournaments.formats.grand_prix.points import GrandPrixPoints

# Game 1: Anna 10 + 6 + 2 (bonus) = 18, Bert 4 + 3 = 7, Cleo 2 + 1 = 3.
LOPSIDED = gp_game(1, *"YRKGUV")


def gp_plus(*orders: str, games: int) -> Verdict:
    """GP+ games by the players' initials in the order of bringing both colours home."""
    colours = {"a": ("yellow", "red"), "b": ("black", "green"), "c": ("blue", "violet")}
    results = [
        Result(number, "xmadn-gp+", OPPOSITE, (*colours[order[0]], *colours[order[1]]))
        for number, order in enumerate(orders, start=1)
    ]
    return FORMATS["gp-plus-series"].judge(contest("gp-plus-series", results, {"games": games}))


def places(decided: Any) -> dict[str, tuple[int, int]]:
    return {each.entrant: (each.best, each.worst) for each in decided.prospects}


def test_who_is_far_behind_can_win_only_through_extra_games() -> None:
    # Anna and Bert 36 each, Cleo 12, one game left: Cleo cannot make up 24, but a tie for 1st is possible, and
    # in an extra game that stays a tie she can get 18 and they 5 each.
    results = [gp_game(1, *"YRKGUV"), gp_game(2, *"KGYRUV"), gp_game(3, *"KYURVG")]
    event, table = gp_series(results, games=4).decided()
    assert eliminated(table, 1) == ("cleo",)
    assert (prospect_of(table, "cleo").magic, prospect_of(event, "cleo").magic) == (None, None)
    assert places(event) == {"anna": (1, 3), "bert": (1, 3), "cleo": (1, 3)}
    assert event.proof.exact
    assert prospect_of(event, "cleo").told.en == ("Cleo can finish 1st to 3rd, 1st only through extra games")
    assert prospect_of(event, "cleo").told.de == ("Cleo kann noch 1. bis 3. werden, 1. nur über Zusatzspiele")
    assert prospect_of(event, "anna").told.en == "Anna can finish 1st to 3rd"


def test_a_gp_plus_series_has_bounds_before_its_last_games() -> None:
    # Anna and Bert 24, Cleo 8, four games left: they make up 12 and extra games 3; 16 behind is too much.
    event, table = gp_plus(*["abc", "bac"] * 4, games=12).decided()
    assert (event.proof.states, event.proof.exact) == (0, False)
    assert places(event) == places(table) == {"anna": (1, 2), "bert": (1, 2), "cleo": (3, 3)}
    assert event.proof.told.en == (
        "4 games left, and a game moves two players at most 3 GPP apart; extra games do not make up more than one game"
    )


def test_an_extra_game_counts_for_the_bounds_too() -> None:
    # Anna is 4 ahead of Bert and 14 of Cleo, four games left. Cleo makes up 12 of them and Bert all 4, and in two
    # extra games – after the first Bert and Cleo are level – Anna is last again: 3rd.
    played = ["abc"] * 4 + ["bac"] * 2
    event, table = gp_plus(*played, games=10).decided()
    assert (places(event)["anna"], places(table)["anna"]) == ((1, 3), (1, 2))
    ended = gp_plus(*played, *["cba"] * 6, games=10)
    assert ended.finished
    assert {row.entrant: row.place for row in ended.standings.rows}["anna"] == 3


def test_a_gp_series_has_nothing_certain_but_magic_numbers_before_its_last_games() -> None:
    event, table = gp_series([LOPSIDED], games=12).decided()
    assert set(places(event).values()) == {(1, 3)}
    # 11 games, 198 GPP at most; of 308 the third has 33 at least. Anna leads by 11: x + 11 > 275 - x.
    assert prospect_of(event, "anna").magic == 133
    assert prospect_of(table, "anna").magic == 132
    assert event.proof.told.en.endswith("in extra games, which have no limit, any lead can be made up")


@settings(max_examples=60)
@given(
    st.lists(st.integers(0, 5), min_size=6, max_size=6).map(lambda gpp: tuple(sorted(gpp, reverse=True))),
    st.integers(0, 3),
    st.integers(1, 20),
)
def test_greater_gaps_than_are_looked_at_bring_nothing_new(
    table: tuple[int, ...], bonus: int, gap: int
) -> None:
    gains = GrandPrixPoints(table, bonus).gains()
    swing = max(max(gain) - min(gain) for gain in gains)
    assume(swing)
    seen, waiting, ended = {(0, 0, -gap)}, [(0, 0, -gap)], set()
    while waiting:
        totals = waiting.pop()
        for gain in gains:
            after = [own + more for own, more in zip(totals, gain, strict=True)]
            first, second, third = (total - max(after) for total in after)
            if after.count(max(after)) == 1:
                ended.add(tuple(1 + sum(other > own for other in after) for own in after))
            elif (first, second, third) not in seen and min(first, second, third) >= -gap - 10 * swing:
                seen.add((first, second, third))
                waiting.append((first, second, third))
    found = points.bounds_after_extra_games([(gap, gap, 0)], gains)
    assert (found.best, found.worst) == (
        tuple(min(each) for each in zip(*ended, strict=True)),
        tuple(max(each) for each in zip(*ended, strict=True)),
    )
    assert found.exact


def test_a_search_for_extra_games_that_would_not_end_is_given_up_and_says_so(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(points, "MOST_TIED", 1)
    after = points.bounds_after_extra_games([(100, 100, 0)], GrandPrixPoints().gains())
    assert (after.best, after.worst, after.exact) == ((1, 1, 1), (3, 3, 3), False)
