"""Tables of double round-robins: what is decided, against every ending (tournament-rules §5)."""

from collections import Counter
from collections.abc import Sequence

from hypothesis import given, settings
from hypothesis import strategies as st

from rules.i18n import Literal
from tests.tournaments.formats.clinching.claims import prospect_of
from tests.tournaments.formats.leagues import drr, league
from tournaments.formats import Verdict
from tournaments.formats.clinching.place_bounds import Decided
from tournaments.formats.clinching.round_robins import RoundRobins
from tournaments.formats.clinching.search import decide

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
