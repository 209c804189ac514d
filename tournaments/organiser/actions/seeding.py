"""The order of the entries, changed a place at a time by buttons, or by numbers typed in: nothing is dragged."""

from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import urlencode

from django import forms
from django.contrib import messages
from django.forms import BoundField
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.access import translate_text
from tournaments import services
from tournaments.models import Entry
from tournaments.organiser.actions.base import OrganiserAction
from tournaments.organiser.refusals import REFUSED

UP, DOWN, MOVED = "up", "down", "moved"


class SeedsForm(forms.Form):
    """Of every entry its place in the order."""

    def __init__(self, *args: Any, entries: Sequence[Entry], names: Mapping[str, str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.entries = entries
        for seed, entry in enumerate(entries, start=1):
            self.fields[_field(entry.key)] = forms.IntegerField(
                label=names[entry.key], initial=seed, min_value=1, max_value=999
            )

    @property
    def rows(self) -> list[tuple[str, BoundField]]:
        return [(entry.key, self[_field(entry.key)]) for entry in self.entries]

    @property
    def order(self) -> list[str]:
        """Return the keys in the order of the numbers; a player given another's number pushes that player along."""
        wanted = {entry.key: self.cleaned_data[_field(entry.key)] for entry in self.entries}
        was = {entry.key: place for place, entry in enumerate(self.entries, start=1)}
        way = {key: (wanted[key] > was[key]) - (wanted[key] < was[key]) for key in wanted}
        return sorted(wanted, key=lambda key: (wanted[key], way[key]))


def _field(key: str) -> str:
    return f"seed-{key}"


class Seeding(OrganiserAction):
    """Who is seeded where, until the draw."""

    form_class = SeedsForm
    template_name = "organise/steps/seeding.html"
    part = "players"
    is_tried = False
    title = _("Order players")
    button = _("Save order")
    said = _("Order saved.")
    about = _("The first is seeded highest. A random draw does not use the order (§2, §3.5).")

    def blocked(self) -> str:
        if self.event_state.draws or self.event_state.games:
            return gettext("The draw has been held: the entries stay as they are.")
        return "" if len(self.event_state.entries) > 1 else gettext("There is nobody yet to put in order.")

    def get_form_kwargs(self) -> dict[str, Any]:
        return super().get_form_kwargs() | {"entries": self.event_state.entries, "names": self.names}

    def get_context_data(self, **more: Any) -> dict[str, Any]:
        """With who was moved last, so that the keyboard stays where it was."""
        return super().get_context_data(moved=self.request.GET.get(MOVED, ""), **more)

    def post(self, request: HttpRequest, *args: Any, **address: Any) -> HttpResponse:
        """One place up or down, or all by their numbers."""
        for way, places in ((UP, -1), (DOWN, 1)):
            if way in request.POST:
                return self._move(request.POST[way], way, places)
        return super().post(request, *args, **address)

    def _move(self, key: str, way: str, places: int) -> HttpResponse:
        order = [entry.key for entry in self.event_state.entries]
        if key not in order:
            raise Http404
        place = order.index(key)
        order.insert(max(place + places, 0), order.pop(place))
        try:
            services.reseed(order=order, **self.who)
        except REFUSED as error:
            messages.warning(self.request, translate_text(error.message))
        return HttpResponseRedirect(f"{self.request.path}?{urlencode({MOVED: f'{way}-{key}'})}")

    def do(self, form: SeedsForm) -> Sequence[Entry]:
        return services.reseed(order=form.order, **self.who)
