"""The check before the start: whether the event can be played to its end, asked for because it takes its time."""

from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.organiser.actions.base import OrganiserAction
from tournaments.services.readiness import preflight


class CheckEvent(OrganiserAction):
    """What the check has found, as long as no game has begun."""

    template_name = "organise/steps/check.html"
    http_method_names = ["get", "head"]
    form_class = forms.Form
    title = _("Check the event")
    button = _("Check the event")

    def blocked(self) -> str:
        return gettext("A game has begun: the event has been checked.") if self.event_state.games else ""

    def get_context_data(self, **more: Any) -> dict[str, Any]:
        return super().get_context_data(findings=preflight(self.event_state), **more)
