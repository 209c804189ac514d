"""What a log leads to: the state of a game at a moment. How each kind of event changes it: ``games.domain.events``."""

from __future__ import annotations

import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import TYPE_CHECKING, Any

from games.domain.clock import Clock
from games.domain.counters import NOTHING, Tallies
from games.domain.provably_fair import OnlineDice
from games.enums import OVER, GameState
from rules import RuleSet, game as rules_game

if TYPE_CHECKING:
    from games.models import Game


@dataclass(frozen=True, slots=True)
class State:
    """A game at a moment: begun or not, the board (``None`` before the start), who won and why, what is open."""

    rules: RuleSet
    seating: Mapping[str, list[str]]
    phase: str = GameState.CREATED
    play: rules_game.Game | None = None
    starter: str = ""
    winner: str | None = None
    decided_by: str = ""
    #: Players from first to last, in groups of equal boards, where a stopped game was adjudicated.
    ranking: Sequence[Sequence[str]] = ()
    #: The result where it is not read off the board: typed in, or corrected.
    told: Mapping[str, Any] = field(default_factory=dict)
    started_at: datetime | None = None
    ended_at: datetime | None = None
    tallies: Tallies = field(default_factory=lambda: NOTHING)
    #: ``None`` where a die lies on the table.
    dice: OnlineDice | None = None
    clock: Clock = field(default_factory=Clock)
    calls: Sequence[int] = ()
    correction: int | None = None
    confirmations: Sequence[str] = ()
    #: The header of the game's record, and the names that players have in it.
    tags: Mapping[str, str] = field(default_factory=dict)
    names: Mapping[str, str] = field(default_factory=dict)

    @classmethod
    def from_game(cls, game: Game) -> State:
        return cls(
            rules=game.rules,
            seating=game.seating,
            phase=game.state,
            play=game.play() if game.position else None,
            starter=game.starter,
            winner=None if game.winner_id is None else str(game.winner_id),
            decided_by=game.decided_by,
            ranking=game.ranking,
            told=game.told,
            started_at=game.started_at,
            ended_at=game.ended_at,
            tallies=game.tallies or NOTHING,
            dice=OnlineDice.from_json(game.dice),
            clock=Clock.from_json(game.clock),
            calls=game.calls,
            correction=game.correction,
            confirmations=game.confirmations,
        )

    @property
    def board(self) -> rules_game.Game:
        assert self.play is not None, "the game has not begun"
        return self.play

    @property
    def colours(self) -> list[str]:
        """Return the colours that are played with."""
        return [colour for led in self.seating.values() for colour in led]

    @property
    def is_over(self) -> bool:
        return self.phase in OVER

    @property
    def places(self) -> Sequence[str]:
        """Return the colours in finishing order, by the board or the result that was entered."""
        if "places" in self.told:
            places: Sequence[str] = self.told["places"]
            return places
        return () if self.play is None else self.play.places

    def player_name(self, player: str) -> str:
        """Return the player's name in the record; the id where no names are known."""
        return self.names.get(player, player)

    def with_remark(self, text: str) -> State:
        """Return the state with a line added to its record; before the start there is no record."""
        if self.play is None:
            return self
        return replace(self, play=self.play.remarked(text.replace("=>", "→")))

    @property
    def position(self) -> str:
        """Return the position in its notation; empty before the start."""
        return "" if self.play is None else str(self.play.position)

    @property
    def finished(self) -> list[str]:
        return [] if self.play is None else list(self.play.finished)

    def row(self) -> dict[str, Any]:
        return {
            "state": str(self.phase),
            "starter": self.starter,
            "position": self.position,
            "finished": self.finished,
            "places": list(self.places),
            "winner_id": None if self.winner is None else uuid.UUID(self.winner),
            "decided_by": str(self.decided_by),
            "ranking": [list(group) for group in self.ranking],
            "told": dict(self.told),
            "tallies": {} if self.tallies is NOTHING else dict(self.tallies),
            "dice": {} if self.dice is None else self.dice.as_json(),
            "clock": self.clock.as_json(),
            "calls": list(self.calls),
            "correction": self.correction,
            "confirmations": list(self.confirmations),
            "started_at": self.started_at,
            "ended_at": self.ended_at,
        }
