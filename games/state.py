"""What a log leads to: the state of a game, and how each kind of event changes it.

One function a kind of event, from the state before and what the event tells to the state after. The
recorder uses them for the next event, a rebuild for all of them: there is no second way.
"""

from __future__ import annotations

import uuid
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from games.models import Game, GameEvent
from rules import Game as Play
from rules import RuleSet

KIND = GameEvent.Kind
Phase = Game.State


@dataclass(frozen=True, slots=True)
class State:
    """A game at a moment: begun or not, the board (``None`` before the start), who started, who won and when."""

    rules: RuleSet
    seating: Mapping[str, list[str]]
    phase: str = Phase.CREATED
    play: Play | None = None
    starter: str = ""
    winner: str | None = None
    started_at: datetime | None = None
    ended_at: datetime | None = None
    #: Of a game of which only the result is known.
    told_places: Sequence[str] = ()
    #: What the record of the game is headed by.
    tags: Mapping[str, str] = field(default_factory=dict)

    @classmethod
    def of(cls, game: Game) -> State:
        """The state that is stored in the game's row."""
        return cls(
            rules=game.rules,
            seating=game.seating,
            phase=game.state,
            play=game.play() if game.position else None,
            starter=game.starter,
            winner=None if game.winner_id is None else str(game.winner_id),
            started_at=game.started_at,
            ended_at=game.ended_at,
            told_places=() if game.position else game.places,
        )

    @property
    def board(self) -> Play:
        """The board of a game that has begun."""
        assert self.play is not None, "the game has not begun"
        return self.play

    def returned_to(self, position: str, finished: list[str]) -> State:
        """The running game with an earlier board: what ended it since is undone."""
        play = Play.at(position, self.rules, self.seating, finished=finished)
        return replace(self, phase=Phase.RUNNING, play=play, winner=None, ended_at=None)

    def row(self) -> dict[str, Any]:
        """The columns of the game's row that follow from the state."""
        play = self.play
        return {
            "state": str(self.phase),
            "starter": self.starter,
            "position": "" if play is None else str(play.position),
            "finished": [] if play is None else list(play.finished),
            "places": list(self.told_places if play is None else play.places),
            "winner_id": None if self.winner is None else uuid.UUID(self.winner),
            "started_at": self.started_at,
            "ended_at": self.ended_at,
        }


#: What an event tells, the state before, when it was recorded, and a look at the event of a number.
Earlier = Callable[[int], GameEvent]


def after(state: State, kind: str, payload: Mapping[str, Any], now: datetime, earlier: Earlier) -> State:
    """The state after an event. Raises ``RulesError`` where the rules forbid what it tells."""
    match kind:
        case KIND.START:
            return _started(state, payload, now)
        case KIND.THROW:
            return replace(state, play=state.board.play(payload["die"], payload["move"]))
        case KIND.TAKE_BACK:
            target = earlier(payload["to"])
            return state.returned_to(target.position, target.finished)
        case KIND.END:
            return replace(state, phase=Phase.ENDED, winner=payload["winner"], ended_at=now)
        case KIND.RESULT:
            return _told(state, payload)
        case _:
            raise ValueError(f"there is no event of kind {kind}")


def _started(state: State, payload: Mapping[str, Any], now: datetime) -> State:
    play = Play.start(
        state.rules,
        state.seating,
        starter=payload["starter"],
        trapdoors=payload.get("trapdoors", ()),
        wormholes=payload.get("wormholes", ()),
        tags=state.tags,
    )
    return replace(state, phase=Phase.RUNNING, play=play, starter=payload["starter"], started_at=now)


def _told(state: State, payload: Mapping[str, Any]) -> State:
    played_at = payload["played_at"]
    return replace(
        state,
        phase=Phase.ENDED,
        starter=payload["starter"],
        told_places=payload["places"],
        winner=payload["winner"],
        ended_at=None if played_at is None else datetime.fromisoformat(played_at),
    )


def outcome(play: Play) -> dict[str, Any]:
    """What the end event tells of a game that is over."""
    return {"winner": play.winner, "places": list(play.places), "ranking": list(play.ranking)}
