"""What if …: a forecast with a result that is only assumed."""

from typing import Any

from django import forms
from django.utils import timezone
from django.utils.functional import cached_property
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.access import translate_text
from tournaments.forecasts.requests import MOST_RUNS, NOT_SIMULATED, UNDER_WAY, RequestedForecast, ask
from tournaments.formats import phrases
from tournaments.models import Event, Strengths
from tournaments.organiser.actions.base import OrganiserAction


class ForecastForm(forms.Form):
    """Who is assumed to win which game, and how it is computed."""

    number = forms.TypedChoiceField(label=_("If in this game"), coerce=int)
    winner = forms.ChoiceField(
        label=_("this player wins"),
        help_text=_("Cases in which he does not play it, or it is not played, are left out."),
    )
    strengths = forms.ChoiceField(label=_("strengths"), choices=Strengths, initial=Strengths.RATINGS)
    runs = forms.IntegerField(
        label=_("runs"),
        min_value=1,
        max_value=MOST_RUNS,
        initial=1_000,
        help_text=_("How many simulations: four times as many halve the margin."),
    )

    def __init__(
        self, *args: Any, games: list[tuple[int, str]], players: dict[str, str], **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.fields["number"].choices = games  # type: ignore[attr-defined]
        self.fields["winner"].choices = list(players.items())  # type: ignore[attr-defined]


class AskIf(OrganiserAction):
    """A forecast of the present state, as if a given player won a game."""

    part = "games"
    form_class = ForecastForm
    is_tried = False
    title = _("What if …")
    button = _("Work it out")
    said = _("It is being worked out and stands on the page of the event, under “Chances”.")
    about = _(
        "Simulates the rest of the event with and without this result. It runs in the background; the chances appear "
        "on the public page."
    )

    def blocked(self) -> str:
        if not self.event.format.is_simulated:
            return translate_text(NOT_SIMULATED)
        if self.event.status in UNDER_WAY and self.event.hold != Event.Hold.CALLED_OFF and self.games:
            return ""
        return gettext("There is no game left to play.")

    @cached_property
    def games(self) -> list[tuple[int, str]]:
        verdict = self.event_state.verdict
        named = {game.number: game.name for game in verdict.next_games}
        open_games = sorted({*named, *verdict.to_come})
        return [
            (number, translate_text(named.get(number) or phrases.games([number]))) for number in open_games
        ]

    def get_form_kwargs(self) -> dict[str, Any]:
        return super().get_form_kwargs() | {"games": self.games, "players": self.names}

    def do(self, form: Any) -> RequestedForecast:
        entered = form.cleaned_data
        return ask(
            self.event.pk,
            strengths=Strengths(entered["strengths"]),
            assumed={entered["number"]: entered["winner"]},
            runs=entered["runs"],
            actor=self.actor,
            now=timezone.now(),
        )
