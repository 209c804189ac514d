"""A round is mended: a person is absent, late, at the wrong table. What it costs is shown before it is done."""

import re
from collections.abc import Iterator
from hashlib import sha256
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.functional import cached_property
from django.utils.translation import gettext, gettext_lazy as _

from games.access import translate_text
from games.enums import Action
from games.models.player import folded
from tournaments import seating
from tournaments.hall import services as hall
from tournaments.hall.desk.crowd import has_words
from tournaments.hall.desk.seating import LABELS
from tournaments.hall.services import Mishap, MishapKind
from tournaments.hall.services.seats import order_of_round, standing_round
from tournaments.kit.desk import (
    REFUSED,
    complaining,
    desk_response,
    hall_page,
    reverse_desk,
    takes_form,
    who_acts,
)
from tournaments.models import MOST_TABLES, Entry, Event
from tournaments.standings.event_state import EventState

PART = "seating"
KINDS = {
    MishapKind.ABSENT: _("Somebody is absent"),
    MishapKind.LATE: _("Somebody comes late"),
    MishapKind.EXCHANGE: _("Two people exchange seats"),
    MishapKind.TABLE: _("Somebody to another table"),
    MishapKind.APART: _("Two people not at one table"),
}
#: What is a mishap only once a round is published; before, it is planned again.
_OF_PUBLISHED = (MishapKind.ABSENT, MishapKind.LATE)
#: What takes a second person.
_OF_TWO = (MishapKind.EXCHANGE, MishapKind.APART)
#: The number of candidates named for an ambiguous name.
_MOST_NAMED = 5
#: Names of what a page sends beside its form.
SEEN, REASON = "seen", "reason"
_NUMBER = re.compile(r"\s*(\d{1,6})\b")


class MishapForm(forms.Form):
    """What has gone wrong, or is wished."""

    kind = forms.ChoiceField(label=_("What"))
    who = forms.CharField(label=_("Who"), max_length=120, help_text=_("Start number or name."))
    other = forms.CharField(label=_("And who"), max_length=120, required=False)
    table = forms.IntegerField(label=_("To table"), min_value=1, max_value=MOST_TABLES, required=False)

    def __init__(self, data: Any, *, event_state: EventState, is_published: bool) -> None:
        super().__init__(data)
        self.event_state = event_state
        kinds = [kind for kind in KINDS if is_published or kind not in _OF_PUBLISHED]
        self.fields["kind"].choices = [(kind.value, KINDS[kind]) for kind in kinds]  # type: ignore[attr-defined]
        for name in ("who", "other"):
            self.fields[name].widget.attrs |= {"list": "everybody", "autocomplete": "off"}

    def clean(self) -> dict[str, Any]:
        """With the mishap."""
        cleaned = super().clean() or self.cleaned_data
        if self.errors:
            return cleaned
        kind = MishapKind(cleaned["kind"])
        who = self._meant("who", cleaned["who"])
        other = self._meant("other", cleaned["other"]) if kind in _OF_TWO and cleaned["other"] else None
        if not self.errors:
            cleaned["mishap"] = Mishap(kind, who, other, cleaned["table"])
        return cleaned

    def _meant(self, field: str, text: str) -> str:
        """Return the key of the person meant; the field gets an error with the candidates where there are several."""
        found = self._found(text.strip())
        if len(found) == 1:
            return found[0].key
        if not found:
            self.add_error(field, _("Nobody is called that: a start number or a name is needed."))
        else:
            several = ", ".join(self.event_state.numbered(entry) for entry in found[:_MOST_NAMED])
            self.add_error(field, _("Several are called that: %(people)s") % {"people": several})
        return ""

    def _found(self, text: str) -> list[Entry]:
        """Find people by the leading number, by key, by name, else by how words of the name begin."""
        if numbered := _NUMBER.match(text):
            return [entry for entry in self.event_state.entries if entry.number == int(numbered[1])]
        wanted, words = folded(text), folded(text).split()
        entries, name_of = self.event_state.entries, self.event_state.name
        exactly = [entry for entry in entries if text == entry.key or wanted == folded(name_of(entry))]
        return exactly or [entry for entry in entries if words and has_words(name_of(entry), words)]


class Mending:
    """What a mishap leads to, before it is mended."""

    def __init__(self, event: Event, subject: str, data: Any) -> None:
        self.event, self.subject = event, subject
        self.event_state = EventState.load(event)
        self.is_published = any(draw.subject == subject for draw in self.event_state.draws)
        self.form = MishapForm(
            data if data.get("kind") else None, event_state=self.event_state, is_published=self.is_published
        )

    @cached_property
    def order(self) -> list[str]:
        """The seats as they stand. Raises ``BadRequest`` where there are none."""
        return order_of_round(self.event_state, self.subject)

    @property
    def fingerprint(self) -> str:
        """A fingerprint of the present seats, so that only the seats that were shown are mended."""
        return sha256("\n".join(self.order).encode()).hexdigest()[:16]

    @cached_property
    def repair(self) -> seating.Repair | None:
        """The repair; ``None`` without a request, or where it is impossible: the form says why."""
        if self.form.is_bound and self.form.is_valid():
            with complaining(self.form):
                return hall.consider_repair(self.event_state, self.subject, self.form.cleaned_data["mishap"])
        return None

    @property
    def changes(self) -> list[tuple[Any, int, int]]:
        return changes_of(self.repair) if self.repair else []

    @property
    def moves(self) -> list[tuple[str, int | None, int | None]]:
        if self.repair is None:
            return []
        here = standing_round(self.event_state, self.subject, self.order)
        names = {entry.key: self.event_state.numbered(entry) for entry in self.event_state.entries}
        return [(names.get(key, key), before, after) for key, before, after in moves_of(here, self.repair)]

    @property
    def everybody(self) -> list[str]:
        return [self.event_state.numbered(entry) for entry in self.event_state.entries]

    @property
    def button(self) -> str:
        is_exchange = self.form.cleaned_data["mishap"].kind is MishapKind.EXCHANGE
        return gettext("Exchange seats") if is_exchange else gettext("Change seats")


def changes_of(repair: seating.Repair) -> list[tuple[Any, int, int]]:
    """List the changed costs: name, before, after."""
    before, after = repair.before._asdict(), repair.after._asdict()
    return [(LABELS[name], before[name], after[name]) for name in LABELS if before[name] != after[name]]


def moves_of(
    here: seating.PublishedRound, repair: seating.Repair
) -> Iterator[tuple[str, int | None, int | None]]:
    """List whose seat changes: the key, the table before, the table afterwards; ``None`` for no seat."""
    before, after = here.table_of, repair.round.table_of
    for key in dict.fromkeys((*repair.moved, *before, *after)):
        if before.get(key) != after.get(key) or key in repair.moved:
            yield key, _number(before, key), _number(after, key)


def _number(tables: dict[str, int], key: str) -> int | None:
    return tables[key] + 1 if key in tables else None


@takes_form
@hall_page(Action.ORGANISE)
def mend_page(request: HttpRequest, event: Event, subject: str) -> HttpResponse:
    """What a mishap leads to, and what it costs; sent, it is mended."""
    data = request.POST if request.method == "POST" else request.GET
    mending = Mending(event, subject, data)
    try:
        fingerprint = mending.fingerprint
    except REFUSED as error:
        messages.error(request, translate_text(error.message))
        return redirect(reverse_desk("desk-seating", event))
    if request.method == "POST" and mending.repair is not None:
        if request.POST.get(SEEN) != fingerprint:
            mending.form.add_error(None, gettext("The seats have changed since: check the changes again."))
        elif _is_mended(request, mending):
            messages.success(request, gettext("The seats are changed."))
            return redirect(reverse_desk("desk-seating", event))
    return desk_response(
        request,
        "hall/mend",
        event,
        PART,
        gettext("Change seats"),
        subject=subject,
        mending=mending,
        form=mending.form,
        repair=mending.repair,
        reason=request.POST.get(REASON, ""),
    )


def _is_mended(request: HttpRequest, mending: Mending) -> bool:
    """Mend it; an unpublished plan takes no reason. Errors are shown in the form."""
    usual = "" if mending.is_published else gettext("changed at the desk")
    with complaining(mending.form):
        hall.repair_round(
            subject=mending.subject,
            mishap=mending.form.cleaned_data["mishap"],
            reason=request.POST.get(REASON) or usual,
            **who_acts(request, mending.event),
        )
        return True
    return False
