"""The details of an event: its name, its day, and until the first game the settings of its format."""

from typing import Any

from django.forms import BoundField
from django.utils.translation import gettext_lazy as _

from tournaments import services
from tournaments.models import Event
from tournaments.organiser.actions.base import OrganiserAction
from tournaments.organiser.event_form import DETAILS, BaseEventForm, details_form, setting_fields
from tournaments.organiser.option_fields import option_fields

#: What most events never need.
_ADVANCED = ("forecasts", "seconds_per_throw")


class ChangeDetails(OrganiserAction):
    """Name, day, level and the settings of the format; format and rules are fixed by the draw."""

    template_name = "organise/steps/details.html"
    part = "settings"
    is_tried = False
    title = _("Change details")
    button = _("Save")
    said = _("Saved.")

    def get_form_class(self) -> type[BaseEventForm]:
        return details_form(self.event)

    def get_form_kwargs(self) -> dict[str, Any]:
        """With a copy of the event, as forms write into what they are given."""
        return super().get_form_kwargs() | {"instance": Event.objects.get(pk=self.event.pk)}

    def get_context_data(self, **more: Any) -> dict[str, Any]:
        """With the fields in groups."""
        form = more["form"] = more.get("form") or self.get_form()
        own = setting_fields(self.event.format)
        usual = [name for name in DETAILS if name not in _ADVANCED]
        return super().get_context_data(
            usual=_fields(form, [*usual, *own]),
            variants=_fields(form, list(option_fields(self.event.format))),
            advanced=_fields(form, list(_ADVANCED)),
            **more,
        )

    def do(self, form: BaseEventForm) -> Event:
        changes = {name: form.cleaned_data[name] for name in DETAILS if name in form.cleaned_data}
        changes |= {name: form.cleaned_data[name] for name in ("settings", "options")}
        return services.change_event(changes=changes, **self.who)


def _fields(form: BaseEventForm, names: list[str]) -> list[BoundField]:
    return [form[name] for name in names if name in form.fields]
