"""When a lead is certain: tournament-rules §5, checked against every ending of the games left."""

from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tournaments.formats.grand_prix.lead import Lead, Swing
from tournaments.formats.grand_prix.points import BONUS, TABLE, GrandPrixPoints

Triple = tuple[int, int, int]

tables = st.lists(st.integers(0, 12), min_size=6, max_size=6).map(
    lambda gpp: tuple(sorted(gpp, reverse=True))
)


def every_game(table: tuple[int, ...], bonus: int) -> set[Triple]:
    """What a GP game can give to three players, by laying out all orders of their six colours."""
    games = set()
    for order in set(permutations((0, 0, 1, 1, 2, 2))):
        points = [0, 0, 0]
        for place, player in enumerate(order):
            points[player] += table[place]
        first_complete = min((0, 1, 2), key=lambda player: max(i for i in range(6) if order[i] == player))
        points[first_complete] += bonus
        games.add((points[0], points[1], points[2]))
    return games


USUAL_GAMES = every_game(TABLE, BONUS)


def endings(totals: Triple, games_left: int, games: set[Triple]) -> set[Triple]:
    """Every table that can come of these totals."""
    reached = {totals}
    for _ in range(games_left):
        reached = {(a + x, b + y, c + z) for a, b, c in reached for x, y, z in games}
    return reached


def sole_leader(totals: Triple) -> int | None:
    best = max(totals)
    return totals.index(best) if totals.count(best) == 1 else None


def certain_by_enumeration(totals: Triple, games_left: int, games: set[Triple]) -> int | None:
    """The player alone in 1st place in every ending, if there is one."""
    leaders = {sole_leader(ending) for ending in endings(totals, games_left, games)}
    return leaders.pop() if len(leaders) == 1 else None


def test_a_gp_game_moves_two_players_at_most_15_points_apart() -> None:
    # 1st 10 + 2nd 6 + bonus 2 = 18 against 5th 2 + 6th 1 = 3.
    assert GrandPrixPoints().swing() == Swing(most=18, least=3)
    assert GrandPrixPoints().swing().points == 15


@given(tables, st.integers(0, 10))
def test_the_swing_is_the_largest_difference_of_any_game(table: tuple[int, ...], bonus: int) -> None:
    assert GrandPrixPoints(table, bonus).swing().points == max(
        first - second for first, second, _ in every_game(table, bonus)
    )


@given(tables, st.integers(0, 10))
def test_points_of_a_game_always_sum_to_the_table_and_the_bonus(table: tuple[int, ...], bonus: int) -> None:
    assert {sum(game) for game in every_game(table, bonus)} == {sum(table) + bonus}


@pytest.mark.parametrize(("games_left", "enough"), [(0, 1), (1, 16), (2, 31), (3, 46)])
def test_certain_means_more_than_can_be_made_up(games_left: int, enough: int) -> None:
    for lead in (enough - 1, enough):
        totals: Triple = (100 + lead, 100, 100)
        claimed = Lead.from_totals(dict(zip("abc", totals, strict=True)), games_left, Swing(18, 3)).certain
        assert claimed == (lead == enough)
        assert claimed == (certain_by_enumeration(totals, games_left, USUAL_GAMES) == 0)


@settings(max_examples=60)
@given(st.integers(0, 35), st.integers(0, 35), st.permutations((0, 1, 2)), st.integers(0, 2))
def test_certain_agrees_with_every_ending_both_ways(
    lead: int, gap: int, order: list[int], games_left: int
) -> None:
    ranked = (lead + gap, gap, 0)
    totals: Triple = (ranked[order[0]], ranked[order[1]], ranked[order[2]])
    claim = Lead.from_totals(dict(enumerate_keys(totals)), games_left, GrandPrixPoints().swing())
    truth = certain_by_enumeration(totals, games_left, USUAL_GAMES)
    assert claim.certain == (truth is not None)
    if claim.certain:
        assert claim.leaders == (str(truth),)


@settings(max_examples=60)
@given(tables, st.integers(0, 10), st.integers(0, 50), st.integers(0, 20), st.integers(1, 2))
def test_certain_agrees_with_every_ending_for_any_table(
    table: tuple[int, ...], bonus: int, lead: int, gap: int, games_left: int
) -> None:
    totals: Triple = (lead + gap, gap, 0)
    claim = Lead.from_totals(dict(enumerate_keys(totals)), games_left, GrandPrixPoints(table, bonus).swing())
    truth = certain_by_enumeration(totals, games_left, every_game(table, bonus))
    assert claim.certain == (truth is not None)


def enumerate_keys(totals: Triple) -> list[tuple[str, int]]:
    return [(str(player), total) for player, total in enumerate(totals)]
