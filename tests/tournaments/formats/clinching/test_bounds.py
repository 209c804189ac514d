"""What is decided, worked out by hand and by laws, beside the oracle's random events (tournament-rules §5)."""

from collections import Counter
from collections.abc import Sequence

import pytest
from hypothesis import given, settings, strategies as st

from rules import Literal
from tests.tournaments.formats.clinching.simulations import prospect_of
from tests.tournaments.formats.leagues import drr, league
from tournaments.formats import Verdict
from tournaments.formats.clinching import points
from tournaments.formats.clinching.place_bounds import Decided
from tournaments.formats.clinching.round_robins import RoundRobins
from tournaments.formats.clinching.search import decide
from tournaments.formats.grand_prix.points import GrandPrixPoints


def places(decided: Decided) -> dict[str, tuple[int, int]]:
    return {each.entrant: (each.best, each.worst) for each in decided.prospects}


def test_a_search_for_extra_games_that_would_not_end_is_given_up_and_says_so(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(points, "MOST_TIED", 1)
    after = points.bounds_after_extra_games([(100, 100, 0)], GrandPrixPoints().gains())
    assert (after.best, after.worst, after.exact) == ((1, 1, 1), (3, 3, 3), False)


# -- tables of double round-robins ---------------------------------------------------------------------


Game = tuple[int, str, str]
TABLE = Literal(en="the table", de="die Tabelle")


def unknown(_: tuple[str, ...]) -> None:
    """What parts players behind head-to-head wins can always change."""


def decided(players: str, beaten: dict[tuple[str, str], int], left: Sequence[Game]) -> Decided:
    return decide(
        RoundRobins(tuple(players), beaten, left, unknown), {key: key.upper() for key in players}, TABLE
    )


pairs_of_three = [("a", "b"), ("c", "a"), ("b", "c"), ("b", "a"), ("a", "c"), ("c", "b")]


@settings(max_examples=60)
@given(
    st.dictionaries(st.sampled_from(pairs_of_three), st.integers(0, 3)),
    st.lists(st.sampled_from(pairs_of_three), max_size=6),
)
def test_bounds_are_never_narrower_than_the_truth(
    beaten: dict[tuple[str, str], int], left: list[tuple[str, str]]
) -> None:
    # Bounds count wins alone, so everybody needs as many games in the end: whoever has fewer gets lost ones.
    games = Counter(player for pair, times in beaten.items() for player in pair for _ in range(times))
    games += Counter(player for pair in left for player in pair)
    if len({games[player] for player in "abc"}) > 1:
        return
    tree = RoundRobins(
        ("a", "b", "c"), beaten, [(number, *pair) for number, pair in enumerate(left, start=1)], unknown
    )
    searched = decided("abc", beaten, tree.left)
    for player, bound in tree.bounds().items():
        prospect = prospect_of(searched, player)
        assert bound.places[0] <= prospect.best
        assert bound.places[1] >= prospect.worst
        assert bound.magic is None or (prospect.magic is not None and prospect.magic <= bound.magic)


# -- by hand ---------------------------------------------------------------------------------------


def of(verdict: Verdict) -> Decided:
    (found,) = verdict.decided()
    return found


def test_the_last_two_double_round_robins_of_an_xleague_are_searched() -> None:
    # Each pairing has four games left: 5 x 5 x 5 endings, and fewer than four times as many situations on the way.
    results = [game for number in range(4) for game in drr("acbbac", first_number=6 * number + 1)]
    found = of(league(results, drrs=6))
    assert 125 < found.proof.states < 500
    # Before the first game there are too many.
    assert of(league(drrs=6)).proof.states == 0


# -- first to x ----------------------------------------------------------------------------------------
