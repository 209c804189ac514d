"""What happened last in a game, read from the tail of its log without a replay."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import islice, pairwise, takewhile

import rules
from games.domain.event_text import Names
from games.domain.events import EventType
from games.domain.mainline import Others, is_step, return_point, undone_steps, walk_back, with_jumps_from
from games.domain.move_text import describe_throw
from games.drawing import LastMove
from games.enums import EventKind
from games.models import Game, GameEvent
from rules import IN_YARD, NOWHERE, Move, Text


@dataclass(frozen=True, slots=True)
class RecentEvent:
    """An event of the log in words.

    A throw has a ``colour``, a ``die`` and a ``token``, a ``trace`` on the board if a pawn was moved, and the
    board it was thrown on, as the event ``before`` it left it; a ruling on a die has the ``die`` alone.
    ``is_step`` is whether it can be taken back.
    """

    number: int
    kind: str
    text: Text
    recorded_at: datetime
    is_step: bool
    colour: str = ""
    die: int | None = None
    token: str = ""
    trace: LastMove | None = None
    before: GameEvent | None = None


@dataclass(frozen=True, slots=True)
class Timeline:
    """What happened last (the latest first), and what can be undone.

    ``can_take_back``: whether anything can be taken back; ``waiting``: how many entries can be
    brought back; ``others``: every event but plain throws, by number.
    """

    happened: tuple[RecentEvent, ...]
    can_take_back: bool
    waiting: int
    others: Mapping[int, GameEvent]

    @property
    def step(self) -> RecentEvent | None:
        """The latest entry that can be taken back, if it is among those shown."""
        return next((each for each in self.happened if each.is_step), None)

    def last_of_kind(self, fits: Callable[[EventType], bool]) -> GameEvent | None:
        """The latest event of the kinds that fit and was not taken back, plain throws aside."""
        line = walk_back(self.others, max(self.others, default=0))
        return next(
            (self.others[at] for at in line if at in self.others and fits(self.others[at].type)), None
        )


def all_but_throws(game: Game) -> dict[int, GameEvent]:
    """Every event of the log but plain throws, by number, in order. One query."""
    events = GameEvent.objects.filter(game=game.pk, number__lte=game.number).exclude(kind=EventKind.THROW)
    return {event.number: event for event in events.order_by("number")}


def latest(game: Game, count: int, names: Names) -> Timeline:
    """The last ``count`` events that stand, with what was taken or brought back. Two queries, however long the game."""
    others = all_but_throws(game)
    shown = (
        number
        for number in with_jumps_from(others, game.number)
        if number not in others or others[number].type.display
    )
    tail = list(islice(shown, count))
    throws = _throws(game, others, tail)
    return Timeline(
        tuple(
            _retold(others, number, names) if number in others else _thrown(game, *throws[number])
            for number in tail
        ),
        return_point(others, game.number, 1) is not None,
        len(undone_steps(others, game.number)),
        others,
    )


def events_at(game: Game, numbers: Collection[int], names: Names) -> dict[int, RecentEvent]:
    """The events of these numbers, all of them standing, by number. Two queries."""
    others = all_but_throws(game)
    throws = _throws(game, others, sorted(numbers, reverse=True)) if numbers else {}
    return {
        number: _retold(others, number, names) if number in others else _thrown(game, *throws[number])
        for number in numbers
        if number in throws or (number in others and others[number].type.display)
    }


def _throws(game: Game, others: Others, tail: Sequence[int]) -> dict[int, tuple[GameEvent, GameEvent]]:
    """The throws among the events of these numbers, each with the event on whose board it was thrown."""
    before = {
        number: earlier
        for number, earlier in takewhile(
            lambda pair: pair[0] >= tail[-1], pairwise(walk_back(others, game.number))
        )
        if number in tail and number not in others
    }
    read = game.log.filter(number__in={*before, *before.values()} - others.keys())
    events = {**others, **{event.number: event for event in read}}
    return {number: (events[earlier], events[number]) for number, earlier in before.items()}


def _thrown(game: Game, before: GameEvent, event: GameEvent) -> RecentEvent:
    play = game.play_after(before)
    die, token = event.payload["die"], event.payload["move"]
    move = next((move for move in play.moves(die) if move.token == token), None)
    assert play.colour is not None
    return RecentEvent(
        number=event.number,
        kind=str(event.kind),
        text=describe_throw(play, die, move),
        recorded_at=event.recorded_at,
        is_step=True,
        colour=play.colour,
        die=die,
        token=token or str(die),
        trace=_trace(play, move),
        before=before,
    )


def _retold(others: Others, number: int, names: Names) -> RecentEvent:
    event = others[number]
    display = event.type.display
    assert display is not None
    return RecentEvent(
        number,
        str(event.kind),
        display(event.payload, names),
        event.recorded_at,
        is_step(others, number),
        die=event.payload.get("die"),
    )


def _trace(play: rules.Game, move: Move | None) -> LastMove | None:
    if move is None or move.source == NOWHERE:
        return None
    colour = play.setup.neutral if move.neutral else play.throwing
    return LastMove(colour, move.source, IN_YARD if move.missed == move.source else move.end)
