"""The end of a hall: who is in the finals, what is level at the cut, and the lists from which prizes are given."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext, gettext_lazy as _, ngettext
from django.views.decorators.http import require_POST, require_safe

from games.access import translate_text
from games.enums import Action
from tournaments import services
from tournaments.formats import is_round
from tournaments.formats.open.rounds import FINALS
from tournaments.formats.verdict import Standing
from tournaments.hall.seat_plan import CutCard, SeatPlan
from tournaments.hall.services.hall_event import entries_meant
from tournaments.kit.desk import desk_response, hall_page, refusals_shown, reverse_desk, who_acts
from tournaments.kit.people_forms import StartNumbersField
from tournaments.models import Entry, Event
from tournaments.player_refs import resolve_current
from tournaments.standings.event_state import EventState
from tournaments.standings.presenters import EventPresenter

PART = "prizes"
#: Why dice are thrown: missing figures could still separate those who are level.
LEVEL_IN_EVERYTHING = _("Level in everything: the die decides.")
LEVEL_AS_FAR_AS_KNOWN = _("Level as far as the boards are known: the die decides.")
#: A line of a list of prizes: who it is, what it rests on, the place, if there is one, and whether it is shared.
Winner = tuple[str, str, int | None, bool]
#: The name of a list from which prizes are given, and who is on it.
PrizeList = tuple[str, list[Winner]]


class HallEnd:
    """What follows the rounds of a hall."""

    def __init__(self, event_state: EventState) -> None:
        self.event_state = event_state
        self.plan = SeatPlan(EventPresenter(event_state.event))
        self.verdict = event_state.verdict
        self.entries = event_state.by_key

    def name(self, key: str) -> str:
        entry = self.entries.get(key)
        return key if entry is None else self.event_state.numbered(entry)

    @property
    def is_over(self) -> bool:
        return self.verdict.finished is not None

    @property
    def rounds_left(self) -> bool:
        due = any(is_round(each.subject) for each in self.verdict.draws)
        return due or any(not each.is_final for each in self.plan.open_rounds)

    @property
    def going_on(self) -> list[CutCard]:
        return self.plan.cuts_by({key: self.name(key) for key in self.entries})

    @property
    def why_lots(self) -> Any:
        return LEVEL_AS_FAR_AS_KNOWN if self.verdict.standings.unfinished else LEVEL_IN_EVERYTHING

    @property
    def lots(self) -> list[list[str]]:
        """List who throws the die for a cut or a prize."""
        return [
            [self.name(key) for key in each.items]
            for each in self.verdict.draws
            if not is_round(each.subject) and each.subject not in FINALS
        ]

    # -- prizes ------------------------------------------------------------------------------------

    @property
    def prizes(self) -> list[PrizeList]:
        """List what prizes are given for, without empty lists."""
        rows = self.verdict.standings.rows
        most = self.event_state.contest.settings.prizes
        lists = [(gettext("Places"), self._placed(rows, most))]
        for part in self.verdict.parts:
            name = translate_text(resolve_current(part.name))
            lists.append((name, self._placed(part.standings.rows, most)))
        # The second figure is the number of games.
        played = [row for row in rows if row.figures[1]]
        lists.append((gettext("Last place"), self._last(played)))
        lists += [self._youngest(played), self._biggest_team(played)]
        return [(name, winners) for name, winners in lists if winners]

    def _placed(self, rows: Sequence[Standing], most: int) -> list[Winner]:
        return [self._winner(row) for row in rows if row.place <= most]

    def _last(self, played: Sequence[Standing]) -> list[Winner]:
        """List who is last of those who have not left for good: those who have are not there for the prize."""
        there = [row for row in played if self.entries[row.entrant].presence != Entry.Presence.LEFT]
        last = max((row.place for row in there), default=0)
        return [self._winner(row) for row in there if row.place == last]

    def _winner(self, row: Standing) -> Winner:
        column = self.verdict.standings.columns[0]
        return self.name(row.entrant), translate_text(column.count(row.main)), row.place, row.shared

    def _youngest(self, played: Sequence[Standing]) -> PrizeList:
        there = [self.entries[row.entrant] for row in played]
        if said := [entry for entry in there if entry.youngest]:
            return gettext("Youngest"), [(self.name(entry.key), "", None, False) for entry in said]
        born = [entry.player.born for entry in there if entry.player.born]
        found = [entry for entry in there if born and entry.player.born == max(born)]
        known_of = gettext("of %(known)d whose day of birth is known") % {"known": len(born)}
        return gettext("Youngest"), [(self.name(entry.key), known_of, None, False) for entry in found]

    def _biggest_team(self, played: Sequence[Standing]) -> PrizeList:
        teams = [self.entries[row.entrant].team for row in played]
        sizes = {team: teams.count(team) for team in dict.fromkeys(teams) if team}
        most = max(sizes.values(), default=0)
        size_text = ngettext("%(n)d person", "%(n)d people", most) % {"n": most}
        found: list[Winner] = [(team, size_text, None, False) for team, size in sizes.items() if size == most]
        # As many as there are teams is no prize.
        return gettext("Biggest team or club"), found if len(found) < max(len(sizes), 2) else []


@require_safe
@hall_page(Action.RULE)
def prizes_page(request: HttpRequest, event: Event) -> HttpResponse:
    ending = HallEnd(EventState.load(event))
    return desk_response(
        request,
        "hall/prizes",
        event,
        PART,
        ending=ending,
        said_youngest=", ".join(str(each.number) for each in ending.entries.values() if each.youngest),
    )


class YoungestNumbersForm(forms.Form):
    """Who is the youngest, where no days of birth are known."""

    youngest = StartNumbersField(label=_("Start number"), required=False, max_length=300)


@require_POST
@hall_page(Action.ORGANISE)
def say_youngest(request: HttpRequest, event: Event) -> HttpResponse:
    """Save who is the youngest; an empty choice: by days of birth again."""
    form = YoungestNumbersForm(request.POST)
    if form.is_valid():
        with refusals_shown(request):
            entries = entries_meant(event, form.cleaned_data["youngest"], "youngest")
            made = services.say_youngest(keys=[entry.key for entry in entries], **who_acts(request, event))
            names = ", ".join(entry.player.shown_as for entry in made if entry.youngest)
            messages.success(request, gettext("The youngest: %(names)s") % {"names": names or "–"})
    else:
        messages.error(request, f"{form.fields['youngest'].label}: {form.errors['youngest'][0]}")
    return redirect(reverse_desk("desk-prizes", event))
