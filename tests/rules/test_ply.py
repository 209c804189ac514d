"""A throw on bare integers (``rules.kernel.ply``) is the throw of ``Game``: the same moves in order, the
same outcome.
"""

from random import Random

import pytest

from rules import RULE_SETS, Game
from rules.kernel import ply as bare
from tests.rules.simulate.tables import mixed_game, usual_game

THROWS = 60


def thrown(game: Game, die: int, number: int) -> tuple[object, ...]:
    """What the throw leads to, played with the legal move of that number (-1: with none) on bare integers."""
    made, lying = game.setup, list(game.furniture.fields)
    own, doubles = list(game.own), list(game.doubles)
    moves = [0] * bare.room(made.track, len(lying))
    count = bare.list_moves(made.ground, own, doubles, lying, game.occupied, game.throwing, die, moves)
    assert count == len(game.moves(die))
    assert bare.may_forfeit(moves, count) == game.may_forfeit(die)
    assert lying == list(game.furniture.fields)
    after, missed, finished = bare.thrown(
        made.ground,
        made.leader,
        [following[0] for following in made.following],
        own,
        doubles,
        game.occupied,
        lying,
        game.throwing,
        game.missed,
        die,
        moves,
        number * bare.MOVE,
    )
    return own, doubles, sorted(lying), after, missed, finished


@pytest.mark.parametrize("name", RULE_SETS)
def test_a_throw_on_bare_integers_is_the_throw_of_a_game(name: str) -> None:
    lots = Random(name)
    for game in (usual_game(name), mixed_game(name, 0), mixed_game(name, 1)):
        for _ in range(THROWS):
            if game.over:
                break
            die = lots.choice(game.rules.die_faces)
            moves = game.moves(die)
            number = lots.randrange(len(moves)) if moves else -1
            after = game.play(die, moves[number] if moves else None)
            assert thrown(game, die, number) == (
                list(after.own),
                list(after.doubles),
                sorted(after.furniture.fields),
                after.throwing,
                after.missed,
                len(after.finished) > len(game.finished),
            )
            game = after
