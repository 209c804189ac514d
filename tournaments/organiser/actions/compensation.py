"""Compensation points that the organiser awards to a defender, and takes back (tournament-rules §6)."""

from fractions import Fraction
from typing import Any

from django import forms
from django.shortcuts import get_object_or_404
from django.utils.functional import cached_property
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.models import Player
from tournaments.models import CompensationAward, Event
from tournaments.organiser.actions.base import OrganiserAction
from tournaments.organiser.actions.fields import ReasonForm, reason_field
from tournaments.rankings import services


class CompensationForm(forms.Form):
    """How many CP, and why."""

    points = forms.DecimalField(
        label=_("CP"),
        min_value=0,
        max_digits=4,
        decimal_places=1,
        help_text=_("Whole or half points: as many as he would lack because the distance was shortened."),
    )
    reason = reason_field()


class _AboutCompensation(OrganiserAction):
    """A step about CP: done at once, as it changes nothing that was played."""

    part = "settings"
    is_tried = False

    @property
    def about_whom(self) -> dict[str, Any]:
        return {**self.who, "player": self.player}

    @property
    def player(self) -> Player:
        raise NotImplementedError

    @property
    def heading(self) -> str:
        return f"{self.title}: {self.player.shown_as}"


class AwardCompensation(_AboutCompensation):
    """CP for a successful defender."""

    form_class = CompensationForm
    title = _("award CP")
    button = _("Award the CP")
    about = _(
        "To the winner who would lose the top of the list only because the distance was shortened (§6). What he is "
        "owed by his margin over those below is added by the program itself. Titles follow from the results, nobody "
        "types them in."
    )

    def blocked(self) -> str:
        if self.event.status == Event.Status.FINISHED and self.event_state.verdict.finished:
            return ""
        return gettext("The event is not decided yet.")

    @property
    def player(self) -> Player:
        assert self.event_state.verdict.finished is not None
        winner = self.event_state.verdict.finished.winner
        return next(entry.player for entry in self.event_state.entries if entry.key == winner)

    def do(self, form: Any) -> CompensationAward:
        entered = form.cleaned_data
        return services.award_compensation(
            points=Fraction(entered["points"]), reason=entered["reason"], **self.about_whom
        )

    def done(self, made: CompensationAward) -> str:
        return gettext("%(player)s is awarded %(points)s CP.") % {
            "player": self.player.shown_as,
            "points": f"{float(Fraction(made.points)):g}",
        }


class WithdrawCompensation(_AboutCompensation):
    """An award that is taken back."""

    form_class = ReasonForm
    title = _("take the CP back")
    button = _("Take the CP back")
    said = _("The CP are taken back.")

    @cached_property
    def award(self) -> CompensationAward:
        awards = self.event.compensation_awards.select_related("player")
        return get_object_or_404(awards, pk=self.kwargs["award"])

    @property
    def player(self) -> Player:
        return self.award.player

    def do(self, form: Any) -> None:
        services.withdraw_compensation(reason=form.cleaned_data["reason"], **self.about_whom)
