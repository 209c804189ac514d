"""One rule book, two speeds: the single throw, the interpreted and the compiled kernel play the same games.

Three players from the same random stream, compared throw by throw at every rule set and at option mixes by
lot. `RAUSWURF_TESTS=whole` compares more than a million throws.
"""

from collections.abc import Iterator, Sequence
from itertools import cycle, islice

import pytest

from rules import Game, Move, policies as single
from rules.kernel import ply
from rules.simulate import POLICIES, backend, jit, loop, rng
from rules.simulate.backend import COMPILED_BITS, INTERPRETED
from rules.simulate.jit import Engine
from rules.simulate.scenario import Scenario
from tests.endurance.size import patient, sized
from tests.rules.simulate.tables import games

#: Throws a game is compared for, games a position, and mixes a rule set.
MOST = sized(150, 1500)
GAMES = sized(2, 5)
MIXES = sized(8, 40)
#: The single throw is some fifteen times slower than the interpreted kernel with furniture, so it is compared less.
SINGLE_MOST = sized(60, 300)


def policy_of(game: Game, number: int) -> dict[str, str]:
    """The policies dealt to the players in turn, beginning elsewhere at every table."""
    return dict(zip(game.seats.players, islice(cycle(POLICIES), number, None), strict=False))


def played_singly(
    game: Game, policy: dict[str, str], seed: int, first: int, count: int, most: int
) -> Iterator[tuple[Game, int, Move | None]]:
    """The games that the kernel should play, through the public interface: before each throw, die and move."""
    for number in range(first, first + count):
        words = [0] * rng.WORDS
        rng.seed_stream(words, rng.key(seed), number)
        here, thrown = game, 0
        while not here.over and thrown < most:
            faces = here.rules.die_faces
            die = faces[rng.below(words, len(faces))]
            moves = here.moves(die)
            move = chosen(here, die, moves, policy[str(here.player)], words)
            yield here, die, move
            here, thrown = here.play(die, move), thrown + 1


def chosen(game: Game, die: int, moves: Sequence[Move], policy: str, words: list[int]) -> Move | None:
    if not moves:
        return None
    if policy == "random":
        return moves[rng.below(words, len(moves)) if len(moves) > 1 else 0]
    return {"front": single.front, "sensible": single.sensible}[policy](game, die, moves, None)  # type: ignore[arg-type]


def told(game: Game, die: int, move: Move | None) -> int:
    """A throw as the kernel tells it (``loop.throw_code``): what is told of nothing where nothing is moved."""
    die = die if die < game.setup.track + 4 else 0
    if move is None:
        return loop.throw_code(game.throwing, die, -1, -1, game.throwing, -2, -2)
    origin, spot = (-1, -1) if move.shifted is None else move.shifted
    mover = game.setup.neutral if move.neutral else game.throwing
    return loop.throw_code(game.throwing, die, origin, spot, mover, move.source, move.target)


def played(engine: Engine, game: Game, policy: dict[str, str], most: int) -> tuple[Sequence[int], ...]:
    setting = Scenario(game, policy)
    return setting.play(engine, rng.key(7), 3, GAMES, most, most * GAMES)


CASES = games(MIXES)
SHORT = [(name, game) for name, game in CASES if game.setup.track + 4 <= COMPILED_BITS]


@pytest.fixture(scope="module")
def compiled() -> Engine:
    if not jit.available():
        pytest.skip("numba is not installed")
    backend.warm_up().join()
    return backend.best(0)


@patient
@pytest.mark.parametrize("at", range(len(CASES)), ids=[name for name, _ in CASES])
def test_the_kernel_plays_as_the_single_throw_does(at: int) -> None:
    _, game = CASES[at]
    policy = policy_of(game, at)
    _, throws, trace = played(INTERPRETED, game, policy, SINGLE_MOST)
    lines = played_singly(game, policy, 7, 3, GAMES, SINGLE_MOST)
    number = 0
    for number, (here, die, move) in enumerate(lines, start=1):
        assert trace[number - 1] == told(here, die, move), f"{here.position} {die} {move} {policy}"
    assert number == sum(throws)


@patient
@pytest.mark.parametrize("at", range(len(CASES)), ids=[name for name, _ in CASES])
def test_a_whole_throw_of_the_kernel_is_that_of_the_game(at: int) -> None:
    """As phones go on without a connection (games/offline): from the move as it is listed to whoever throws next."""
    _, first = CASES[at]
    made = first.setup
    for game, die, move in played_singly(first, policy_of(first, at), 7, 3, GAMES, SINGLE_MOST):
        lying, listed = list(game.furniture.fields), [0] * ply.room(made.track, len(game.furniture.fields))
        number = ply.list_moves(
            made.ground, game.own, game.doubles, lying, game.occupied, game.throwing, die, listed
        )
        moves = game.moves(die)
        assert number == len(moves)
        assert ply.may_forfeit(listed, number) is game.may_forfeit(die)
        own, doubles = list(game.own), list(game.doubles)
        there = ply.NONE if move is None else moves.index(move) * ply.MOVE
        colour, missed, finished = ply.thrown(
            made.ground, made.leader, made.following, own, doubles, game.occupied, lying,
            game.throwing, game.missed, die, listed, there,
        )  # fmt: skip
        after = game.play(die, move)
        assert (tuple(own), tuple(doubles), ply.mask_of(lying)) == (
            after.own,
            after.doubles,
            after.furniture.mask,
        )
        assert (colour, missed, finished) == (after.throwing, after.missed, after.finished != game.finished)


@patient
@pytest.mark.parametrize("at", range(len(SHORT)), ids=[name for name, _ in SHORT])
def test_compiled_and_interpreted_play_the_same_games(compiled: Engine, at: int) -> None:
    _, game = SHORT[at]
    policy = policy_of(game, at)
    expected = played(INTERPRETED, game, policy, MOST)
    for told_so, due in zip(played(compiled, game, policy, MOST), expected, strict=True):
        assert told_so == due, f"{game.position} {policy} {game.rules}"


def test_a_limit_of_throws_beyond_all_numbers_breaks_nothing_off(compiled: Engine) -> None:
    _, game = SHORT[0]
    setting = Scenario(game, "front")
    usual, endless = (setting.play(compiled, rng.key(1), 0, 3, most) for most in (10_000, 10**30))
    assert endless == usual
