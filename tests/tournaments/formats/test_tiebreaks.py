"""The chain of criteria [T7]: asked of the whole group, begun anew on what remains level, in its order (§3.5)."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given, strategies as st

from rules import Literal
from tests.tournaments.formats.leagues import FOUR, drawn
from tournaments.formats import FORMATS, Contest, EntrantSeating, Result
from tournaments.formats.league.table import CHAINS, LeagueTable, completed_colours, counted_pawns, lot_needed
from tournaments.formats.tiebreaks import Criterion, TieBreakRanking, rank_entrants

RULES = "xmadn-2t+"
KEYS = tuple(entrant.key for entrant in FOUR)
FULL = CHAINS["full"].criteria
WINNER, LOSER = ("black", "yellow"), ("green", "red")


def won(winner: str, loser: str, green: int = 0, red: int = 0, seconds: int = 3600) -> Result:
    """A 2T+ game, 8 to as many as the loser has of each colour."""
    seating = EntrantSeating.from_leaders({winner: WINNER, loser: LOSER})
    pawns = {"black": 4, "yellow": 4, "green": green, "red": red}
    return Result(1, RULES, seating, ("yellow", "black"), pawns=pawns, seconds=seconds)


def awarded(winner: str, loser: str) -> Result:
    """A 2T+ game that the loser did not start [T12]."""
    return Result(
        1, RULES, EntrantSeating.from_leaders({winner: WINNER, loser: LOSER}), awarded_to=winner, seconds=0
    )


def table(results: Sequence[Result], chain: str = "full", lots: Sequence[Sequence[str]] = ()) -> LeagueTable:
    """The table of these games, with lots that were drawn between those named, in this order."""
    settings = FORMATS["league"].settings.read({"tie_breaks": chain})
    played = tuple(replace(result, number=number) for number, result in enumerate(results, start=1))
    contest = Contest(settings, RULES, FOUR, (), played)
    draws = tuple(drawn(lot_needed(contest, sorted(lot)).subject, lot) for lot in lots)
    return LeagueTable(replace(contest, draws=draws), KEYS, played, chain)


def above(ranking: TieBreakRanking, first: str, second: str) -> str:
    """By what somebody stands immediately above somebody else; nothing where they do not."""
    for (tier, below), split in zip(pairwise(ranking.tiers), ranking.splits, strict=True):
        if first in tier and second in below:
            return split(first, second).en
    return ""


# -- the order of the criteria -------------------------------------------------------------------------

A, B, C, D = KEYS

#: For each criterion and the next: games after which Anna and Bert are level by all before, the first has Anna above
#: Bert and the next Bert above Anna; and how it is told.
CASES: Mapping[tuple[str, str], tuple[Sequence[Result], str]] = {
    # 3–1 and 1–0: but Bert beat Anna.
    ("record", "head-to-head wins"): (
        [won(A, C), won(A, C), won(A, C), won(B, A)],
        "3–1 to 1–0",
    ),
    # Anna won two of three by 8–7, and lost one 0–8.
    ("head-to-head wins", "head-to-head pawns"): (
        [won(A, B, 4, 3), won(A, B, 4, 3), won(B, A), won(B, C), won(C, A)],
        "head-to-head 2–1",
    ),
    # 8–0 and 7–8 against one another; Bert beat Cleo more clearly.
    ("head-to-head pawns", "pawns"): (
        [won(A, B), won(B, A, 1), won(A, C, 4, 3), won(B, C)],
        "head-to-head pawn difference +1 to -1",
    ),
    # Anna 8–0 and 0–8; Bert 8–5 and 4–8: one less, but four more scored.
    ("pawns", "pawns scored"): (
        [won(A, C), won(D, A), won(B, C, 3, 2), won(D, B, 2, 2)],
        "counted-pawn difference +0 to -1",
    ),
    # Both +2: Anna 8–4 and 6–8, Bert 8–2 and 4–8, of which four made a whole colour.
    ("pawns scored", "completed colours"): (
        [won(A, C, 2, 2), won(D, A, 3, 3), won(B, C, 1, 1), won(D, B, 4, 0)],
        "counted pawns 14 to 12",
    ),
    # The same pawns; Anna's four were a whole colour, Bert won sooner.
    ("completed colours", "time of won games"): (
        [won(A, C, seconds=3600), won(D, A, 4, 0), won(B, C, seconds=3000), won(D, B, 2, 2)],
        "completed colours 3 to 2",
    ),
    # Everything the same; Anna won sooner, the lot is Bert's.
    ("time of won games", "lot"): (
        [won(A, C, seconds=3000), won(D, A), won(B, C, seconds=3600), won(D, B)],
        "time of won games 0:50:00 to 1:00:00",
    ),
}
BERTS_LOT = (B, A)


def test_every_two_neighbours_of_the_chain_have_a_case() -> None:
    assert list(CASES) == list(pairwise(("record", *FULL, "lot")))


@pytest.mark.parametrize("neighbours", list(CASES), ids=" before ".join)
def test_the_criterion_that_comes_first_decides(neighbours: tuple[str, str]) -> None:
    games, told = CASES[neighbours]
    assert above(table(games, lots=[BERTS_LOT]).ranking(), A, B) == told


@pytest.mark.parametrize("neighbours", list(CASES), ids=" before ".join)
def test_the_next_criterion_would_have_decided_otherwise(neighbours: tuple[str, str]) -> None:
    """Without which the cases above would show nothing."""
    games, _ = CASES[neighbours]
    found = table(games, lots=[BERTS_LOT])
    next_one = found._chain.get(neighbours[1], Criterion(found._lot, lambda *_: Literal(en="lot", de="Los")))
    figures = next_one.figures((A, B))
    assert isinstance(figures, Mapping)
    assert figures[B] > figures[A]


@pytest.mark.parametrize(
    ("chain", "last"), [("without time", "completed colours"), ("head-to-head wins", "head-to-head wins")]
)
def test_a_shorter_chain_ends_with_the_lot(chain: str, last: str) -> None:
    games, _ = CASES[last, FULL[FULL.index(last) + 1]]
    told = above(table(games, chain, [BERTS_LOT]).ranking(), A, B)
    assert told != "by lot"
    level = [won(A, C, seconds=3000), won(D, A, 4, 4), won(B, C, 4, 4, seconds=3600), won(D, B)]
    if chain == "without time":
        level = [won(A, C, seconds=3000), won(D, A), won(B, C, seconds=3600), won(D, B)]
    assert above(table(level, chain, [BERTS_LOT]).ranking(), B, A) == "by lot"


# -- begun anew on what remains level --------------------------------------------------------------------

#: Four with 3–3 each in one DRR. Head-to-head wins and pawns of the whole group: Anna and Bert +4, Cleo and Dora −4.
#: Between the two of each pair the chain begins again: Anna beat Bert twice, Cleo beat Dora twice. Whoever went on
#: with the next criterion would find the same difference, and then more pawns scored by Bert and by Dora.
LEVEL_AT_FIRST = [
    *(won(A, B, 4, 3), won(A, B, 4, 3)),
    *(won(C, D, 2, 2), won(C, D, 2, 2)),
    *(won(A, C), won(C, A, 3, 3), won(D, A, 3, 3), won(D, A, 3, 3)),
    *(won(B, C, 2, 2), won(B, C, 3, 3), won(B, D, 3, 3), won(D, B, 3, 3)),
]


def test_between_two_of_four_who_remain_level_the_chain_begins_again() -> None:
    found = table(LEVEL_AT_FIRST)
    assert {str(found.record(key)) for key in KEYS} == {"3–3"}
    figures = found._chain["head-to-head pawns"].figures(KEYS)
    assert figures == {A: 4, B: 4, C: -4, D: -4}
    scored = found._chain["pawns scored"].figures(KEYS)
    assert isinstance(scored, Mapping)
    assert scored[B] > scored[A]
    assert scored[D] > scored[C]
    ranking = found.ranking()
    assert ranking.order == (A, B, C, D)
    assert [above(ranking, *each) for each in pairwise(KEYS)] == [
        "head-to-head 2–0",
        "head-to-head pawn difference +4 to -4",
        "head-to-head 2–0",
    ]


def scored(points: Mapping[str, Mapping[str, int]]) -> Criterion:
    """A criterion that counts, of what each has against each, what counts within the group."""

    def figures(group: Sequence[str]) -> Mapping[str, int]:
        return {one: sum(points.get(one, {}).get(other, 0) for other in group) for one in group}

    return Criterion(figures, lambda own, other, _: Literal(en=f"{own} to {other}", de=f"{own} zu {other}"))


def by_the_rule(
    group: Sequence[str], chain: Sequence[Callable[[Sequence[str]], Mapping[str, int]]]
) -> list[set[str]]:
    """§3.5 word by word: the first criterion that parts the group parts it, and each part begins with the first."""
    for figures in (criterion(group) for criterion in chain):
        if len(set(figures.values())) > 1:
            parts = [
                {key for key in group if figures[key] == value} for value in sorted(set(figures.values()))
            ]
            return [tier for part in reversed(parts) for tier in by_the_rule(sorted(part), chain)]
    return [set(group)]


AGAINST = st.dictionaries(
    st.sampled_from("abcde"),
    st.dictionaries(st.sampled_from("abcde"), st.integers(0, 2), max_size=5),
    max_size=5,
)


@given(st.lists(AGAINST, max_size=4))
def test_the_order_is_that_of_the_rule_whatever_the_criteria(points: list[dict[str, dict[str, int]]]) -> None:
    chain = [scored(each) for each in points]
    entries = [figures for criterion in chain for figures in [criterion.figures]]
    assert list(map(set, rank_entrants("abcde", chain).tiers)) == by_the_rule("abcde", entries)  # type: ignore[arg-type]


@pytest.mark.parametrize(("green", "red"), [(g, r) for g in range(5) for r in range(5) if (g, r) != (4, 4)])
def test_counted_pawns_are_those_of_the_best_colour_by_2t_and_of_both_by_2t_plus(
    green: int, red: int
) -> None:
    plus = won(A, B, green, red)
    assert counted_pawns(plus) == {A: 8, B: green + red}
    if max(green, red) < 4:
        assert counted_pawns(replace(plus, rules="xmadn-2t")) == {A: 4, B: max(green, red)}


# -- forfeited games [T12] -------------------------------------------------------------------------------


def test_a_game_that_was_not_started_counts_8_0_and_both_colours_of_the_winner() -> None:
    assert counted_pawns(awarded(A, B)) == {A: 8, B: 0}
    assert completed_colours(awarded(A, B)) == {A: 2, B: 0}


@pytest.mark.parametrize("first", [(A, B), (B, A)], ids="-".join)
def test_a_forfeited_game_can_decide_by_completed_colours(first: tuple[str, str]) -> None:
    # Both 1–1 with 12 counted pawns to 8: one had a game given to him, and lost with a whole colour home; the other
    # lost with two pawns of each colour.
    one, other = first
    games = [awarded(one, C), won(D, one, 4, 0), won(other, C), won(D, other, 2, 2)]
    assert above(table(games).ranking(), one, other) == "completed colours 3 to 2"


def test_who_forfeits_has_completed_no_colour() -> None:
    # Anna gave Cleo a game away; Bert lost to Cleo 0–8 at the board, both with as many pawns: level.
    games = [awarded(C, A), won(A, D), won(C, B), won(B, D)]
    assert above(table(games, "without time", [BERTS_LOT]).ranking(), B, A) == "by lot"
