"""The forms by which an organiser draws and starts games."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from rules.text import Text
from tournaments.conduct import Override
from tournaments.formats import DrawNeeded, NextGame, throws, wording
from tournaments.models import Draw
from tournaments.models.event_game import LONGEST_BOARD


def said(text: Text) -> str:
    """A sentence in the reader's language."""
    return text.of(get_language() or "en")


class DrawForm(forms.Form):
    """How a draw is held."""

    method = forms.ChoiceField(
        label=_("how"),
        widget=forms.RadioSelect,
        initial=Draw.Method.PUBLISHED_SEED,
        choices=[
            (Draw.Method.PUBLISHED_SEED, _("draw now, from a published seed")),
            (Draw.Method.SEED_ORDER, _("in seed order: the highest seed gets the first place")),
            (Draw.Method.BY_HAND, _("drawn at the table: as entered below")),
        ],
    )
    published_seed = forms.CharField(
        label=_("published seed"),
        required=False,
        max_length=200,
        help_text=_(
            "A text that was fixed beforehand, such as lottery numbers; left empty, one is made now."
        ),
    )

    def __init__(self, needed: DrawNeeded, names: Mapping[str, str], *args: Any) -> None:
        super().__init__(*args)
        self.needed = needed
        choices = [("", "–"), *((item, names.get(item, item)) for item in needed.items)]
        for number, place in enumerate(needed.places):
            self.fields[f"place-{number}"] = forms.ChoiceField(
                label=said(place), choices=choices, required=False
            )

    @property
    def order(self) -> list[str]:
        """What was drawn at the table."""
        return [self.cleaned_data[f"place-{number}"] for number in range(len(self.needed.places))]


class StartForm(forms.Form):
    """How the next game begins: by the rules, by throws where they decide, or by the organiser's decision."""

    def __init__(self, due: NextGame, faces: Sequence[int], *args: Any) -> None:
        super().__init__(*args)
        self.due = due
        self.rounds: list[dict[str, int]] = []
        self.thrown = throws.Thrown(due.starter, (), due.starter_reason)
        if due.starter is None:
            self._ask_for_throws(sorted(set(faces)))
        colours = [(colour, said(wording.colour(colour))) for colour in due.seating.colours]
        self.fields["board"] = forms.CharField(label=_("board"), required=False, max_length=LONGEST_BOARD)
        self.fields["override"] = forms.ChoiceField(
            label=_("another colour starts"), choices=[("", "–"), *colours], required=False
        )
        self.fields["override_reason"] = forms.CharField(label=_("because"), required=False, max_length=200)

    def _ask_for_throws(self, faces: Sequence[int]) -> None:
        """Fields for one round after the other, as far as the throws entered so far ask for them."""
        contenders = {colour: wording.colour(colour) for colour in self.due.seating.colours}
        self.thrown = throws.highest_throw(contenders, [], faces)
        while self.thrown.starter is None:
            number = len(self.rounds) + 1
            names = {f"round-{number}-{colour}": colour for colour in self.thrown.to_throw}
            for name, colour in names.items():
                self.fields[name] = forms.TypedChoiceField(
                    label=f"{number}. {said(wording.colour(colour))}",
                    choices=[("", "–"), *((face, face) for face in faces)],
                    coerce=int,
                    required=False,
                )
            entered = {colour: self.data.get(name, "") for name, colour in names.items()}
            if not all(value in map(str, faces) for value in entered.values()):
                return
            self.rounds.append({colour: int(value) for colour, value in entered.items()})
            self.thrown = throws.highest_throw(contenders, self.rounds, faces)

    @property
    def override(self) -> Override | None:
        """The organiser's decision, if there is one."""
        starter = self.cleaned_data["override"]
        return Override(starter, self.cleaned_data["override_reason"]) if starter else None

    def clean(self) -> dict[str, Any]:
        """Somebody must start: by the rules, by all throws, or by a decision with its reason."""
        cleaned = super().clean() or self.cleaned_data
        if cleaned.get("override") and not cleaned.get("override_reason", "").strip():
            self.add_error("override_reason", _("Why another colour starts is needed."))
        if not cleaned.get("override") and self.thrown.starter is None:
            raise forms.ValidationError(said(self.thrown.reason), code="throw")
        return cleaned
