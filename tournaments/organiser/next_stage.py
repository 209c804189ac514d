"""What a new event is made of: its format as it is chosen, groups and divisions, the stage after them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise, zip_longest
from string import ascii_uppercase
from typing import Any, TypeVar
from urllib.parse import urlencode

from django import forms
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.functional import Promise, cached_property
from django.utils.translation import gettext, gettext_lazy as _, ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.access import signed_in
from games.enums import Action
from games.models import Player
from rules import RULE_SETS, Game, shuffle_by
from tournaments.forecasts.durations import Extent, extent_of
from tournaments.formats import FORMATS, Format
from tournaments.kit.desk import events_within, label, may_make_events
from tournaments.models import Event
from tournaments.standings.queries import load_standings

# -- formats ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class FormatCard:
    """A format as it is chosen."""

    format: Format[Any]

    @property
    def picture(self) -> str:
        """The address of a picture of its board as a game begins."""
        rules = RULE_SETS[self.format.rule_sets[0]]
        colours = rules.layout().colours
        begun = Game.start(rules, {colour: (colour,) for colour in colours}, starter=colours[0])
        asked = urlencode({"rules": rules.name, "position": str(begun.position)})
        return f"{reverse('games:position')}?{asked}"

    @property
    def players(self) -> str:
        least, most = self.format.least_players, self.format.most_players
        if least == most:
            return ngettext("%(n)d player", "%(n)d players", least) % {"n": least}
        return gettext("%(least)d to %(most)d players") % {"least": least, "most": most}

    @property
    def extent_for(self) -> str:
        least = self.format.least_players
        if least == self.format.most_players:
            return ""
        return ngettext("with %(n)d player", "with %(n)d players", least) % {"n": least}

    @property
    def extent(self) -> Extent | None:
        """The amount of play with default settings and as few players as it takes."""
        format = self.format
        return extent_of(format, format.settings.read({}), format.rule_sets[0], format.least_players)


# -- groups and divisions --------------------------------------------------------------------------


Member = TypeVar("Member")

IN_ORDER, EVENLY, BY_LOT = "order", "evenly", "lot"
DIVISIONS: Mapping[str, Promise] = {
    IN_ORDER: _("In the order of the list: the first play in A (divisions)"),
    EVENLY: _("Equally strong: 1st to A, 2nd to B … and back"),
    BY_LOT: _("By lot"),
}
#: More groups have no letters.
MOST_GROUPS = len(ascii_uppercase)
#: The subject of the draw, which is part of every line that is hashed.
LOT = "groups"


def possible_groups(format: Format[Any], players: int) -> range:
    least = max(2, -(-players // format.most_players))
    return range(least, min(players // format.least_players, MOST_GROUPS) + 1)


def groups_needed(format: Format[Any], players: int) -> bool:
    return players > format.most_players and bool(possible_groups(format, players))


def divide(members: Sequence[Member], groups: int, way: str) -> list[list[Member]]:
    """Divide the members, as evenly as possible: in their order, or the strongest to each group in turn."""
    if way == EVENLY:
        return _serpentine(members, groups)
    size, more = divmod(len(members), groups)
    ends = [number * size + min(number, more) for number in range(groups + 1)]
    return [list(members[start:end]) for start, end in pairwise(ends)]


def _serpentine(members: Sequence[Member], groups: int) -> list[list[Member]]:
    found: list[list[Member]] = [[] for _ in range(groups)]
    for number, member in enumerate(members):
        turn, at = divmod(number, groups)
        found[groups - 1 - at if turn % 2 else at].append(member)
    return found


def draw_order(names: Sequence[str], seed: str) -> list[int]:
    """Return the order of the lot as positions in the list: by SHA-256 of ``seed|groups|name``."""
    at = {name: number for number, name in enumerate(names)}
    return [at[name] for name in shuffle_by(seed, LOT, names)]


# -- the next stage --------------------------------------------------------------------------------


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
        read = Player._meta.pk.to_python
        tables = [
            [read(row["player"]) for row in load_standings(event)["rows"] if row["player"]]
            for event in self.events
        ]
        players = _best(tables, self.number) if self.way == BEST else _moved(tables, self.number)
        known = Player.objects.in_bulk(players)
        names = "\n".join(known[key].shown_as for key in players if key in known)
        if self.way == BEST:
            return {"names": names}
        return {"names": names, "groups": len(self.events), "division": IN_ORDER}


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
        super().__init__(*args, **named)
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
