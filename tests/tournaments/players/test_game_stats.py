"""What a game gives to its players, and what places tell: by hand, by the sum over all orders, by another library."""

import math
from itertools import permutations
from typing import Any

import pytest
from hypothesis import given, strategies as st
from openskill.models import PlackettLuce

from rules import RULE_SETS
from tournaments.players.game_stats import FinishedGame, captures_between, figures, places
from tournaments.ratings import finish, grouped, log_chance

SEATS_3T = {"anna": ["yellow", "black"], "bert": ["blue", "red"], "cora": ["green", "violet"]}
SEATS_GP = {"anna": ["yellow", "red"], "bert": ["black", "green"], "cora": ["blue", "violet"]}
SEATS_2T = {"anna": ["black", "yellow"], "bert": ["green", "red"]}
ALL = ["yellow", "red", "black", "green", "blue", "violet"]


def outcome(rules: str, seats: dict[str, list[str]], **more: Any) -> FinishedGame:
    return FinishedGame(RULE_SETS[rules], seats, **more)


def winners(played: FinishedGame) -> list[str]:
    return [each.player for each in figures(played) if each.won]


# -- places ----------------------------------------------------------------------------------------


#: In the second Bert brings both colours home first, 6 + 4 + 2 to 10 + 3 of Anna; in the third they have twelve each.
GP_WON, GP_TIED = (
    ["yellow", "black", "green", *rest] for rest in (["red", "blue", "violet"], ["blue", "red", "violet"])
)


@pytest.mark.parametrize(
    ("rules", "told", "placed", "won"),
    [
        # Who is second and third nobody knows, where one colour home does not put anybody ahead.
        ("xmadn-3t", {"places": ["red"], "winner": "bert"}, (2, 1, 2), ["bert"]),
        ("xmadn-3t+", {"places": ["yellow", "blue", "red"], "winner": "bert"}, (2, 1, 2), ["bert"]),
        # By most points, and not by the first with both colours home; equal ones share the place.
        ("xmadn-gp", {"places": GP_WON, "winner": "bert"}, (1, 2, 3), ["anna"]),
        ("xmadn-gp", {"places": GP_TIED, "winner": "bert"}, (1, 1, 3), []),
        # The event counts otherwise.
        ("xmadn-gp", {"places": GP_TIED, "winner": "bert", "event_winners": ["bert"]}, (2, 1, 3), ["bert"]),
        # By the order of the players; by the winner alone; as the boards were worth.
        ("xmadn-gp+", {"places": GP_TIED[:5], "winner": "bert"}, (2, 1, 3), ["bert"]),
        ("xmadn-gp", {"winner": "cora"}, (2, 2, 1), ["cora"]),
        ("xmadn-3t", {"ranking": [["cora"], ["anna", "bert"]], "winner": "cora"}, (2, 2, 1), ["cora"]),
        ("xmadn-3t", {"ranking": [["anna", "cora"], ["bert"]]}, (1, 3, 1), []),
    ],
)
def test_places_and_winners_are_those_of_the_rules(
    rules: str, told: dict[str, Any], placed: tuple[int, ...], won: list[str]
) -> None:
    game = outcome(rules, SEATS_GP if "gp" in rules else SEATS_3T, **told)
    assert places(game) == dict(zip(("anna", "bert", "cora"), placed, strict=True))
    assert winners(game) == won


@given(st.permutations(ALL))
def test_every_gp_game_has_three_places_or_two_who_share_one(order: list[str]) -> None:
    game = outcome("xmadn-gp", SEATS_GP, places=order, winner="anna")
    assert sorted(places(game).values()) in ([1, 2, 3], [1, 1, 3], [1, 2, 2])


# -- figures ---------------------------------------------------------------------------------------


def tallies(**colours: dict[str, Any]) -> dict[str, Any]:
    nothing = {"faces": {}, "waited": 0, "captures": 0, "captured": 0}
    return {"colours": {name: {**nothing, **told} for name, told in colours.items()}, "longest_wait": 9}


def test_figures_are_those_of_all_colours_of_a_player() -> None:
    game = outcome(
        "xmadn-2t",
        SEATS_2T,
        places=["red"],
        winner="bert",
        tallies=tallies(
            red={"faces": {"6": 3, "1": 2}, "captures": 4},
            green={"faces": {"2": 6}, "waited": 6, "captured": 1},
            black={"faces": {"6": 1}, "captured": 4},
        ),
    )
    anna, bert = figures(game)
    names = ("throws", "sixes", "waited", "captures", "captured")
    assert [bert.total(name) for name in names] == [11, 3, 6, 4, 1]
    assert [anna.total(name) for name in names] == [1, 1, 0, 0, 4]
    assert [(each.colour, each.place) for each in bert.colours] == [("green", None), ("red", 1)]


# -- captures --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("throws", "counted"),
    [
        ([("Y", "6:B-AxG")], {("anna", "bert"): 1}),
        ([("Y", "4:2-6xG"), ("K", "3:1-4xR"), ("R", "2:5-7xY")], {("anna", "bert"): 2, ("bert", "anna"): 1}),
        ([("Y", "1@W3>9:18-19!37xRG~5")], {("anna", "bert"): 2}),
        ([("Y", "4:2-6xK")], {}),
        ([("Y", "4:2-6")], {}),
    ],
    ids=["one", "both", "two at once", "one's own other colour", "none"],
)
def test_captures_are_told_by_the_tokens_of_the_moves(
    throws: list[tuple[str, str]], counted: dict[tuple[str, str], int]
) -> None:
    assert captures_between(throws, SEATS_2T) == counted


def test_nobody_leads_a_neutral_colour() -> None:
    seats = {"anna": ["yellow"], "bert": ["red"], "cora": ["green"]}
    assert captures_between([("Y", "4:2-6xK"), ("Y", "4:K7-11xR")], seats) == {("anna", "bert"): 1}


# -- what places tell ----------------------------------------------------------------------------------


LOGARITHM = st.floats(-2, 2)
#: Places of two to five players, and the logarithms of their weights.
GAMES = st.integers(2, 5).flatmap(
    lambda size: st.tuples(
        st.lists(st.integers(1, size), min_size=size, max_size=size),
        st.lists(LOGARITHM, min_size=size, max_size=size),
    )
)


def by_all_orders(places: list[int], logarithms: list[float]) -> float:
    """The chances of all orders in which nobody comes before one with a better place."""
    weights, found = [math.exp(each) for each in logarithms], 0.0
    for order in permutations(range(len(places))):
        if [places[each] for each in order] == sorted(places):
            chance = 1.0
            for at, each in enumerate(order):
                chance *= weights[each] / sum(weights[other] for other in order[at:])
            found += chance
    return math.log(found)


@given(GAMES)
def test_a_shared_place_is_an_order_that_nobody_knows(game: tuple[list[int], list[float]]) -> None:
    places, logarithms = game
    groups = grouped(places)
    assert log_chance(groups, logarithms) == pytest.approx(by_all_orders(places, logarithms), abs=1e-7)


@given(GAMES)
def test_score_and_information_are_how_the_chance_changes(game: tuple[list[int], list[float]]) -> None:
    places, logarithms = game
    found, step = finish(grouped(places), logarithms), 1e-3
    for position in range(len(places)):
        moved = [
            [each + by * step * (at == position) for at, each in enumerate(logarithms)] for by in (-1, 0, 1)
        ]
        less, here, more = (log_chance(grouped(places), each) for each in moved)
        assert found.score[position] == pytest.approx((more - less) / 2 / step, abs=1e-5)
        assert found.information[position] == pytest.approx((2 * here - more - less) / step**2, abs=1e-3)


@given(GAMES)
def test_a_game_gives_to_some_what_it_takes_from_others_and_never_hides_what_was_known(
    game: tuple[list[int], list[float]],
) -> None:
    found = finish(grouped(game[0]), game[1])
    assert math.fsum(found.score) == pytest.approx(0, abs=1e-8)
    assert min(found.information) > -1e-9


@given(st.lists(st.integers(1, 6), min_size=2, max_size=6))
def test_between_equals_the_scores_are_in_the_order_of_the_places(places: list[int]) -> None:
    """Shared places never reorder: who was behind never gains as much as somebody ahead."""
    score = finish(grouped(places), [0.0] * len(places)).score
    for one, other in permutations(range(len(places)), 2):
        if places[one] == places[other]:
            assert score[one] == pytest.approx(score[other])
        elif places[one] < places[other]:
            assert score[one] > score[other]


def test_the_one_behind_two_joint_winners_gains_less_than_they() -> None:
    """From 25 each, openskill 6.2 rates them 26.00, 26.00 and him 26.56."""
    found = finish(grouped([1, 1, 2, 3, 4]), [0.0] * 5).score
    assert found == pytest.approx((27 / 40, 27 / 40, 13 / 60, -17 / 60, -77 / 60))


@pytest.mark.parametrize("mu", [(25, 25, 25), (31, 25, 20), (20, 25, 31, 27)])
def test_where_nobody_shares_a_place_the_scores_are_those_of_the_library(mu: tuple[float, ...]) -> None:
    model = PlackettLuce(tau=1e-12)
    before = [[model.rating(mu=each, sigma=5)] for each in mu]
    c = math.sqrt(len(mu) * (5**2 + model.beta**2))
    gained = [rated.mu - each for (rated,), each in zip(model.rate(before), mu, strict=True)]
    found = finish(grouped(range(len(mu))), [each / c for each in mu])
    assert [each * 5**2 / c for each in found.score] == pytest.approx(gained)


def test_where_all_share_the_place_nothing_is_told() -> None:
    found = finish(grouped([1, 1, 1]), [0.3, -0.4, 2])
    assert (found.score, found.information) == ((0, 0, 0), (0, 0, 0))


def test_a_hopeless_order_is_still_a_number() -> None:
    found = finish(grouped([1, 1, 2]), [-40.0, -40.0, 40.0])
    assert all(map(math.isfinite, (*found.score, *found.information)))
