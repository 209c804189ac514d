"""The event as a whole: settings changed with a note, interrupted and resumed, closed; a player who leaves."""

from dataclasses import dataclass
from typing import Any

from django import forms
from django.utils.functional import cached_property
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments import services
from tournaments.models import Entry, Event
from tournaments.organiser.actions.base import OfEntry, OrganiserAction, first_or_404
from tournaments.organiser.actions.fields import ReasonForm, reason_field
from tournaments.organiser.event_form import entered_settings, field_name, setting_fields

Hold = Event.Hold


class SettingsForm(forms.Form):
    """The settings of a format, and why they are changed."""

    def __init__(self, *args: Any, event: Event, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields.update(setting_fields(event.format))
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

    def get_form_kwargs(self) -> dict[str, Any]:
        return super().get_form_kwargs() | {"event": self.event}

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
    is_tried = False

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

    button = title

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
        return services.withdraw_entry(key=self.entry.key, reason=form.cleaned_data["reason"], **self.who)
