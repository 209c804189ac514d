"""The public vectors of the rulebook against the package, each under its own id."""

import pytest

from rules import Game, IllegalMove, RulesError
from tests.rules.vector_games import game_at, rule_set
from tests.rules.vectors import Vector, furniture, games, vectors


def forfeited(game: Game, die: int) -> str | None:
    try:
        return str(game.play(die, None).position)
    except IllegalMove:
        return None


@pytest.mark.parametrize("vector", vectors("moves"))
def test_moves_and_what_follows_from_them(vector: Vector) -> None:
    game, die = game_at(vector), vector["die"]
    assert str(game.position) == vector["position"]
    assert sorted(map(str, game.moves(die))) == [move["move"] for move in vector["moves"]]
    for move, expected in zip(sorted(game.moves(die), key=str), vector["moves"], strict=True):
        after = game.play(die, move)
        assert str(after.position) == expected["after"]
        assert list(after.places) == expected.get("places", list(after.places))
        assert after.winner == expected.get("winner", after.winner)
        assert after.over == ("winner" in expected)
    assert forfeited(game, die) == vector["forfeit_after"]


@pytest.mark.parametrize("vector", vectors("starts"))
def test_a_game_starts(vector: Vector) -> None:
    game = Game.start(rule_set(vector), vector["seats"], starter=vector["starter"], **furniture(vector))
    assert str(game.position) == vector["position"]


def refused(vector: Vector) -> None:
    """Ask for what the vector describes."""
    if "position" not in vector:
        Game.start(rule_set(vector), vector["seats"], starter=next(iter(vector["seats"].values()))[0])
    elif "die" not in vector:
        game_at(vector)
    else:
        game_at(vector).moves(vector["die"])


@pytest.mark.parametrize("vector", vectors("refusals"))
def test_what_cannot_be_played_is_refused(vector: Vector) -> None:
    with pytest.raises(RulesError) as refusal:
        refused(vector)
    assert [name for name in vector["names"] if name not in str(refusal.value)] == []


@pytest.mark.parametrize(("text", "expected"), games())
def test_a_whole_game_replays(text: str, expected: Vector) -> None:
    game = Game.replay(text)
    assert str(game.position) == expected["final"]
    assert (list(game.places), game.winner) == (expected["places"], expected["winner"])
    assert throws(game.record()) == throws(text)
    assert Game.replay(game.record()).record() == game.record()


def throws(record: str) -> list[str]:
    """A record without its header tags."""
    return [line for line in record.splitlines() if line and not line.startswith("[")]
