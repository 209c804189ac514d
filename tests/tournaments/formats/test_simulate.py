"""Results that are made up end a game as its rules do, and take the place of those that did not count."""

import pytest

from rules.i18n import Verbatim
from tests.tournaments.formats.entered import COLOURS, SIDE_BY_SIDE, contest, won_by
from tournaments.formats import NextGame
from tournaments.formats.simulate import finish_game, one_after_the_other, with_results

NOTHING = Verbatim("")


def game(rules: str) -> NextGame:
    return NextGame(1, NOTHING, rules, SIDE_BY_SIDE, None, NOTHING, NOTHING)


@pytest.mark.parametrize(
    ("rules", "places"),
    [
        ("xmadn-3t", "blue"),
        ("xmadn-3t+", "blue yellow green black"),
        ("xmadn-gp", "blue yellow green black red violet"),
    ],
)
def test_a_game_is_over_as_soon_as_its_rules_say_so(rules: str, places: str) -> None:
    result = finish_game(game(rules), ("blue", "yellow", "green", "black", "red", "violet"))
    assert result.places == tuple(places.split())


def test_where_the_places_of_all_players_count_the_last_one_is_not_waited_for() -> None:
    result = finish_game(game("xmadn-gp+"), ("blue", "yellow", "green", "black", "red", "violet"))
    assert result.places == ("blue", "yellow", "green", "black", "red")


def test_players_one_after_the_other_bring_all_their_colours() -> None:
    order = one_after_the_other(game("xmadn-gp"), ("cleo", "anna", "bert"))
    assert order == ("green", "violet", "yellow", "black", "blue", "red")
    assert sorted(order) == sorted(COLOURS)


def test_a_new_result_takes_the_place_of_the_one_with_its_number() -> None:
    before = contest("championship", [won_by(1, "yellow"), won_by(2, "red")])
    assert with_results(before, [won_by(2, "violet"), won_by(3, "blue")]).results == (
        won_by(1, "yellow"),
        won_by(2, "violet"),
        won_by(3, "blue"),
    )
