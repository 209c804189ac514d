"""Games looked at in the middle: how they stand there, and that looking changes nothing."""

import pytest

from rules import RULE_SETS, Game
from rules.simulate import Lookahead, backend, rng
from rules.simulate.scenario import Scenario

SEATS = {"Anna": ["yellow"], "Bert": ["red"]}
THROWS, GAMES, SEED = 9, 12, 3


def begun(rules: str) -> Game:
    return Game.start(RULE_SETS[rules], SEATS, starter="yellow", trapdoors=TRAPDOORS.get(rules, ()))


TRAPDOORS = {"mhd-trapdoors": (5, 15, 25, 35)}


@pytest.mark.parametrize("rules", ["mhd", "schmidt", "mhd-trapdoors"])
def test_a_game_that_was_looked_at_ends_as_if_nobody_had_looked(rules: str) -> None:
    game = begun(rules)
    setting = Scenario(game, "sensible")
    kernel = backend.best(setting.bits)
    endings, _, _ = setting.play(kernel, rng.key(SEED), 5, GAMES, 10_000)
    looked, _ = setting.halted(kernel, rng.key(SEED), 5, GAMES, THROWS, 10_000)
    assert [int(end) for end in looked] == endings


def test_the_boards_are_those_after_so_many_throws() -> None:
    game = begun("mhd")
    looking = Lookahead(THROWS, policy="sensible", seed=SEED)
    ahead, whole = looking.ahead(game, 5, GAMES), looking.to_the_end(game, 5, GAMES)
    assert list(ahead.boards) == list(whole.boards)
    assert all(end is None for end in ahead.ends)
    assert all(end is not None and end[1] in (0, 1) for end in whole.ends)
    for number in range(GAMES):
        assert whole.boards[(number + 1) * whole.row - 1] in (0, 2)


def test_a_game_that_is_over_before_the_halt_stands_as_it_ended() -> None:
    game = Game.at("4x10 39,b,c,d/-/39,b,c,d/- Y0", RULE_SETS["mhd"], SEATS)
    found = Lookahead(200, policy="sensible", seed=SEED).ahead(game, 0, GAMES)
    for number, end in enumerate(found.ends):
        assert end is not None
        colour, winner = end
        row = found.boards[number * found.row : (number + 1) * found.row]
        assert int(row[colour]) == 0b1111 << 40
        assert (colour, winner) in {(0, 0), (2, 1)}
        assert row[-1] == -1
