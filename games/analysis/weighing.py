"""What every throw of a game that is over changed: by its die, and by the move that was chosen.

The chance of a player on a board is that of players who all play sensibly (``rules.sensible``). It is found by looking
some rounds ahead from the board many times, and by what the boards there are worth (``games.analysis.valuing``). Every
legal move is looked at, on the same dice; the most promising of those that were not played is then measured against
the one that was, on dice of its own. Only where it is better beyond its margin is it said to be better: then the
difference is lost by the decision, all else that a throw changed was its die.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import TypeVar

import numpy as np

from games.analysis.course import Course, Jump, Thrown
from games.analysis.figures import Analysis, Progress, Step
from games.analysis.valuing import Numbers, Sides, chances, settled, weights_of
from games.odds import FOR_PLACES
from rules import Game, Move, ending
from rules.options import Ends
from rules.simulate import Looking
from rules.simulate import cores as cores_there_are

Item = TypeVar("Item")
Found = TypeVar("Found")

#: How everybody plays on.
POLICY = "sensible"
#: Rounds of the colours on the board that are looked ahead.
ROUNDS = 8
#: How far off a difference of chances is besides, as the worth of boards is only fitted: a standard deviation, found by
#: playing out both moves of decisions of other games (docs/analysis.md).
FITTED = 0.005
#: Numbers of games kept for each board; within them the first that looks ahead, and the first that decides.
GAMES, SCREENING, DECIDING = 1 << 20, 1 << 18, 1 << 19
#: Half the width of an interval that holds 99 % of a normal distribution: of the hundreds of decisions of a game
#: hardly any is called worse by chance.
DEVIATIONS = 2.58


@dataclass(frozen=True, slots=True)
class Effort:
    """How much is played."""

    #: Throws played to the end from each board, for its worth.
    fitting: int = 18_000
    #: Games looked ahead from each board and after each legal move.
    screening: int = 256
    #: Games after each of the two best moves.
    deciding: int = 2_500
    #: Boards that share what they are worth.
    window: int = 120
    ridge: float = 60.0


USUAL = Effort()


def weighed(
    course: Course,
    *,
    seed: int = 0,
    effort: Effort = USUAL,
    cores: int | None = None,
    progress: Progress = lambda done, due: None,
) -> Analysis:
    """The analysis of a game; the same seed gives the same. On all ``cores`` there are unless told.

    ``progress`` is called now and then, in one thread at a time, with what is done of how much.
    """
    with ThreadPoolExecutor(cores or cores_there_are()) as pool:
        return _Weighing(course, seed, effort, pool, progress).analysis()


@dataclass(frozen=True, slots=True)
class _Seen:
    """The chances of all players on a board: game by game, from so many games looked ahead."""

    games: Numbers

    @property
    def mean(self) -> Numbers:
        found: Numbers = self.games.mean(axis=0)
        return found

    def variance(self, player: int) -> float:
        """That of the mean."""
        return _variance(self.games[:, player])


class _Weighing:
    """The work on one game."""

    def __init__(
        self, course: Course, seed: int, effort: Effort, pool: ThreadPoolExecutor, progress: Progress
    ) -> None:
        self._course, self._effort, self._pool, self._progress = course, effort, pool, progress
        self._boards = [course.begin, *(step.after for step in course.steps)]
        begin = course.begin
        self._players = begin.seats.players
        self._rules = begin.rules
        if begin.rules.ends in FOR_PLACES:  # a winner is known, and his chance is 1, before the last place is
            self._rules = begin.rules.but(ends=Ends.FIRST_PLAYER)
        self._sides: Sides | None = None
        self._looking = Looking(ROUNDS * len(begin.setup.throwing), policy=POLICY, seed=seed)
        self._done, self._due = 0, 3 * len(self._boards)

    def analysis(self) -> Analysis:
        """Fit, look ahead, measure, tell."""
        self._fit()
        seen = self._each(self._look, list(enumerate(self._boards)))
        steps = list(enumerate(self._course.steps, 1))
        choices = self._each(self._choose, [(number, step, seen[number]) for number, step in steps])
        told = []
        for number, step in steps:
            told.append(self._told(step, seen[number - 1], seen[number], choices[number - 1]))
        if self._course.decided_at:
            result = [float(player == self._course.winner) for player in self._players]
            told.append(Step(self._course.decided_at, self._course.decided_by, _rounded(result)))
        return Analysis(tuple(self._players), _rounded(seen[0].mean), tuple(told))

    # -- what boards are worth -----------------------------------------------------------------------

    def _fit(self) -> None:
        open_ones = [
            (number, board) for number, board in enumerate(self._boards) if self._winner(board) is None
        ]
        if not open_ones:
            return
        self._sides = Sides(self._short(open_ones[0][1]).setup)
        parts = self._each(self._play_to_the_end, open_ones)
        window = self._effort.window
        found = weights_of(parts, window, self._effort.ridge)
        self._weights = dict.fromkeys(range(len(self._boards)), found[-1])
        for at, (number, _) in enumerate(open_ones):
            self._weights[number] = found[at // window]

    def _play_to_the_end(self, numbered: tuple[int, Game]) -> tuple[Numbers, np.ndarray]:
        number, board = numbered
        assert self._sides is not None
        still = len(self._boards) - number + 80
        games = max(4, self._effort.fitting // still)
        halted = self._looking.to_the_end(self._short(board), number * GAMES, games)
        return self._sides.told(halted), self._sides.won(halted)

    def _short(self, board: Game) -> Game:
        """The board in a game that ends as soon as somebody has won."""
        if self._rules is board.rules:
            return board
        seats = {player: board.seats.colours_of(player) for player in self._players}
        return Game.at(str(board.position), self._rules, seats, finished=board.finished)

    def _winner(self, board: Game) -> str | None:
        if board.over:
            return board.winner
        if board.rules.ends in FOR_PLACES:
            home = ending.players_home(board.setup, board.finished_colours)
            return self._players[home[0]] if home else None
        return None

    # -- looking ahead -------------------------------------------------------------------------------

    def _look(self, numbered: tuple[int, Game]) -> _Seen:
        number, board = numbered
        return self._seen(board, number, SCREENING, self._effort.screening)

    def _seen(self, board: Game, number: int, first: int, games: int) -> _Seen:
        """What is seen of a board that stood, or could have stood, as number ``number`` of the game."""
        winner = self._winner(board)
        if winner is not None:
            return _Seen(np.array([[float(player == winner) for player in self._players]]))
        assert self._sides is not None
        halted = self._looking.ahead(self._short(board), number * GAMES + first, games)
        sides = chances(self._sides.told(halted), self._weights[number])
        return _Seen(self._sides.of_players(settled(self._sides.won(halted), sides)))

    def _choose(self, about: tuple[int, Thrown | Jump, _Seen]) -> _Choice | None:
        """The best move but for the one played, measured against that."""
        number, step, after = about
        if isinstance(step, Jump) or self._winner(step.before) is not None or not step.others:
            return None
        player = step.before.setup.leader[step.before.throwing]
        effort = self._effort
        rivals = [
            (move, self._seen(step.before.play(step.die, move), number, SCREENING, effort.screening))
            for move in step.others
        ]
        move, rival = max(rivals, key=lambda each: each[1].mean[player])
        margin = DEVIATIONS * math.sqrt(rival.variance(player) + after.variance(player))
        if rival.mean[player] + margin < after.mean[player]:
            return _Choice(None, (), 0.0)
        better = self._seen(step.before.play(step.die, move), number, DECIDING, effort.deciding)
        played = self._seen(step.after, number, DECIDING, effort.deciding)
        difference = better.games - played.games
        margin = DEVIATIONS * math.sqrt(_variance(difference[:, player]) + FITTED**2)
        # Counted wherever the first look preferred it, also with the wrong sign: picked by what was measured, the sum
        # over a game would be off to one side.
        lost = _rounded(difference.mean(axis=0)) if rival.mean[player] > after.mean[player] else ()
        return _Choice(move if lost and lost[player] > margin else None, lost, margin)

    # -- telling -------------------------------------------------------------------------------------

    def _told(self, step: Thrown | Jump, before: _Seen, after: _Seen, choice: _Choice | None) -> Step:
        if isinstance(step, Jump):
            return Step(step.number, step.kind, _rounded(after.mean))
        play = step.before
        player = play.setup.leader[play.throwing]
        return Step(
            step.number,
            "throw",
            _rounded(after.mean),
            player=player,
            colour=play.colour or "",
            die=step.die,
            move="" if step.move is None else step.move.token,
            decided=choice is not None,
            best="" if choice is None or choice.better is None else choice.better.token,
            lost=() if choice is None else choice.lost,
            loss_margin=0.0 if choice is None else round(choice.margin, 5),
            margin=round(_margin(before.variance(player) + after.variance(player)), 5),
        )

    def _each(self, work: Callable[[Item], Found], items: Sequence[Item]) -> list[Found]:
        """The work done on every item, on all cores, in their order."""
        return list(self._counted(self._pool.map(work, items)))

    def _counted(self, found: Iterable[Found]) -> Iterator[Found]:
        for each in found:
            self._done += 1
            self._progress(self._done, self._due)
            yield each


@dataclass(frozen=True, slots=True)
class _Choice:
    """A decision: the better move, if one is told apart, by how much each chance would be greater, the margin."""

    better: Move | None
    lost: tuple[float, ...]
    margin: float


def _margin(variance: float) -> float:
    """That of what a throw changed (95 %): none where both chances are certain."""
    return 1.96 * math.sqrt(variance + FITTED**2) if variance else 0.0


def _variance(values: Numbers) -> float:
    """That of the mean of these values."""
    return float(values.var()) / len(values)


def _rounded(values: Iterable[float]) -> tuple[float, ...]:
    """As they are kept."""
    return tuple(round(float(value), 5) for value in values)
