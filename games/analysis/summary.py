"""The figures of an analysis: what is stored of every throw, and what follows from it.

Of two neighbouring boards the chances of a player differ by what the throw between them changed. What the
decision lost is a part of it, all else is luck. So over a game, for every player, their luck and that of the
others, less what they lost and with what the others did, is the result less their chance at the beginning:
exactly, as what is stored is rounded and everything else follows from that.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from functools import cached_property
from typing import Any

from rules import Game, Move


@dataclass(frozen=True, slots=True)
class RecordedThrow:
    """A valid throw: the board before it, and what was moved."""

    #: The number of its event.
    number: int
    before: Game
    die: int
    move: Move | None

    @property
    def after(self) -> Game:
        """The board after it."""
        return self.before.play(self.die, self.move)

    @property
    def others(self) -> tuple[Move, ...]:
        """The legal moves that were not played; none where nothing was moved, also not by choice ([D14])."""
        return (
            ()
            if self.move is None
            else tuple(each for each in self.before.moves(self.die) if each is not self.move)
        )


@dataclass(frozen=True, slots=True)
class Jump:
    """What changed the board, or the result, and was no throw: neither luck nor a decision."""

    number: int
    kind: str
    after: Game


@dataclass(frozen=True, slots=True)
class GameHistory:
    """A game from its first board to its result."""

    begin: Game
    steps: tuple[RecordedThrow | Jump, ...]
    #: Who has won, and the number and kind of the event that decided it otherwise than at the board; 0 if none did.
    winner: str
    decided_at: int = 0
    decided_by: str = ""


#: The kind of a step that is a throw.
THROW = "throw"


@dataclass(frozen=True, slots=True)
class AnalysisStep:
    """What led from one board to the next: a throw, or something else that is named by the kind of its event.

    Chances are listed player by player in the order of the seats, from 0 to 1.
    """

    number: int
    kind: str
    #: The chances afterwards.
    after: tuple[float, ...]
    #: Of a throw: the number of the player, what they threw and moved ("": nothing), whether they had a choice.
    player: int = -1
    colour: str = ""
    die: int = 0
    move: str = ""
    decided: bool = False
    #: The better move, where one is significantly better than the one played.
    best: str = ""
    #: By how much the chances would be greater after the move that promised most, if that was not the one played;
    #: where the difference is not significant, the thrower's may turn out to be less.
    lost: tuple[float, ...] = ()
    #: A loss less than that is not significant (99 %).
    loss_margin: float = 0.0
    #: How far off the luck may be (95 %).
    margin: float = 0.0

    @property
    def is_throw(self) -> bool:
        """Whether a player threw."""
        return self.kind == THROW

    @property
    def loss(self) -> float:
        """What the decision lost of the thrower's chance."""
        return self.lost[self.player] if self.lost else 0.0


@dataclass(frozen=True, slots=True)
class Weighed:
    """A step with the chances before it."""

    step: AnalysisStep
    before: tuple[float, ...]
    #: The throw's number among all throws, from 1 on; 0 for what is none.
    throw: int

    @property
    def changed(self) -> tuple[float, ...]:
        """What the step changed of each player's chance."""
        return tuple(after - before for after, before in zip(self.step.after, self.before, strict=True))

    @property
    def greatest(self) -> float:
        """How much it changed the chance of the player for whom it changed most."""
        return max(map(abs, self.changed))

    def by_die(self, player: int) -> float:
        """What the die changed of a player's chance, if the best move had been played."""
        return self.changed[player] + (self.step.lost[player] if self.step.lost else 0.0)

    def by_decision(self, player: int) -> float:
        """What the decision changed of a player's chance."""
        return -self.step.lost[player] if self.step.lost else 0.0


@dataclass(frozen=True, slots=True)
class Account:
    """What came together for a player; all but the chances at the beginning and the end are sums over the game."""

    player: str
    begin: float
    end: float
    #: By their own dice, and what their own decisions lost, also what is not significant one by one; with margins.
    luck: float
    luck_margin: float
    loss: float
    loss_margin: float
    #: By the dice of the others, by their decisions, and by what was no throw.
    others_luck: float
    others_decisions: float
    jumps: float
    throws: int
    decisions: int
    #: Decisions in which no other move is shown to be better.
    best: int

    @property
    def share(self) -> int | None:
        """How many of a hundred decisions were the best as far as is known; ``None`` without any."""
        return round(100 * self.best / self.decisions) if self.decisions else None


@dataclass(frozen=True)
class Analysis:
    """A game that was weighed throw by throw."""

    players: tuple[str, ...]
    #: The chances on the first board.
    begin: tuple[float, ...]
    steps: tuple[AnalysisStep, ...]
    #: How far off the luck of each player over the game may be (95 %). Analyses of the first method have none; then the
    #: margins of their throws are taken together as if each were off by itself.
    luck_margins: tuple[float, ...] = ()

    @cached_property
    def weighed_steps(self) -> tuple[Weighed, ...]:
        """All steps with the chances before them."""
        return tuple(self._weighed())

    def _weighed(self) -> Iterator[Weighed]:
        before, throws = self.begin, 0
        for step in self.steps:
            throws += step.is_throw
            yield Weighed(step, before, throws if step.is_throw else 0)
            before = step.after

    @cached_property
    def decisive(self) -> tuple[Weighed, ...]:
        """The throws, those first that changed most."""
        throws = [each for each in self.weighed_steps if each.step.is_throw]
        return tuple(sorted(throws, key=lambda each: -each.greatest))

    @cached_property
    def costly(self) -> tuple[Weighed, ...]:
        """The decisions that lost something, the most costly first."""
        lost = [each for each in self.weighed_steps if each.step.best]
        return tuple(sorted(lost, key=lambda each: -each.step.loss))

    @cached_property
    def accounts(self) -> tuple[Account, ...]:
        """Luck and decisions, player by player."""
        return tuple(self._account(number) for number in range(len(self.players)))

    def _account(self, player: int) -> Account:
        own = [each for each in self.weighed_steps if each.step.player == player]
        others = [each for each in self.weighed_steps if each.step.is_throw and each.step.player != player]
        decided = [each for each in own if each.step.decided]
        return Account(
            self.players[player],
            self.begin[player],
            self.weighed_steps[-1].step.after[player] if self.steps else self.begin[player],
            sum(each.by_die(player) for each in own),
            self.luck_margins[player]
            if self.luck_margins
            else math.sqrt(sum(each.step.margin**2 for each in own)),
            sum(each.step.loss for each in own),
            math.sqrt(sum(each.step.loss_margin**2 for each in own if each.step.lost)),
            sum(each.by_die(player) for each in others),
            sum(each.by_decision(player) for each in others),
            sum(each.changed[player] for each in self.weighed_steps if not each.step.is_throw),
            len(own),
            len(decided),
            sum(not each.step.best for each in decided),
        )

    def as_json(self) -> dict[str, Any]:
        """As plain values; what is the same for most throws is left out."""
        return {
            "players": list(self.players),
            "begin": list(self.begin),
            "steps": [
                {name: value for name, value in asdict(step).items() if value != _UNTOLD.get(name)}
                for step in self.steps
            ],
            "luck_margins": list(self.luck_margins),
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Analysis:
        """From plain values."""
        steps = tuple(
            AnalysisStep(**{**step, "after": tuple(step["after"]), "lost": tuple(step.get("lost", ()))})
            for step in data["steps"]
        )
        return cls(tuple(data["players"]), tuple(data["begin"]), steps, tuple(data.get("luck_margins", ())))


_UNTOLD = asdict(AnalysisStep(0, "", ()))
