"""Tables of double round-robins: what is decided, against every ending (tournament-rules §5)."""

from collections import Counter
from collections.abc import Sequence
from itertools import product

from hypothesis import given, settings
from hypothesis import strategies as st

from rules.i18n import Literal
from tests.tournaments.formats.clinching.claims import eliminated, prospect_of
from tests.tournaments.formats.leagues import FOUR, drawn, drr, league, won
from tournaments.formats import Departure, Verdict
from tournaments.formats.clinching.place_bounds import Decided
from tournaments.formats.clinching.round_robins import RoundRobins
from tournaments.formats.clinching.search import decide

Game = tuple[int, str, str]
KEYS = ("anna", "bert", "cleo")
TABLE = Literal(en="the table", de="die Tabelle")


def unknown(_: tuple[str, ...]) -> None:
    """What parts players behind head-to-head wins can always change."""


def decided(players: str, beaten: dict[tuple[str, str], int], left: Sequence[Game]) -> Decided:
    return decide(
        RoundRobins(tuple(players), beaten, left, unknown), {key: key.upper() for key in players}, TABLE
    )


def places(players: str, beaten: Counter[tuple[str, str]]) -> dict[str, tuple[int, int]]:
    """By wins minus losses, more wins, then wins among those who are level, restarted; player by player."""

    def level_at(group: frozenset[str], player: str) -> tuple[set[str], set[str]]:
        def figure(key: str, opponents: frozenset[str]) -> int:
            return sum(beaten[key, other] for other in opponents)

        return (
            {other for other in group if figure(other, group) > figure(player, group)},
            {other for other in group if figure(other, group) == figure(player, group)},
        )

    found = {}
    for player in players:

        def balance(key: str) -> tuple[int, int]:
            won = sum(beaten[key, other] for other in players)
            return won - sum(beaten[other, key] for other in players), won

        above = {other for other in players if balance(other) > balance(player)}
        group = frozenset(other for other in players if balance(other) == balance(player))
        while True:
            better, level = level_at(group, player)
            above |= better
            if frozenset(level) == group:
                break
            group = frozenset(level)
        found[player] = (1 + len(above), len(above) + len(group))
    return found


def check(players: str, beaten: dict[tuple[str, str], int], left: Sequence[Game]) -> None:
    """Best, worst, magic and what must happen, against every ending laid out game by game."""
    claimed = decided(players, beaten, left)
    reached: dict[str, list[tuple[tuple[int, int], int, tuple[str, ...]]]] = {
        player: [] for player in players
    }
    for winners in product(*(game[1:] for game in left)):
        ended = Counter(beaten)
        for (_, first, second), winner in zip(left, winners, strict=True):
            ended[winner, second if winner == first else first] += 1
        for player, found in places(players, ended).items():
            reached[player].append((found, winners.count(player), winners))
    for prospect in claimed.prospects:
        ways = reached[prospect.entrant]
        assert prospect.best == min(found[0] for found, _, _ in ways)
        assert prospect.worst == max(found[1] for found, _, _ in ways)
        missed = max((own for found, own, _ in ways if found[1] > 1), default=-1)
        most = max(own for _, own, _ in ways)
        assert prospect.magic == (missed + 1 if missed < most else None)
    assert claimed.proof.exact == all(
        found[0] == found[1] for ways in reached.values() for found, _, _ in ways
    )


pairs_of_three = [("a", "b"), ("c", "a"), ("b", "c"), ("b", "a"), ("a", "c"), ("c", "b")]


@settings(max_examples=150)
@given(
    st.dictionaries(st.sampled_from(pairs_of_three), st.integers(0, 3)),
    st.lists(st.sampled_from(pairs_of_three), max_size=7),
)
def test_every_claim_for_three_players_agrees_with_every_ending(
    beaten: dict[tuple[str, str], int], left: list[tuple[str, str]]
) -> None:
    check("abc", beaten, [(number, *pair) for number, pair in enumerate(left, start=1)])


@settings(max_examples=40)
@given(st.data())
def test_every_claim_for_four_players_agrees_with_every_ending(data: st.DataObject) -> None:
    pairs = st.sampled_from([(a, b) for a in "abcd" for b in "abcd" if a != b])
    beaten = data.draw(st.dictionaries(pairs, st.integers(0, 2)))
    left = data.draw(st.lists(pairs, max_size=6))
    check("abcd", beaten, [(number, *pair) for number, pair in enumerate(left, start=1)])


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


def test_what_must_happen_in_the_last_two_games() -> None:
    # Games 5 (Anna – Cleo) and 6 (Cleo – Bert) are left. Anna 2–1, Bert 2–1 (each won once), Cleo 0–2.
    found = of(league(drr("aabb")))
    # Game 1 Anna beat Bert, 2 Anna beat Cleo, 3 Bert beat Cleo, 4 Bert beat Anna.
    assert {each.entrant: (each.best, each.worst) for each in found.prospects} == {
        "anna": (1, 3),
        "bert": (1, 3),
        "cleo": (1, 3),
    }
    assert [told.en for told in found.must_happen] == [
        "Anna clinches 1st place if Anna wins Game 5 and Cleo wins Game 6",
        "Bert clinches 1st place if Cleo wins Game 5 and Bert wins Game 6",
    ]
    assert found.must_happen[0].de == "Anna hat Platz 1 sicher: wenn Anna Spiel 5 und Cleo Spiel 6 gewinnt"


def test_a_place_is_clinched_before_the_last_games() -> None:
    # Anna won Games 1, 2, 4 and Bert Game 3: Anna 3–0, Bert 1–2, Cleo 0–2; Anna – Cleo and Cleo – Bert are left.
    # Bert can have 2–2 and Cleo 2–2, Anna has 3 at least.
    found = of(league(drr("aaba")))
    assert prospect_of(found, "anna").told.en == "Anna has clinched 1st place"
    assert found.clinched == (("anna", 1),)
    assert eliminated(found, 1) == ("bert", "cleo")
    assert prospect_of(found, "anna").magic == 0


def test_the_magic_number_counts_the_own_wins_that_are_enough() -> None:
    # Two DRRs. After the first Anna 4–0, Bert 2–2, Cleo 0–4. With two wins more, both against Cleo, Anna can end at
    # 6–2 like Bert, head-to-head 2–2: not certain. With three she has 7. Bert's four wins leave Anna 6–2 as well.
    found = of(league(drr("aabaab"), drrs=2))
    assert (prospect_of(found, "anna").magic, prospect_of(found, "bert").magic) == (3, None)
    assert not found.proof.exact
    assert found.proof.told.en.endswith("players level in them may finish in either order")


def test_the_last_two_double_round_robins_of_an_xleague_are_searched() -> None:
    # Each pairing has four games left: 5 x 5 x 5 endings, and fewer than four times as many situations on the way.
    results = [game for number in range(4) for game in drr("acbbac", first_number=6 * number + 1)]
    found = of(league(results, drrs=6))
    assert 125 < found.proof.states < 500
    # Before the first game there are too many.
    assert of(league(drrs=6)).proof.states == 0


def test_in_a_series_the_higher_seed_needs_one_win_less() -> None:
    found = of(league(drr("aabaab"), playoffs="final"))
    assert found.subject.en == "the event"
    assert (prospect_of(found, "anna").magic, prospect_of(found, "bert").magic) == (3, 4)


def test_who_is_struck_is_in_no_claim() -> None:
    verdict = league([won(1, "anna", "dora")], entrants=FOUR, departures=[Departure("cleo", 1)])
    assert [each.entrant for each in of(verdict).prospects] == ["anna", "bert", "dora"]


def test_games_that_will_be_forfeited_count_as_won() -> None:
    # Two DRRs, Cleo leaves after the first: Anna and Bert are given two wins each in the second.
    found = of(league(drr("aabaab"), drrs=2, departures=[Departure("cleo", 6)], held=[drawn("drr-1", KEYS)]))
    # Anna 6–0, Bert 4–2, two games between them left: Bert can have 6–2 as Anna, head-to-head 2–2.
    assert {each.entrant: (each.best, each.worst) for each in found.prospects} == {
        "anna": (1, 2),
        "bert": (1, 2),
        "cleo": (3, 3),
    }
