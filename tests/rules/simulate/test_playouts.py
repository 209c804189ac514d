"""What playouts promise: whole games, by the seed alone, by every player's own policy and die."""

import subprocess
import sys
from typing import Any

import pytest

from rules import RULE_SETS, Game
from rules.simulate import playouts
from tests.rules.simulate.tables import usual_game
from tests.servers import ROOT

FOUR = {"P1": ["yellow"], "P2": ["green"], "P3": ["red"], "P4": ["black"]}
LAST_STEPS = "4x10 39,b,c,d/-/35,b,c,d/- Y0"
TWO = {"P1": ["yellow"], "P2": ["red"]}


def last_steps(rules: str = "mhd", **options: Any) -> Game:
    return Game.at(LAST_STEPS, RULE_SETS[rules].but(**options), TWO)


@pytest.mark.parametrize("name", RULE_SETS)
def test_every_game_has_a_winner_and_the_places_its_rules_decide(name: str) -> None:
    games = 4
    game = usual_game(name)
    found = playouts(game, games, seed=3)
    assert sum(found.wins.values()) == games
    assert sum(found.lengths.values()) == games
    assert found.unfinished == 0
    assert {player: counts[0] for player, counts in found.places.items()} == found.wins
    decided = {"first colour": 1, "first player": 1}.get(game.rules.ends, len(game.seats.players))
    for place in range(len(game.seats.players)):
        assert sum(counts[place] for counts in found.places.values()) == (games if place < decided else 0)
    assert sum(found.orders.values()) == games
    for colour, counts in found.colour_places.items():
        for place, often in enumerate(counts):
            assert often == sum(
                n for order, n in found.orders.items() if order[place : place + 1] == (colour,)
            )
    if game.rules.ends == "all colours":
        assert all(sum(counts) == games for counts in found.colour_places.values())


def test_the_same_seed_gives_the_same_and_another_another() -> None:
    game = usual_game("mhd")
    assert playouts(game, 40, seed=5) == playouts(game, 40, seed=5)
    assert playouts(game, 40, seed=5) != playouts(game, 40, seed=6)
    assert playouts(game, 40, seed=-5) != playouts(game, 40, seed=5)


#: What another Python says of a run of playouts.
PLAYED = """
import sys
from rules import RULE_SETS, Game
from rules.simulate import playouts
game = Game.at({position!r}, RULE_SETS["mhd"], {seats!r})
print(playouts(game, 300, seed=9))
print("numba" in sys.modules)
"""


@pytest.mark.process
def test_nothing_but_the_standard_library_is_needed() -> None:
    command = [sys.executable, "-S", "-c", PLAYED.format(position=LAST_STEPS, seats=TWO)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True, timeout=100)
    assert done.stdout.splitlines() == [str(playouts(last_steps(), 300, seed=9)), "False"]


def test_a_game_that_is_over_is_counted_as_it_ended() -> None:
    game = last_steps().play(1, "1:39-a")
    found = playouts(game, 7)
    assert found.wins == {"P1": 7, "P2": 0}
    assert found.throws == 0


def test_colours_at_home_keep_their_places() -> None:
    position = "4x10 a,b,c,d/B,B,B,B/a,b,c,d/39,b,c,d K0"
    game = Game.at(position, RULE_SETS["schmidt"].but(ends="all colours"), FOUR, finished=("red", "yellow"))
    found = playouts(game, 20)
    assert found.places["P3"] == [20, 0, 0, 0]
    assert found.places["P1"] == [0, 20, 0, 0]
    assert found.places["P2"][2] + found.places["P2"][3] == 20
    assert found.colour_places["red"] == [20, 0, 0, 0]


def test_a_game_without_end_is_broken_off_and_told() -> None:
    game = last_steps("schmidt", die_faces=(0,))
    found = playouts(game, 5, most_throws=50)
    assert (found.unfinished, found.wins, found.lengths) == (5, {"P1": 0, "P2": 0}, {50: 5})
    assert found.places == {"P1": [0, 0], "P2": [0, 0]}
