"""The event as a whole: changed, interrupted and closed; a player who leaves, points awarded."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from django import forms
from django.forms import BoundField
from django.shortcuts import get_object_or_404
from django.utils.functional import cached_property
from django.utils.translation import gettext, gettext_lazy as _

from games.models import Player
from games.views.refusals import Refusal
from tournaments import services
from tournaments.hall.services.people import leave_event
from tournaments.models import CompensationAward, Entry, Event
from tournaments.organiser.actions.base import (
    OfEntry,
    OrganiserAction,
    ReasonForm,
    StepForm,
    first_or_404,
    reason_field,
)
from tournaments.organiser.event_form import (
    DETAILS,
    DetailsForm,
    complain_of_play,
    entered_settings,
    field_name,
    option_fields,
    setting_fields,
)
from tournaments.rankings.services import award_compensation, withdraw_compensation

# -- details ---------------------------------------------------------------------------------------


#: What most events never need.
_ADVANCED = ("forecasts", "seconds_per_throw")


class ChangeDetails(OrganiserAction):
    """Name, day, level and the settings of the format; format and rules are fixed by the draw."""

    template_name = "organise/steps/details.html"
    form_class = DetailsForm
    part = "settings"
    title = _("Change details")
    button = _("Save")
    said = _("Saved.")

    def get_form_kwargs(self) -> dict[str, Any]:
        """With a copy of the event, as forms write into what they are given."""
        return super().get_form_kwargs() | {"instance": Event.objects.get(pk=self.event.pk)}

    def get_context_data(self, **more: Any) -> dict[str, Any]:
        """With the fields in groups."""
        form = more["form"] = more.get("form") or self.get_form()
        own = setting_fields(self.event.format)
        usual = [name for name in DETAILS if name not in _ADVANCED]
        return super().get_context_data(
            usual=_bound_fields(form, [*usual, *own]),
            variants=_bound_fields(form, list(option_fields(self.event.format))),
            advanced=_bound_fields(form, list(_ADVANCED)),
            **more,
        )

    def do(self, form: DetailsForm) -> Event:
        changes = {name: form.cleaned_data[name] for name in DETAILS if name in form.cleaned_data}
        changes |= {name: form.cleaned_data[name] for name in ("settings", "options")}
        return services.change_event(changes=changes, **self.who)

    def complain(self, form: Any, error: Refusal) -> None:
        complain_of_play(form, self.event.format, error)


def _bound_fields(form: DetailsForm, names: list[str]) -> list[BoundField]:
    return [form[name] for name in names if name in form.fields]


# -- settings --------------------------------------------------------------------------------------


Hold = Event.Hold


class SettingsForm(StepForm):
    """The settings of a format, and why they are changed."""

    def ask(self) -> None:
        self.fields.update(setting_fields(self.step.event.format))
        self.fields["note"] = reason_field()


class ChangeSettings(OrganiserAction):
    """An event that is being played is made longer, shorter, or goes on by other settings."""

    part = "settings"
    form_class = SettingsForm
    touches_the_past = True
    title = _("Change format settings")
    button = _("Save")
    said = _("The settings are changed; the report says what follows from it.")
    about = _("What changes is shown before it is saved, and then stands in the report (§3).")

    def blocked(self) -> str:
        if self.event_state.games:
            return ""
        return gettext("No game has begun: change the settings with the details of the event.")

    def get_initial(self) -> dict[str, Any]:
        format = self.event.format
        settings = self.event_state.contest.settings
        return {
            field_name(format, setting): getattr(settings, setting.name)
            for setting in format.settings.described()
        }

    def do(self, form: Any) -> Event:
        settings = entered_settings(self.event.format, form.cleaned_data)
        return services.change_event(
            changes={"settings": settings}, note=form.cleaned_data["note"], **self.who
        )


# -- on hold ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Holding:
    """Something that is said about an event as a whole: its address, what it is called, what it means."""

    key: str
    hold: Event.Hold
    name: Any
    about: Any


HOLDINGS = (
    Holding(
        "interrupt",
        Hold.INTERRUPTED,
        _("Suspend event"),
        _("It goes on another day (§3). Running games are played on."),
    ),
    Holding("resume", Hold.NONE, _("Resume event"), _("Games can be started again.")),
    Holding(
        "close",
        Hold.CLOSED,
        _("Close event"),
        _("The event is decided and its result stands; titles and ranking points follow from it."),
    ),
    Holding(
        "call-off",
        Hold.CALLED_OFF,
        _("Cancel event"),
        _("Nothing more is played. What was played stays and can be read."),
    ),
)


def holdings_of(event: Event) -> list[Holding]:
    if event.hold != Hold.NONE:
        return [each for each in HOLDINGS if each.hold == Hold.NONE]
    over = event.status == Event.Status.FINISHED
    wanted = {Hold.CLOSED} if over else {Hold.INTERRUPTED, Hold.CALLED_OFF}
    return [each for each in HOLDINGS if each.hold in wanted]


class SayHold(OrganiserAction):
    """An event is interrupted, goes on, is called off or closed."""

    part = "settings"
    form_class = ReasonForm

    @cached_property
    def holding(self) -> Holding:
        return first_or_404(each for each in HOLDINGS if each.key == self.kwargs["holding"])

    def get_initial(self) -> dict[str, Any]:
        """The reason of an event that is closed because it is over; others are typed."""
        is_ended = self.holding.hold == Hold.CLOSED and self.event.status == Event.Status.FINISHED
        return {**super().get_initial(), **({"reason": gettext("Everything is played.")} if is_ended else {})}

    @property
    def title(self) -> Any:
        return self.holding.name

    @property
    def about(self) -> Any:
        return self.holding.about

    def do(self, form: Any) -> Event:
        return services.suspend_event(hold=self.holding.hold, reason=form.cleaned_data["reason"], **self.who)

    def done(self, made: Event) -> str:
        return f"{made.name}: {Hold(made.hold).label}"


# -- players ---------------------------------------------------------------------------------------


class Leave(OfEntry):
    """A player leaves an event that is being played."""

    form_class = ReasonForm
    touches_the_past = True
    title = _("withdraw")
    asked = _("Withdraw %(player)s")
    button = _("Withdraw player")
    said = _("%(player)s is withdrawn.")
    about = _(
        "Who leaves a League before half of its games are played is struck from the table; later the games not played "
        "are forfeited [T12]. In other formats a game that somebody does not play is forfeited."
    )

    def do(self, form: Any) -> Entry:
        return leave_event(key=self.entry.key, reason=form.cleaned_data["reason"], **self.who)


# -- compensation points (tournament-rules §6) -----------------------------------------------------


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
        return award_compensation(
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
    said = _("The CP are taken back.")

    @cached_property
    def award(self) -> CompensationAward:
        awards = self.event.compensation_awards.select_related("player")
        return get_object_or_404(awards, pk=self.kwargs["award"])

    @property
    def player(self) -> Player:
        return self.award.player

    def do(self, form: Any) -> None:
        withdraw_compensation(reason=form.cleaned_data["reason"], **self.about_whom)
