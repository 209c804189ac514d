"""Throws for the start, made by tapping dice: whose throw it is, who throws again, and who starts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from django.http import QueryDict

from rules import Text
from tournaments.formats import NextGame, roll_offs
from tournaments.models import Event


@dataclass(frozen=True, slots=True)
class DiceKeys:
    """The dice as a page shows them: a tap sends ``key`` with the die, ``undo`` with the last throw's name."""

    key: str
    faces: Sequence[int]
    #: Whose throw it is; empty once it is decided.
    colour: str
    so_far: Sequence[tuple[str, int]]
    undo: str
    #: Who threw the highest together before, and so throws again.
    tie: Text | None = None


@dataclass(frozen=True, slots=True)
class Throws:
    """The throws for the start as far as they are made: dice in the order in which they are asked for."""

    due: NextGame
    faces: Sequence[int]
    dice: tuple[int, ...] = ()
    rounds: list[dict[str, int]] = field(default_factory=list)
    #: Who is to throw next; empty once it is decided.
    colour: str = ""
    #: Who starts; empty as long as it is not decided.
    starter: str = ""
    #: Who threw the highest together before, and so throws again.
    tie: Text | None = None

    @classmethod
    def from_text(cls, due: NextGame, faces: Sequence[int], text: str) -> Throws:
        """Put the dice to who threw them; what was thrown too much is left out."""
        dice: list[int] = []
        rounds: list[dict[str, int]] = []
        known = {str(face): face for face in faces}
        tie: Text | None = None
        waiting = [known[die] for die in text.split("-") if die in known]
        while True:
            found = roll_offs.highest_throw(due.contenders, rounds, faces)
            if found.starter:
                return cls(due, faces, tuple(dice), rounds, starter=found.starter)
            is_thrown_again = bool(rounds) and not set(found.to_throw).isdisjoint(rounds[-1])
            if is_thrown_again:
                tie = found.reason
            if not waiting:
                return cls(due, faces, tuple(dice), rounds, colour=found.to_throw[0], tie=tie)
            if not rounds or is_thrown_again:
                rounds.append({})
            rounds[-1][found.to_throw[0]] = waiting[0]
            dice.append(waiting.pop(0))

    @classmethod
    def from_page(cls, event: Event, due: NextGame, sent: QueryDict) -> Throws | None:
        """Read what a page sent: the dice so far, with the one just tapped or without the last.

        ``None`` where the rules say who starts.
        """
        if due.starter or not due.contenders:
            return None
        return cls.from_text(due, sorted(set(event.rules_of(due.rules).die_faces)), _dice_text(sent))

    @property
    def as_text(self) -> str:
        return "-".join(map(str, self.dice))

    @property
    def so_far(self) -> list[tuple[str, int]]:
        return [each for thrown in self.rounds for each in thrown.items()]

    @property
    def keys(self) -> DiceKeys:
        return DiceKeys("die", self.faces, self.colour, self.so_far, "yes", self.tie)


def _dice_text(sent: QueryDict) -> str:
    dice = sent.get("dice", "")
    if "undo" in sent:
        return dice.rpartition("-")[0]
    return f"{dice}-{sent['die']}" if "die" in sent else dice
