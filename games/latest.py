"""The last throws of a game that still stand, read from the tail of its log without a replay."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from itertools import pairwise

from games.drawing import LastMove
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
    """The last throws (the latest first), how many stand in all, and how many the last event took back."""

    throws: tuple[ToldThrow, ...]
    standing: int
    taken_back: int


def latest(game: Game, count: int) -> Latest:
    """The last ``count`` throws that stand. Three queries, however long the game."""
    if game.number == 0:
        return Latest((), 0, 0)
    returns = {event.number: event.payload for event in game.events.filter(kind=KIND.TAKE_BACK)}
    tail = _tail(game, {number: payload["to"] for number, payload in returns.items()}, count + 2)
    throws = [_told(game, before, event) for before, event in pairwise(tail) if event.kind == KIND.THROW]
    recorded = game.events.filter(kind=KIND.THROW).count()
    return Latest(
        tuple(throws[: -count - 1 : -1]),
        recorded - sum(payload["throws"] for payload in returns.values()),
        returns[game.number]["throws"] if game.number in returns else 0,
    )


def _tail(game: Game, returns: Mapping[int, int], count: int) -> list[GameEvent]:
    """The last ``count`` events of the line of play, in order (``games.line``)."""
    numbers: list[int] = []
    number = game.number
    while number > 0 and len(numbers) < count:
        if number in returns:
            number = returns[number]
            continue
        numbers.append(number)
        number -= 1
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
