"""The last throws of a game that still stand, read from the tail of its log without a replay."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from itertools import pairwise

from games.drawing import LastMove
from games.line import Others, back_from, is_step, return_point, taken_back
from games.models import Game, GameEvent
from games.telling import told
from rules import Game as Play
from rules import Move
from rules.move import IN_YARD, NOWHERE
from rules.text import Text

KIND = GameEvent.Kind


@dataclass(frozen=True, slots=True)
class ToldThrow:
    """A throw of the log: who threw what and what it did. ``trace`` is its move on the board, if one was made."""

    number: int
    colour: str
    player: str
    die: int
    token: str
    text: Text
    recorded_at: datetime
    trace: LastMove | None


@dataclass(frozen=True, slots=True)
class Latest:
    """The last throws (the latest first), and what can be undone.

    ``can_take_back``: whether anything stands that can be taken back; ``taken_back``: how many throws the
    last event took back, if it was that; ``waiting``: how many can be brought back.
    """

    throws: tuple[ToldThrow, ...]
    can_take_back: bool
    taken_back: int
    waiting: int = 0


def latest(game: Game, count: int) -> Latest:
    """The last ``count`` throws that stand. Two queries, however long the game."""
    if game.number == 0:
        return Latest((), False, 0)
    others = {event.number: event for event in game.log.exclude(kind=KIND.THROW)}
    tail = _tail(game, others, count + 2)
    throws = [_told(game, before, event) for before, event in pairwise(tail) if event.kind == KIND.THROW]
    last = others.get(game.number)
    return Latest(
        tuple(throws[: -count - 1 : -1]),
        return_point(others, game.number, 1) is not None,
        last.payload["throws"] if last is not None and last.kind == KIND.TAKE_BACK else 0,
        len(taken_back(others, game.number)),
    )


def _tail(game: Game, others: Others, count: int) -> list[GameEvent]:
    """The last ``count`` events of the line of play that have a board before or after them, in order."""
    numbers: list[int] = []
    for number in back_from(others, game.number):
        if len(numbers) == count:
            break
        if is_step(others, number) or others[number].kind == KIND.START:
            numbers.append(number)
    return list(game.events.filter(number__in=numbers).order_by("number"))


def _told(game: Game, before: GameEvent, event: GameEvent) -> ToldThrow:
    play = Play.at(before.position, game.rules, game.seating, finished=before.finished)
    die, token = event.payload["die"], event.payload["move"]
    move = next((move for move in play.moves(die) if move.token == token), None)
    assert play.colour is not None
    assert play.player is not None
    return ToldThrow(
        number=event.number,
        colour=play.colour,
        player=play.player,
        die=die,
        token=token or str(die),
        text=told(play, die, move),
        recorded_at=event.recorded_at,
        trace=_trace(play, move),
    )


def _trace(play: Play, move: Move | None) -> LastMove | None:
    if move is None or move.source == NOWHERE:
        return None
    colour = play.setup.neutral if move.neutral else play.throwing
    return LastMove(colour, move.source, IN_YARD if move.missed == move.source else move.end)
