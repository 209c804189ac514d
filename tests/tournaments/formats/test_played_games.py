"""What the rules say of a finished game is what the formats make of its places."""

import random

import pytest

from rules import RULE_SETS, Game
from tests.tournaments.formats.entered import OPPOSITE, SIDE_BY_SIDE, contest
from tournaments.formats import FORMATS, Result


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize(
    ("key", "name"),
    [
        ("championship", "xmadn-3t"),
        ("championship", "xmadn-3t+"),
        ("gp-series", "xmadn-gp"),
        ("gp-plus-series", "xmadn-gp+"),
    ],
)
def test_a_game_played_to_its_end_is_a_result(key: str, name: str, seed: int) -> None:
    seating = SIDE_BY_SIDE if key == "championship" else OPPOSITE
    chance = random.Random(seed)
    game = Game.start(RULE_SETS[name], {seat.entrant: seat.colours for seat in seating.seats}, starter="red")
    while not game.over:
        die = chance.randint(1, 6)
        moves = list(game.moves(die))
        game = game.play(die, chance.choice(moves) if moves else None)
    result = Result(1, name, seating, tuple(game.places))
    verdict = FORMATS[key].judge(contest(key, [result], rules=name))
    if key == "championship":
        assert verdict.games[0].winners == (game.winner,)
        assert verdict.next_games[0].starter == game.places[-1]
    else:
        assert result.players_home == tuple(game.ranking)[: len(result.players_home)]
        assert verdict.next_games[0].starter in game.places
