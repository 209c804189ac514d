"""Throws made at the table: fields for rounds of them, and dice to tap."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django import forms
from django.utils.translation import gettext

from games.access import translate_text
from rules import Text, Verbatim
from tournaments.formats import NextGame, roll_offs
from tournaments.models import Event

# -- rounds of throws as fields of a form ----------------------------------------------------------


Rounds = list[dict[str, int]]


def ask_for_throws(
    form: forms.Form,
    names: Mapping[str, str],
    faces: Sequence[int],
    to_throw: Callable[[Rounds], Sequence[str]],
) -> Rounds:
    """Add the fields of each round; the rounds that are complete.

    ``to_throw`` returns who throws after some rounds, an empty list once it is decided; ``names`` are key → name.
    """
    shown = sorted(set(faces))
    rounds: Rounds = []
    while waiting := to_throw(rounds):
        number = len(rounds) + 1
        entered = {
            key: _asked(form, f"round-{number}-{key}", _named(names[key], number), shown) for key in waiting
        }
        if rounds:
            tie = roll_offs.tie({key: Verbatim(names[key]) for key in waiting}, rounds, waiting)
            form.fields[f"round-{number}-{waiting[0]}"].help_text = translate_text(tie)
        if not all(value in map(str, shown) for value in entered.values()):
            break
        rounds.append({key: int(value) for key, value in entered.items()})
    return rounds


def _named(name: str, number: int) -> str:
    """Who throws; of those who throw again the round too."""
    if number == 1:
        return name
    return gettext("%(name)s, round %(number)d") % {"name": name, "number": number}


def _asked(form: forms.Form, name: str, label: str, faces: Sequence[int]) -> str:
    """Add the field of one throw; what is entered there."""
    form.fields[name] = forms.TypedChoiceField(
        label=label, choices=[("", "–"), *((face, face) for face in faces)], coerce=int, required=False
    )
    entered: str = form.data.get(name, "")
    return entered


# -- throws for the start by tapped dice -----------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Throws:
    """The throws for the start as far as they are made: dice in the order in which they are asked for."""

    faces: Sequence[int]
    dice: tuple[int, ...]
    rounds: list[dict[str, int]]
    #: Why a colour starts, or what is missing to say so.
    reason: Text
    #: Who is to throw next; empty once it is decided.
    colour: str = ""
    #: Who starts; empty as long as it is not decided.
    starter: str = ""
    #: Who threw the highest together before, and so throws again.
    tie: Text | None = None

    @classmethod
    def from_page(cls, event: Event, due: NextGame, sent: Mapping[str, Any]) -> Throws | None:
        """Put the dice that a page sent to who threw them, with the one just tapped or without the last.

        What was thrown too much is left out. ``None`` where the rules say who starts.
        """
        if due.starter or not due.contenders:
            return None
        faces, text = sorted(set(event.rules_of(due.rules).die_faces)), sent.get("dice", "")
        if "undo" in sent:
            text = text.rpartition("-")[0]
        elif "die" in sent:
            text = f"{text}-{sent['die']}"
        dice: list[int] = []
        rounds: list[dict[str, int]] = []
        known = {str(face): face for face in faces}
        tie: Text | None = None
        waiting = [known[die] for die in text.split("-") if die in known]
        while True:
            found = roll_offs.highest_throw(due.contenders, rounds, faces)
            if found.starter:
                return cls(faces, tuple(dice), rounds, found.reason, starter=found.starter)
            is_thrown_again = bool(rounds) and not set(found.to_throw).isdisjoint(rounds[-1])
            if is_thrown_again:
                tie = found.reason
            if not waiting:
                return cls(faces, tuple(dice), rounds, found.reason, found.to_throw[0], tie=tie)
            if not rounds or is_thrown_again:
                rounds.append({})
            rounds[-1][found.to_throw[0]] = waiting[0]
            dice.append(waiting.pop(0))

    @property
    def as_text(self) -> str:
        return "-".join(map(str, self.dice))

    @property
    def so_far(self) -> list[tuple[str, int]]:
        return [each for thrown in self.rounds for each in thrown.items()]
