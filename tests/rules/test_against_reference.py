"""The package against the naive reference: the same tokens, positions, forfeits, winners.

For every named rule set, tables are drawn by lot (options, seats, position; seeded, always the same) and
played on with random throws. At every position every face of the die is tried, and what follows from every
move.

The default run is short. `RAUSWURF_REFERENCE_GAMES=500 pytest tests/rules/test_against_reference.py` draws
five hundred tables a rule set instead.
"""

import os
from collections.abc import Sequence
from random import Random
from typing import Any

import pytest

from rules import OPTIONS, RULE_SETS, Game, IllegalMove
from tests.endurance.size import sized
from tests.rules import reference
from tests.rules.reference_positions import State, position
from tests.rules.tables import random_start, random_state, random_table, random_throw, usual_table

GAMES = int(os.environ.get("RAUSWURF_REFERENCE_GAMES", sized(8, 16, thorough=16)))
#: Who begins is no rule of the board.
BEFORE_THE_GAME = {"starter"}
ENOUGH_MOVES = 350  # compared in one game, if it does not end before
FURNITURE_MOVES = 10  # followed of the hundred or more of one face


def assert_same_state(game: Game, state: State, how: str) -> None:
    told = (str(game.position), game.colour, game.over, list(game.places), game.winner)
    expected = (
        position(state),
        state.colour,
        reference.over(state),
        reference.places(state),
        reference.winner(state),
    )
    assert told == expected, how
    if state.options["neutral"]:  # others may be home too, in an order that [D12] leaves open
        assert game.winner in (None, *game.ranking[:1]), how
    else:
        assert list(game.ranking) == reference.ranking(state), how


def assert_same_throw(game: Game, state: State, die: int, random: Random) -> int:
    """One face: the same tokens, and the same state after every move. How many moves that were."""
    how = f"die {die} at {position(state)}, {state.options}, {state.seats}, finished {state.finished}"
    legal = reference.legal(state, die)
    moves = game.moves(die)
    assert sorted(map(str, moves)) == sorted(legal), how
    for move in followed(moves, random):
        assert_same_state(game.play(die, move), legal[str(move)], f"{move}, {how}")
    forfeited = reference.forfeit(state, die)
    if forfeited is None:
        with pytest.raises(IllegalMove):
            game.play(die, None)
    else:
        assert_same_state(game.play(die, None), forfeited, f"forfeited, {how}")
    return len(moves)


def followed(moves: Sequence[Any], random: Random) -> list[Any]:
    """All moves of pawns alone, and some of the many that move furniture first."""
    furniture = [move for move in moves if "@" in str(move)]
    pawns_alone = [move for move in moves if "@" not in str(move)]
    return pawns_alone + random.sample(furniture, min(len(furniture), FURNITURE_MOVES))


def assert_same_game(game: Game, state: State, random: Random) -> None:
    assert_same_state(game, state, "at the start")
    compared = throws = 0
    while state.colour is not None and compared < ENOUGH_MOVES and throws < ENOUGH_MOVES:
        for die in sorted(set(state.options["die_faces"])):
            compared += assert_same_throw(game, state, die, random)
        die, move, state = random_throw(random, state)
        game, throws = game.play(die, move), throws + 1
        assert_same_state(game, state, f"{die} {move} played")


def furniture(state: State) -> dict[str, Any]:
    data = {"trapdoors": tuple(state.trapdoors), "wormholes": tuple(state.wormholes)}
    return {kind: where for kind, where in data.items() if where}


@pytest.mark.parametrize("name", reference.RULE_SETS)
def test_named_rule_set_plays_like_the_reference(name: str) -> None:
    random = Random(name)
    table = usual_table(name)
    state = random_start(random, table)
    assert state.colour is not None
    game = Game.start(table.rule_set, table.seats, starter=state.colour, **furniture(state))
    assert_same_game(game, state, random)


@pytest.mark.parametrize("seed", range(GAMES))
@pytest.mark.parametrize("name", reference.RULE_SETS)
def test_any_table_plays_like_the_reference(name: str, seed: int) -> None:
    random = Random(f"{name} {seed}")
    table = random_table(random, name)
    state = random_state(random, table)
    assert_same_game(table.game(state), state, random)


def test_there_are_no_other_rule_sets() -> None:
    assert list(RULE_SETS) == list(reference.RULE_SETS)


def test_every_option_is_changed_at_some_of_the_tables() -> None:
    tables = [random_table(Random(seed), name) for seed in range(200) for name in RULE_SETS]
    changed = {option for table in tables for option in table.rule_set.changes()}
    assert changed == set(OPTIONS) - BEFORE_THE_GAME
