"""How many games are played on, and what is kept of them."""

from games.chances import tally
from games.chances.jobs import swing
from games.chances.tally import BATCH, MOST_PLAYOUTS, TARGET_MARGIN, ChancesTally, is_enough, play_on
from rules import RULE_SETS, Game
from rules.simulate import playouts
from rules.stats import share
from tests.games.chances.conftest import LEVEL, NEARLY_WON

FOREVER = 60.0
SEATS = {"A": ["yellow"], "B": ["red"]}


def board(position: str) -> Game:
    return Game.at(position, RULE_SETS["mhd"], SEATS)


def figures(won: int, games: int) -> ChancesTally:
    return ChancesTally(games, {"A": won, "B": games - won}, {}, {})


def test_the_most_games_are_exact_to_one_percentage_point() -> None:
    assert share(MOST_PLAYOUTS // 2, MOST_PLAYOUTS).margin < TARGET_MARGIN == 0.01


def test_games_are_played_until_no_chance_is_further_off_than_wanted() -> None:
    found = play_on(board(LEVEL), None, FOREVER)
    assert is_enough(found)
    assert found.margin <= tally.TARGET_MARGIN
    # The side to throw wins with 5/9: nobody can be captured, each needs the same one face.
    assert abs(found.chance("A") - 5 / 9) <= 2 * found.margin


def test_what_is_nearly_certain_is_known_from_fewer_games() -> None:
    assert play_on(board(NEARLY_WON), None, FOREVER).games < MOST_PLAYOUTS / 5


def test_when_the_time_is_over_there_are_some_figures_and_more_time_adds_to_them() -> None:
    first = play_on(board(LEVEL), None, 0)
    assert BATCH <= first.games < MOST_PLAYOUTS
    assert not is_enough(first)
    more = play_on(board(LEVEL), first, 0)
    assert first.games < more.games
    assert sum(more.wins.values()) == more.games


def test_figures_are_those_of_the_stretches_with_the_seeds_from_0_on() -> None:
    found = play_on(board(LEVEL), play_on(board(LEVEL), None, 0), 0)
    runs = range(found.games // BATCH)
    expected = [playouts(board(LEVEL), BATCH, policy="sensible", seed=seed).wins["A"] for seed in runs]
    assert found.wins["A"] == sum(expected)


def test_what_is_kept_can_be_read_again() -> None:
    seats = {"A": ["yellow", "black"], "B": ["blue", "red"], "C": ["green", "violet"]}
    play = Game.start(RULE_SETS["xmadn-gp"], seats, starter="yellow")
    found = ChancesTally.from_outcome(play, playouts(play, 3, policy="random", seed=1))
    assert ChancesTally(found.games, **found.as_json()) == ChancesTally(
        3, dict(found.wins), dict(found.places), dict(found.colours)
    )
    doubled = found.plus(found)
    assert doubled.colours["red"] == [2 * often for often in found.colours["red"]]


def test_a_swing_is_measured_without_what_may_be_uncertainty() -> None:
    assert swing([figures(5000, 10_000)]) == 0
    assert swing([figures(50, 100), figures(55, 100)]) == 0
    moved = swing([figures(5000, 10_000), figures(8000, 10_000), figures(6000, 10_000)])
    assert 0.28 < moved < 0.3
