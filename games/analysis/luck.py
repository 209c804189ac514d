"""What every throw of a game that is over changed: by its die, and by the move that was chosen.

The chance of a player on a board is that of players who all play sensibly (``rules.kernel.evaluation``). It
is found by looking some rounds ahead from the board many times, and by what the boards there are worth
(``games.analysis.value_model``). Every legal move is looked at, on the same dice; the most promising of
those that were not played is then measured against the one that was, on dice of its own. Only where it is
better beyond its margin is it said to be better: then the difference is lost by the decision, all else that
a throw changed was its die.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from games.analysis.summary import Analysis, AnalysisStep, GameHistory, Jump, RecordedThrow
from games.analysis.value_model import Numbers, Sides, predict_chances, settle_chances, weights_of
from games.domain.place_points import FOR_PLACES
from rules import Ends, Game, Move, outcome
from rules.simulate import Lookahead, cores as cores_there_are
from rules.stats import DEVIATIONS

Item = TypeVar("Item")
Found = TypeVar("Found")

#: How all play on.
POLICY = "sensible"
#: Rounds of the colours on the board that are looked ahead.
ROUNDS = 8
#: How far off a difference of moves is besides, as the worth of boards is only fitted: a standard deviation, found by
#: playing out both moves of decisions of other games (docs/reference/analysis.md).
FITTED = 0.005
#: The same of what a throw changed: so much, and this part of the change, found by looking further ahead.
FITTED_LUCK, FITTED_SHARE = 0.0005, 0.12
#: The games of a board are numbered up to the first; from the others on they compare moves, decide, measure luck.
GAMES, SCREENING, DECIDING, LOOKING = 1 << 20, 1 << 18, 1 << 19, 3 << 18
#: Games looked ahead from one board, no fewer and no more than that.
FEWEST, MOST = 8, 1 << 17
#: Boards in a row whose scatter is taken together.
NEIGHBOURS = 5
#: Half the width of an interval that holds 99 % of a normal distribution: of the hundreds of decisions of a game
#: hardly any is called worse by chance.
DEVIATIONS_99 = 2.58


@dataclass(frozen=True, slots=True)
class Effort:
    """How much is played."""

    #: Throws played to the end from each board, for its worth.
    fitting: int = 18_000
    #: Throws looked ahead from all boards of the game together, and games from each for every board there is: whichever
    #: is less, so that a game of few boards is done soon.
    looking: int = 60_000_000
    each: int = 40
    #: Games looked ahead after each legal move.
    screening: int = 256
    #: Games after each of the two best moves.
    deciding: int = 2_500
    #: Boards that share what they are worth.
    window: int = 120
    ridge: float = 60.0


USUAL = Effort()


def analyse_history(
    course: GameHistory,
    *,
    seed: int = 0,
    effort: Effort = USUAL,
    cores: int | None = None,
) -> Analysis:
    """The analysis of a game; the same seed gives the same. ``cores``: ``None`` for all there are."""
    with ThreadPoolExecutor(cores or cores_there_are()) as pool:
        return _Weighing(course, seed, effort, pool).analysis()


class _Seen(NamedTuple):
    """The chances of all players on a board, and the variances of these figures."""

    mean: Numbers
    variance: Numbers

    @classmethod
    def from_games(cls, games: Numbers) -> _Seen:
        """From what was seen game by game: games × players."""
        return cls(games.mean(axis=0), games.var(axis=0) / len(games))


class _Weighing:
    """The work on one game."""

    def __init__(self, course: GameHistory, seed: int, effort: Effort, pool: ThreadPoolExecutor) -> None:
        self._course, self._effort, self._pool = course, effort, pool
        self._boards = [course.begin, *(step.after for step in course.steps)]
        begin = course.begin
        self._players = begin.seats.players
        self._rules = begin.rules
        if begin.rules.ends in FOR_PLACES:  # the winner, whose chance is 1, is known before the last place is
            self._rules = begin.rules.but(ends=Ends.FIRST_PLAYER)
        self._sides: Sides | None = None
        self._throws_ahead = ROUNDS * len(begin.setup.throwing)
        self._looking = Lookahead(self._throws_ahead, policy=POLICY, seed=seed)

    def analysis(self) -> Analysis:
        """Fit, look ahead, measure, tell."""
        self._fit()
        seen = self._each(self._look, list(enumerate(self._boards)))
        steps = list(enumerate(self._course.steps, 1))
        choices = self._each(self._choose, steps)
        entries = []
        for number, step in steps:
            entries.append(self._entry(step, seen[number - 1], seen[number], choices[number - 1]))
        if self._course.decided_at:
            result = [float(player == self._course.winner) for player in self._players]
            entries.append(AnalysisStep(self._course.decided_at, self._course.decided_by, _rounded(result)))
        margins = _rounded(self._luck_margin(player, seen, choices) for player in range(len(self._players)))
        return Analysis(tuple(self._players), _rounded(seen[0].mean), tuple(entries), margins)

    # -- what boards are worth -----------------------------------------------------------------------

    def _fit(self) -> None:
        open_ones = [
            (number, board) for number, board in enumerate(self._boards) if self._winner(board) is None
        ]
        if not open_ones:
            return
        self._sides = Sides(self._short(open_ones[0][1]).setup)
        parts = self._each(self._play_to_the_end, open_ones)
        found = weights_of(parts, self._effort.window, self._effort.ridge)
        self._weights = dict.fromkeys(range(len(self._boards)), found[-1])
        self._weights.update((number, weights) for (number, _), weights in zip(open_ones, found, strict=True))
        scatter = [
            predict_chances(features, weights).std(axis=0).max()
            for (features, _), weights in zip(parts, found, strict=True)
        ]
        games = min(self._effort.looking // self._throws_ahead, self._effort.each * len(found) ** 2)
        dealt = shares(np.array(scatter), games)
        self._games = {number: int(games) for (number, _), games in zip(open_ones, dealt, strict=True)}

    def _play_to_the_end(self, numbered: tuple[int, Game]) -> tuple[Numbers, np.ndarray]:
        number, board = numbered
        assert self._sides is not None
        games = max(4, self._effort.fitting // (len(self._boards) - number + 80))
        halted = self._looking.to_the_end(self._short(board), number * GAMES, games)
        return self._sides.features(halted), self._sides.results(halted)

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
            home = outcome.players_home(board.setup, board.finished_colours)
            return self._players[home[0]] if home else None
        return None

    # -- looking ahead -------------------------------------------------------------------------------

    def _look(self, numbered: tuple[int, Game]) -> _Seen:
        number, board = numbered
        return _Seen.from_games(self._ahead(board, number, LOOKING, self._games.get(number, 0)))

    def _ahead(self, board: Game, number: int, first: int, games: int) -> Numbers:
        """The chances seen from a board that stood, or could have, as that number of the game: games × players."""
        winner = self._winner(board)
        if winner is not None:
            return np.array([[float(player == winner) for player in self._players]])
        assert self._sides is not None
        halted = self._looking.ahead(self._short(board), number * GAMES + first, games)
        sides = predict_chances(self._sides.features(halted), self._weights[number])
        return self._sides.of_players(settle_chances(self._sides.results(halted), sides))

    def _choose(self, numbered: tuple[int, RecordedThrow | Jump]) -> _Choice | None:
        """The best move but for the one played, measured against that."""
        number, step = numbered
        if isinstance(step, Jump) or self._winner(step.before) is not None or not step.others:
            return None
        player = _thrower(step)

        def after(move: Move | None, first: int, games: int) -> Numbers:
            return self._ahead(step.before.play(step.die, move), number, first, games)

        screening = self._effort.screening
        played = _Seen.from_games(after(step.move, SCREENING, screening))
        rivals = [(move, _Seen.from_games(after(move, SCREENING, screening))) for move in step.others]
        move, rival = max(rivals, key=lambda each: each[1].mean[player])
        margin = DEVIATIONS_99 * math.sqrt(rival.variance[player] + played.variance[player])
        if rival.mean[player] + margin < played.mean[player]:
            return _Choice(None, (), 0.0, 0.0)
        deciding = self._effort.deciding
        difference = _Seen.from_games(after(move, DECIDING, deciding) - after(step.move, DECIDING, deciding))
        variance = difference.variance[player]
        margin = DEVIATIONS_99 * math.sqrt(variance + FITTED**2)
        # Counted wherever the first look preferred it, also with the wrong sign: picked by what was measured, the sum
        # over a game would be off to one side.
        if rival.mean[player] <= played.mean[player]:
            return _Choice(None, (), margin, 0.0)
        lost = _rounded(difference.mean)
        return _Choice(move if lost[player] > margin else None, lost, margin, variance)

    # -- telling -------------------------------------------------------------------------------------

    def _entry(
        self, step: RecordedThrow | Jump, before: _Seen, after: _Seen, choice: _Choice | None
    ) -> AnalysisStep:
        if isinstance(step, Jump):
            return AnalysisStep(step.number, step.kind, _rounded(after.mean))
        play, player = step.before, _thrower(step)
        return AnalysisStep(
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
            margin=round(_margin(player, before, after, choice), 5),
        )

    def _luck_margin(self, player: int, seen: Sequence[_Seen], choices: Sequence[_Choice | None]) -> float:
        """That of a player's luck over the game (95 %).

        What a board is off by counts where their throws begin or end; between two of their own it cancels.
        """
        own = [isinstance(step, RecordedThrow) and _thrower(step) == player for step in self._course.steps]
        ends = [one is not other for one, other in zip([False, *own], [*own, False], strict=True)]
        variance = sum(float(board.variance[player]) for board, end in zip(seen, ends, strict=True) if end)
        for thrown, before, after, choice in zip(own, seen[:-1], seen[1:], choices, strict=True):
            if thrown:
                variance += _fit(player, before, after) + (0.0 if choice is None else choice.variance)
        return DEVIATIONS * math.sqrt(variance)

    def _each(self, work: Callable[[Item], Found], items: Sequence[Item]) -> list[Found]:
        """The work done on every item, on all cores, in their order."""
        return list(self._pool.map(work, items))


@dataclass(frozen=True, slots=True)
class _Choice:
    """A decision: the better move, if one is significantly better, and what was lost, as ``AnalysisStep`` has it."""

    better: Move | None
    lost: tuple[float, ...]
    margin: float
    #: How scattered the figure is of what the thrower lost.
    variance: float


def _margin(player: int, before: _Seen, after: _Seen, choice: _Choice | None) -> float:
    """That of the luck of a throw (95 %): none where both chances are certain."""
    scatter = float(before.variance[player] + after.variance[player])
    lost = 0.0 if choice is None else choice.variance
    return DEVIATIONS * math.sqrt(scatter + _fit(player, before, after) + lost)


def _fit(player: int, before: _Seen, after: _Seen) -> float:
    """The variance of what a throw changed that comes from the fit; none where both chances are certain."""
    if not before.variance[player] + after.variance[player]:
        return 0.0
    change = float(after.mean[player] - before.mean[player])
    return FITTED_LUCK**2 + (FITTED_SHARE * change) ** 2


def _thrower(step: RecordedThrow) -> int:
    """The number of the player who threw."""
    return step.before.setup.leader[step.before.throwing]


def shares(scatter: Numbers, games: int) -> NDArray[np.int64]:
    """How many of the games each board gets: the more, the more scattered what is seen from it is.

    So the sum over all boards is estimated most closely (Neyman, On the two different aspects of the representative
    method, 1934). The scatter was found with few games, so that of neighbouring boards counts too.
    """
    aside = NEIGHBOURS // 2
    near = np.convolve(scatter, np.ones(NEIGHBOURS))[aside : aside + len(scatter)] + 1e-9
    return np.clip(games * near / near.sum(), FEWEST, MOST).astype(np.int64)


def _rounded(values: Iterable[float]) -> tuple[float, ...]:
    """As they are stored."""
    return tuple(round(float(value), 5) for value in values)
