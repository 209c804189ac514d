"""Players of an event that is open: several names at once, and one who does not come after all."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from games.access import caller_of, translate_text
from games.queries.name_matching import Person
from tournaments import services
from tournaments.models import Entry
from tournaments.organiser.actions.base import OfEntry, OrganiserAction
from tournaments.organiser.names import NamesField, PlayerNamesForm


class NewNamesField(NamesField):
    """Names of players who are added: one is enough."""

    least = 1


class AddPlayersForm(PlayerNamesForm):
    """Who is added."""

    names = NewNamesField(
        label=_("Names"),
        help_text=_("One name on each line. Known players are recognised."),
        widget=forms.Textarea(attrs={"rows": 4, "autocomplete": "off"}),
    )

    def clean_names(self) -> Sequence[Person]:
        found = super().clean_names()
        if not self.is_each_once(found):
            raise forms.ValidationError(_("Two of the names are the same person."), code="twice")
        return found


class _BeforeTheDraw(OrganiserAction):
    """A step for an event whose entries are open."""

    is_tried = False

    def blocked(self) -> str:
        why = services.why_closed(self.event)
        return translate_text(why) if why else ""


class AddPlayers(_BeforeTheDraw):
    """Players are entered by their names."""

    part = "players"
    form_class = AddPlayersForm
    template_name = "organise/steps/add_players.html"
    title = _("Add players")
    button = _("Add players")

    def get_form(self, form_class: Any = None) -> Any:
        form = super().get_form(form_class)
        form.viewer = caller_of(self.request)
        return form

    def do(self, form: AddPlayersForm) -> Sequence[Entry]:
        players = [person.player or person.typed for person in form.cleaned_data["names"]]
        return services.enter_all(players=players, **self.who)

    def done(self, made: Sequence[Entry]) -> str:
        names = ", ".join(entry.player.shown_as for entry in made)
        return ngettext("Added: %(names)s", "Added: %(names)s", len(made)) % {"names": names}


class RemovePlayer(_BeforeTheDraw, OfEntry):
    """A player does not come after all."""

    form_class = forms.Form
    title = _("Remove")
    button = _("Remove")
    asked = _("Remove %(player)s")
    said = _("%(player)s is removed.")

    def do(self, form: Any) -> None:
        services.withdraw(key=self.entry.key, **self.who)
