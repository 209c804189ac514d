"""What playouts promise: whole games, by the seed alone, by every player's own policy and die."""

import os
import subprocess
import sys
from typing import Any

import pytest

from rules import RULE_SETS, Game
from rules.simulate import Outcome, playouts
from tests.rules.simulate.tables import mixed_game, usual_game
from tests.servers import ROOT

FOUR = {"P1": ["yellow"], "P2": ["green"], "P3": ["red"], "P4": ["black"]}
LAST_STEPS = "4x10 39,b,c,d/-/35,b,c,d/- Y0"
TWO = {"P1": ["yellow"], "P2": ["red"]}


def last_steps(rules: str = "mhd", **options: Any) -> Game:
    return Game.at(LAST_STEPS, RULE_SETS[rules].but(**options), TWO)


@pytest.mark.parametrize("name", RULE_SETS)
def test_every_game_has_a_winner_and_the_places_its_rules_decide(name: str) -> None:
    games = 8
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


@pytest.mark.parametrize("name", RULE_SETS)
def test_any_mix_of_options_can_be_played_out(name: str) -> None:
    for number in range(3):
        found = playouts(mixed_game(name, number), 3, policy="sensible", most_throws=200)
        assert sum(found.wins.values()) + found.unfinished == 3


def test_the_same_seed_gives_the_same_and_another_another() -> None:
    game = usual_game("mhd")
    assert playouts(game, 40, seed=5) == playouts(game, 40, seed=5)
    assert playouts(game, 40, seed=5) != playouts(game, 40, seed=6)
    assert playouts(game, 40, seed=-5) != playouts(game, 40, seed=5)


def test_a_longer_run_begins_with_the_games_of_the_shorter() -> None:
    game = usual_game("mhd")
    short, long = playouts(game, 50, seed=5), playouts(game, 150, seed=5)
    assert all(long.lengths[throws] >= games for throws, games in short.lengths.items())
    assert all(long.wins[player] >= won for player, won in short.wins.items())


COUNTED = """
import sys, os
{before}
from rules import RULE_SETS, Game
from rules.simulate import playouts
game = Game.at({position!r}, RULE_SETS["mhd"], {seats!r})
print(playouts(game, {games}, seed=9))
print("numba" in sys.modules)
"""


def told_by(before: str, *options: str, games: int) -> list[str]:
    """What another Python says of a run of playouts."""
    script = COUNTED.format(before=before, position=LAST_STEPS, seats=TWO, games=games)
    done = subprocess.run(
        [sys.executable, *options, "-c", script],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
        timeout=100,
    )
    return done.stdout.splitlines()


@pytest.mark.process
def test_nothing_but_the_standard_library_is_needed() -> None:
    expected = playouts(last_steps(), 300, seed=9)
    assert told_by("", "-S", games=300) == [str(expected), "False"]


@pytest.mark.process
@pytest.mark.skipif(not hasattr(os, "sched_setaffinity"), reason="this system cannot choose cores")
def test_the_number_of_cores_changes_nothing() -> None:
    one_core = told_by("os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})", "-S", games=1_000)
    assert one_core[0] == str(playouts(last_steps(), 1_000, seed=9))


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


def test_each_player_has_his_policy() -> None:
    game = Game.start(RULE_SETS["xmadn-2t"], FOUR, starter="yellow")
    mixed = dict.fromkeys(FOUR, "random") | {"P3": "sensible"}
    found = playouts(game, 60, policy=mixed, seed=1)
    assert found.wins["P3"] > 30
    assert playouts(game, 5, policy=dict.fromkeys(FOUR, "front")) == playouts(game, 5, policy="front")


def test_the_throws_of_an_outcome() -> None:
    outcome = Outcome(
        4, {"A": 3, "B": 1}, {"A": [3, 0], "B": [1, 0]}, {}, {}, lengths={10: 1, 20: 2, 50: 1}, unfinished=0
    )
    assert outcome.throws == 25
