"""Fields for rounds of throws that were made at the table: one round after the other, as far as they are needed."""

from collections.abc import Callable, Mapping, Sequence

from django import forms
from django.utils.translation import gettext

from games.access import translate_text
from rules import Verbatim
from tournaments.formats import roll_offs

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
