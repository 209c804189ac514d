"""What games played on from a position say of it: exact where that is known, and honest about the margin."""

import pytest

from games.chances.tally import ChancesTally, PlayerOdds
from games.domain.place_points import PlacePoints
from rules import RULE_SETS, Game
from rules.simulate import playouts

#: Whoever throws a 6 first is home; after anything else it is the other's turn.
BOTH_ONE_FIELD_AWAY = "4x10 39,b,c,d/-/39,b,c,d/- Y0"
TWO = {"Anna": ["yellow"], "Bert": ["red"]}
THREE = {"Anna": ["yellow", "black"], "Bert": ["green", "blue"], "Cora": ["red", "violet"]}


def begun(rules: str) -> Game:
    return Game.start(RULE_SETS[rules], THREE, starter="yellow")


def expected(
    game: Game, games: int, policy: str = "random", points: PlacePoints | None = None
) -> tuple[PlayerOdds, ...]:
    """What games played on from ``game`` let its players expect."""
    return ChancesTally.from_outcome(game, playouts(game, games, policy=policy, seed=1)).players(game, points)


# -- chances ---------------------------------------------------------------------------------------


def test_the_exact_chance_lies_within_the_margin() -> None:
    """With one face of six that ends the game, and another throw after a 6: 1/6 + 4/6·(1 − x) + 1/6·x = x."""
    game = Game.at(BOTH_ONE_FIELD_AWAY, RULE_SETS["mhd"], TWO)
    anna, bert = (each.wins for each in expected(game, 4_000))
    assert abs(anna.value - 5 / 9) < anna.margin < 0.02
    assert anna.value + bert.value == pytest.approx(1)


# -- places and what they are worth ----------------------------------------------------------------


@pytest.mark.parametrize("rules", ["xmadn-gp", "xmadn-gp+"])
def test_everybody_has_some_place_and_some_player_every_place(rules: str) -> None:
    found = expected(begun(rules), 60)
    for player in found:
        assert sum(place.value for place in player.places) == pytest.approx(1)
        assert player.places[0] == player.wins
    for place in range(3):
        assert sum(player.places[place].value for player in found) == pytest.approx(1)


@pytest.mark.parametrize(
    ("rules", "points", "in_all"),
    [
        ("xmadn-gp", PlacePoints((10, 6, 4, 3, 2, 1), 2), 28),
        ("xmadn-gp", PlacePoints((10, 6, 4, 3, 2, 1)), 26),
        ("xmadn-gp+", PlacePoints((4, 2, 1)), 7),
    ],
)
def test_the_points_that_all_can_expect_are_the_points_of_a_game(
    rules: str, points: PlacePoints, in_all: int
) -> None:
    found = expected(begun(rules), 60, points=points)
    worth = [player.points for player in found if player.points is not None]
    assert sum(each.value for each in worth) == pytest.approx(in_all)
    assert all(0 < each.margin < 5 for each in worth)


def test_where_all_places_are_worth_the_same_everybody_expects_that_for_certain() -> None:
    found = expected(begun("xmadn-gp"), 20, points=PlacePoints((3,) * 6))
    assert [(each.points and (each.points.value, each.points.margin)) for each in found] == [(6, 0)] * 3
