"""The schedule of a double round-robin: tournament-rules §3.5 [T6]."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.formats.league.round_robin import AtBoard, double_round_robin


def games(players: int, first_number: int = 1) -> list[AtBoard]:
    order = [f"#{place}" for place in range(1, players + 1)]
    return [game for block in double_round_robin(order, first_number) for game in block]


def test_three_players_meet_in_the_published_order() -> None:
    assert [(game.number, game.first, game.second, game.meeting) for game in games(3)] == [
        (1, "#1", "#2", 1),
        (2, "#3", "#1", 1),
        (3, "#2", "#3", 1),
        (4, "#2", "#1", 2),
        (5, "#1", "#3", 2),
        (6, "#3", "#2", 2),
    ]


def test_four_players_by_the_circle_method() -> None:
    # #1 stays, #2 #3 #4 move on; the second half swaps the first-named.
    assert [(game.first, game.second) for game in games(4)] == [
        ("#1", "#4"),
        ("#2", "#3"),
        ("#2", "#1"),
        ("#3", "#4"),
        ("#1", "#3"),
        ("#4", "#2"),
        ("#4", "#1"),
        ("#3", "#2"),
        ("#1", "#2"),
        ("#4", "#3"),
        ("#3", "#1"),
        ("#2", "#4"),
    ]


@pytest.mark.parametrize("players", range(3, 21))
def test_everybody_meets_everybody_twice_once_named_first(players: int) -> None:
    found = games(players)
    assert Counter((game.first, game.second) for game in found) == Counter(
        (f"#{a}", f"#{b}") for a in range(1, players + 1) for b in range(1, players + 1) if a != b
    )
    assert [game.number for game in found] == list(range(1, players * (players - 1) + 1))


@given(st.integers(4, 20), st.integers(1, 500))
def test_in_a_block_nobody_plays_twice_and_meetings_follow_one_another(players: int, first: int) -> None:
    met: Counter[frozenset[str]] = Counter()
    for block in double_round_robin([str(place) for place in range(players)], first):
        assert len({player for game in block for player in game.players}) == 2 * len(block)
        assert len(block) == players // 2
        for game in block:
            met[game.players] += 1
            assert game.meeting == met[game.players]
