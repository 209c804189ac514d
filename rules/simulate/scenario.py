"""A position with policies and dice as the numbers that the kernel plays with."""

from collections.abc import Mapping, Sequence

from rules.board import PAWNS
from rules.game import Game
from rules.kernel.ply import room
from rules.simulate import loop, policy_kernel
from rules.simulate.jit import Engine

POLICIES: Mapping[str, int] = {
    "random": policy_kernel.RANDOM,
    "front": policy_kernel.FRONT,
    "sensible": policy_kernel.SENSIBLE,
}


#: More throws than any game has, and as many as a compiled integer can count.
MOST = (1 << 62) - 1


class Scenario:
    """What games are played from: made once for a run, asked for chunks of games."""

    def __init__(self, game: Game, policy: str | Mapping[str, str]) -> None:
        made = game.setup
        players = made.seating.players
        named = dict.fromkeys(players, policy) if isinstance(policy, str) else policy
        policies = {player: POLICIES[named[player]] for player in players}
        led = [None if number < 0 else players[number] for number in made.leader]
        self.ground = made.ground
        thrown = [() if player is None else made.rules.die_faces for player in led]
        self._seats = (
            made.leader,
            made.following,
            [policy_kernel.RANDOM if player is None else policies[player] for player in led],
            # A face that no pawn can go moves nothing, like a 0, and shifts no mask out of its bits.
            [face if face < made.track + PAWNS else 0 for die in thrown for face in die],
            [sum(map(len, thrown[:colour])) for colour in range(len(thrown))],
            [len(die) for die in thrown],
        )
        order = 0
        for colour in game.finished_colours:
            order = order * loop.ORDER + colour + 1
        ended_by = game.ended_by
        self._now = (game.throwing, game.missed, order, -1 if ended_by is None else ended_by)
        self._own, self._doubles, self._lying = game.own, game.doubles, game.furniture.fields
        #: How many bits the masks of pawns and fields have.
        self.bits = made.track + PAWNS

    def play(
        self, engine: Engine, key: Sequence[int], first: int, games: int, most: int, traced: int = 0
    ) -> tuple[Sequence[int], Sequence[int], Sequence[int]]:
        """The endings and numbers of throws of ``games`` games from number ``first`` on, and the first throws traced.

        As ``loop.play_games`` writes them.
        """
        endings, throws, trace, _ = self._played(engine, key, first, games, 0, most, traced, 0)
        return (
            [int(end) for end in endings],
            [int(number) for number in throws],
            [int(entry) for entry in trace],
        )

    def halted(
        self, engine: Engine, key: Sequence[int], first: int, games: int, halt: int, most: int
    ) -> tuple[Sequence[int], Sequence[int]]:
        """The endings of ``games`` games from number ``first`` on, and the boards after ``halt`` throws.

        As ``loop.play_games`` writes them, in the form of sequences that the engine has.
        """
        row = 2 * len(self._own) + 1
        endings, _, _, boards = self._played(engine, key, first, games, halt, most, 0, games * row)
        return endings, boards

    def _played(
        self,
        engine: Engine,
        key: Sequence[int],
        first: int,
        games: int,
        halt: int,
        most: int,
        traced: int,
        noted: int,
    ) -> tuple[Sequence[int], Sequence[int], Sequence[int], Sequence[int]]:
        sequence = engine.sequence
        endings, throws = sequence([0] * games), sequence([0] * games)
        trace, boards = sequence([0] * traced), sequence([0] * noted)
        before = (self._own, self._doubles, self._lying, self._now)
        engine.run(
            self.ground,
            loop.Seats(*map(sequence, self._seats)),
            sequence(key),
            first,
            halt,
            min(most, MOST),
            *map(sequence, before),
            *map(sequence, before),
            sequence([0] * room(self.ground.track, len(self._lying))),
            sequence([0] * 4),
            endings,
            throws,
            boards,
            trace,
        )
        return endings, throws, trace, boards
