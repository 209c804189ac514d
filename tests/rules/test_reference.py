"""The naive reference itself, before anything is measured with it: the public vectors, moves and games."""

import re
from typing import Any

import pytest

from tests.rules import reference
from tests.rules.reference_positions import Options, State, at, position
from tests.rules.vectors import Vector, changes, furniture, games, vectors


def options_of(vector: Vector) -> Options:
    return reference.options(vector["rules"], **changes(vector))


def told(state: State, keys: Any) -> dict[str, Any]:
    """What a vector tells about the state after a move."""
    outcome = {"after": position(state), "places": reference.places(state), "winner": reference.winner(state)}
    return {key: outcome[key] for key in outcome if key in keys}


@pytest.mark.parametrize("vector", vectors("moves"))
def test_reference_knows_the_moves(vector: Vector) -> None:
    state = at(vector["position"], options_of(vector), vector["seats"], vector.get("finished"))
    assert position(state) == vector["position"]
    expected = {move.pop("move"): move for move in map(dict, vector["moves"])}
    legal = reference.legal(state, vector["die"])
    assert sorted(legal) == sorted(expected)
    assert {token: told(after, expected[token]) for token, after in legal.items()} == expected
    forfeited = reference.forfeit(state, vector["die"])
    assert (position(forfeited) if forfeited else None) == vector["forfeit_after"]


@pytest.mark.parametrize("vector", vectors("starts"))
def test_reference_knows_the_starts(vector: Vector) -> None:
    state = reference.start(options_of(vector), vector["seats"], vector["starter"], **furniture(vector))
    assert position(state) == vector["position"]


@pytest.mark.parametrize(("text", "expected"), games())
def test_reference_replays_the_games(text: str, expected: Vector) -> None:
    state = at(expected["start"], options_of(expected), expected["seats"])
    turns = [line for line in text.splitlines() if line and not line.startswith("[")]
    throws = [(turn[0], token) for turn in turns for token in turn.split()[1:]]
    for number, (letter, token) in enumerate(throws, start=1):
        assert position(state).split(" ")[2].startswith(letter), f"whose turn at throw {number}"
        die = int(re.split("[:@]", token)[0])
        after = reference.forfeit(state, die) if token == str(die) else reference.legal(state, die)[token]
        assert after is not None, f"throw {number}, {token}"
        state = after
        assert position(state) == expected["after_throw"].get(str(number), position(state))
    assert len(throws) == expected["throws"]
    assert position(state) == expected["final"]
    assert (reference.places(state), reference.winner(state)) == (expected["places"], expected["winner"])
