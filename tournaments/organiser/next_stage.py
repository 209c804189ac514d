"""The next stage after groups: who goes on to the finals, who moves up and down; the names for a new event."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any
from urllib.parse import urlencode

from django import forms
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.functional import cached_property
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.access import signed_in
from games.enums import Action
from games.models import Player
from tournaments.formats import FORMATS
from tournaments.models import Event
from tournaments.organiser.i18n import label
from tournaments.organiser.permissions import events_within, may_make_events
from tournaments.organiser.player_groups import IN_ORDER, MOST_GROUPS
from tournaments.standings.queries import load_standings

BEST, MOVE = "best", "move"
WAYS = {
    BEST: _("Finals: how many go on from each event"),
    MOVE: _("Next season: how many move up and down between neighbours"),
}
#: The number of events offered, the latest.
_MOST_EVENTS = 60
_MOST_PLACES = 20
#: Something has been played in them.
_WITH_A_TABLE = (Event.Status.RUNNING, Event.Status.FINISHED)


@dataclass(frozen=True)
class NextStage:
    """Events in their order, as divisions the highest first; ``way`` says who of them is in the new one."""

    events: Sequence[Event]
    way: str
    number: int

    def initial(self) -> dict[str, Any]:
        """Return the initial values of the form of the new event."""
        tables = [_ranked(event) for event in self.events]
        players = _best(tables, self.number) if self.way == BEST else _moved(tables, self.number)
        known = Player.objects.in_bulk(players)
        names = "\n".join(known[key].shown_as for key in players if key in known)
        if self.way == BEST:
            return {"names": names}
        return {"names": names, "groups": len(self.events), "division": IN_ORDER}


def _ranked(event: Event) -> list[Any]:
    return [
        Player._meta.pk.to_python(row["player"]) for row in load_standings(event)["rows"] if row["player"]
    ]


def _best(tables: Sequence[Sequence[Any]], number: int) -> list[Any]:
    """List the first of each table, then the second of each …, each person once."""
    places = zip_longest(*(table[:number] for table in tables))
    return list(dict.fromkeys(key for place in places for key in place if key is not None))


def _moved(tables: Sequence[Sequence[Any]], number: int) -> list[Any]:
    """List the divisions of the next season: who has come down, who stays, who has come up; each once."""
    last = len(tables) - 1
    found: list[Any] = []
    for at, table in enumerate(tables):
        moving = min(number, len(table) // 2)
        up, down = moving if at else 0, moving if at < last else 0
        from_above = tables[at - 1][-min(number, len(tables[at - 1]) // 2) :] if at else ()
        from_below = tables[at + 1][: min(number, len(tables[at + 1]) // 2)] if at < last else ()
        found += [*from_above, *table[up : len(table) - down], *from_below]
    return list(dict.fromkeys(found))


def _called(event: Event) -> str:
    """Return what an event is called among others, with a word where its table may still change."""
    name = f"{event.name} ({event.season.name})"
    is_over = event.status == Event.Status.FINISHED or event.hold == Event.Hold.CLOSED
    return name if is_over else gettext("%(event)s – not over yet") % {"event": name}


class NextStageForm(forms.Form):
    """Which events, who of each, and what they play."""

    events = forms.MultipleChoiceField(
        label=_("From which events"),
        widget=forms.CheckboxSelectMultiple,
        help_text=_("Divisions are taken in this order, the highest first."),
    )
    way = forms.ChoiceField(label=_("Who goes on"), choices=list(WAYS.items()), widget=forms.RadioSelect)
    number = forms.IntegerField(label=_("How many"), min_value=1, max_value=_MOST_PLACES)
    format = forms.ChoiceField(label=_("What they play"))

    def __init__(self, *args: Any, request: HttpRequest, **named: Any) -> None:
        super().__init__(*args, **{"label_suffix": "", **named})
        begun = Event.objects.filter(status__in=_WITH_A_TABLE, rehearsal=None).exclude(
            hold=Event.Hold.CALLED_OFF
        )
        found = begun.select_related("season").order_by("-season__starts_on", "season", "name")
        self._found = {
            each.slug: each for each in events_within(request, found, Action.ORGANISE)[:_MOST_EVENTS]
        }
        choices = [(slug, _called(each)) for slug, each in self._found.items()]
        self.fields["events"].choices = choices  # type: ignore[attr-defined]
        formats = [(key, label(each.name)) for key, each in FORMATS.items() if not each.seats_a_hall]
        self.fields["format"].choices = formats  # type: ignore[attr-defined]

    def clean_events(self) -> list[Event]:
        slugs = self.cleaned_data["events"]
        if len(slugs) > MOST_GROUPS:
            raise forms.ValidationError(gettext("At most %(n)d events are possible.") % {"n": MOST_GROUPS})
        return [self._found[slug] for slug in self._found if slug in slugs]

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        if cleaned.get("way") == MOVE and len(cleaned.get("events", ())) == 1:
            self.add_error("events", gettext("Moving up and down takes two events or more."))
        return cleaned

    @cached_property
    def stage(self) -> NextStage:
        asked = self.cleaned_data
        return NextStage(asked["events"], asked["way"], asked["number"])


def asked_stage(request: HttpRequest, format_key: str) -> NextStage | None:
    """Return the stage that the address of a new event asks for; ``None`` if there is none, or none that can be."""
    if "events" not in request.GET:
        return None
    asked = {**request.GET.dict(), "events": request.GET.getlist("events"), "format": format_key}
    form = NextStageForm(asked, request=request)
    return form.stage if form.is_valid() else None


@never_cache
@require_safe
@signed_in
def next_stage(request: HttpRequest) -> HttpResponse:
    """The form; sent, it leads to the form of the new event with the names filled in."""
    if not may_make_events(request):
        raise PermissionDenied
    is_sent = "way" in request.GET
    usual = {"way": BEST, "number": 2, "format": "league", "events": request.GET.getlist("events")}
    form = NextStageForm(request.GET if is_sent else None, initial=usual, request=request)
    if is_sent and form.is_valid():
        stage = form.stage
        asked = {"events": [each.slug for each in stage.events], "way": stage.way, "number": stage.number}
        address = reverse("tournaments:new-event-of", args=[form.cleaned_data["format"]])
        return redirect(f"{address}?{urlencode(asked, doseq=True)}")
    return render(request, "organise/next_stage.html", {"form": form})
