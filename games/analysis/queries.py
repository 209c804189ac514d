"""The course of a recorded game, read from its log: only valid events count."""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from games.analysis.summary import Analysis, GameHistory, Jump, RecordedThrow
from games.chances.curve import ChancesPoint
from games.domain.events import EVENT_TYPES
from games.domain.mainline import line_of_play
from games.enums import EventKind, GameState
from games.models import Game, GameEvent

#: How far off a chance of an analysis may be, about: it is found by looking ahead from some thousand games.
_MARGIN = 0.01


class NoAnalysis(Exception):
    """Raised for a game without a winner or without throws."""


def load_history(game: Game) -> GameHistory:
    """The course of a game that has a result. One query. Raises ``NoAnalysis`` where there is nothing to analyse."""
    if game.state != GameState.ENDED or game.winner_id is None:
        raise NoAnalysis
    events = line_of_play(list(game.log))
    boards = [event for event in events if event.position]
    steps = tuple(_steps(game, boards)) if boards else ()
    if not any(isinstance(step, RecordedThrow) for step in steps):
        raise NoAnalysis
    winner, last = str(game.winner_id), steps[-1].after
    decided = _decision(events) if last.winner != winner else None
    begin = game.play_after(boards[0])
    if decided is None:
        return GameHistory(begin, steps, winner)
    return GameHistory(begin, steps, winner, decided.number, str(decided.kind))


def _decision(events: Sequence[GameEvent]) -> GameEvent:
    return next((event for event in reversed(events) if event.type.decides), events[-1])


def _steps(game: Game, boards: Sequence[GameEvent]) -> Iterator[RecordedThrow | Jump]:
    """The throws and jumps among events with a board, each from the board that the one before it left."""
    now = game.play_after(boards[0])
    for before, event in pairwise(boards):
        if event.kind == EventKind.THROW:
            die, token = event.payload["die"], event.payload["move"]
            move = next((each for each in now.moves(die) if each.token == token), None)
            thrown = RecordedThrow(event.number, now, die, move)
            now = thrown.after
            yield thrown
        elif (event.type.is_step and not event.type.stops_play) or (event.position, event.finished) != (
            before.position,
            before.finished,
        ):
            now = game.play_after(event)
            yield Jump(event.number, str(event.kind), now)


def chances_in(analysis: Analysis) -> list[ChancesPoint]:
    """The course of the chances in an analysed game, from before its first throw to its result. No query."""
    first = analysis.steps[0].number - 1 if analysis.steps else 0
    points, throws = [_point(analysis, first, 0, analysis.begin)], 0
    for step in analysis.steps:
        throws += step.is_throw
        is_ruled = not step.is_throw and EVENT_TYPES[step.kind].decides is not None
        points.append(_point(analysis, step.number, throws, step.after, is_ruled=is_ruled))
    return points


def _point(
    analysis: Analysis, number: int, throw: int, chances: Sequence[float], *, is_ruled: bool = False
) -> ChancesPoint:
    is_certain = set(chances) <= {0, 1}
    return ChancesPoint(
        number,
        throw,
        dict(zip(analysis.players, chances, strict=True)),
        0 if is_certain else _MARGIN,
        is_ruled,
    )
