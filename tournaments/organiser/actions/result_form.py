"""The slip of a game as a form: of every colour its place and its pawns at home, the winner, how long it took."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from django import forms
from django.forms import BoundField
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.access import translate_text
from games.models import Game
from rules import PAWNS
from tournaments.formats import phrases


class SlipForm(forms.Form):
    """The slip of a game; only the places or the winner are required."""

    def __init__(self, *args: Any, players: Mapping[str, str], game: Game, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        #: Colour → the name of the player who leads it.
        self.leaders = {colour: players[key] for key, led in game.seating.items() for colour in led}
        for colour in self.leaders:
            name = translate_text(phrases.colour(colour)).capitalize()
            self.fields[f"place-{colour}"] = _number(
                gettext("Place of %s") % name, range(1, len(self.leaders) + 1)
            )
            self.fields[f"pawns-{colour}"] = _number(gettext("Pawns at home of %s") % name, range(PAWNS + 1))
        self.fields["winner"] = forms.ChoiceField(
            label=_("winner"),
            choices=[("", "–"), *players.items()],
            required=False,
            help_text=_("Only if the order is unknown."),
        )
        self.fields["minutes"] = forms.IntegerField(
            label=_("minutes played"), min_value=1, max_value=7 * 24 * 60, required=False
        )
        self.order_fields(("winner", "minutes"))

    @property
    def rows(self) -> Iterator[tuple[str, str, BoundField, BoundField]]:
        """Of every colour: itself, its player, the fields of its place and its pawns."""
        for colour, name in self.leaders.items():
            yield colour, name, self[f"place-{colour}"], self[f"pawns-{colour}"]

    @property
    def others(self) -> list[BoundField]:
        return [field for field in self.visible_fields() if not field.name.startswith(("place-", "pawns-"))]

    def clean(self) -> dict[str, Any]:
        """Places count from 1, each once; without them a winner is required."""
        cleaned = super().clean() or self.cleaned_data
        taken = sorted(
            cleaned[name] for name in self.fields if name.startswith("place-") and cleaned.get(name)
        )
        if taken != list(range(1, len(taken) + 1)):
            raise forms.ValidationError(
                _("Places count from 1, without a gap, and each is taken once."), code="places"
            )
        if not taken and not cleaned.get("winner"):
            raise forms.ValidationError(_("Either the places or the winner are needed."), code="places")
        return cleaned

    @property
    def entered(self) -> dict[str, Any]:
        """Places, winner, pawns and seconds, as they are entered."""
        entered = self.cleaned_data
        placed = [colour for colour in self.leaders if entered.get(f"place-{colour}")]
        minutes = entered.get("minutes")
        return {
            "places": sorted(placed, key=lambda colour: entered[f"place-{colour}"]),
            "winner": entered.get("winner", ""),
            "pawns": {
                colour: entered[f"pawns-{colour}"]
                for colour in self.leaders
                if entered.get(f"pawns-{colour}") not in (None, "")
            },
            "seconds": minutes * 60 if minutes else None,
        }


def as_slip(game: Game) -> Mapping[str, Any]:
    data: dict[str, Any] = {f"place-{colour}": place for place, colour in enumerate(game.places, start=1)}
    data |= {f"pawns-{colour}": number for colour, number in game.told.get("pawns", {}).items()}
    seconds = game.told.get("seconds")
    return data | {
        "minutes": round(seconds / 60) or 1 if seconds else None,
        "winner": "" if game.places else str(game.winner_id),
    }


def _number(label: str, numbers: Sequence[int]) -> forms.TypedChoiceField:
    return forms.TypedChoiceField(
        label=label,
        choices=[("", "–"), *((number, number) for number in numbers)],
        coerce=int,
        empty_value=None,
        required=False,
        widget=forms.Select(attrs={"aria-label": label}),
    )
