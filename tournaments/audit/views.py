"""The page of who did what in an event: to leaf through."""

import json
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from datetime import date, datetime
from functools import cached_property
from itertools import groupby
from typing import Any

from django.core.paginator import Page, Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.text import Truncator, capfirst
from django.utils.translation import gettext, gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.access import require_permission, scopes, translate_text
from games.dates import write_moment
from games.domain.events import EVENT_TYPES
from games.enums import Action, EventKind, Role
from games.models import Player, SecurityEvent
from rules import COLOUR_NAMES, Literal, Text
from tournaments.audit.queries import HISTORIES, AuditLine, lines, rows
from tournaments.models import MOVED_UP, RENAMED, Draw, Entry, Event, Season
from tournaments.models.webhook import NEW_SECRET
from tournaments.scopes import around_event

KIND = SecurityEvent.Kind
#: Characters of a text that has changed; a report is read in full elsewhere.
LONGEST_VALUE = 80
_ID = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")

#: Kind of a row → what is said where it was made, changed and removed.
_ROWS: Mapping[str, Mapping[str, Any]] = {
    "event": {
        "+": gettext_lazy("event created"),
        "~": "%(change)s",
        "-": gettext_lazy("event deleted"),
    },
    "entry": {
        "+": gettext_lazy("%(name)s entered"),
        "~": "%(name)s: %(change)s",
        "-": gettext_lazy("entry of %(name)s removed"),
    },
    "draw": {
        "+": gettext_lazy("%(draw)s – %(method)s%(outcome)s"),
        "~": "%(draw)s: %(change)s",
        "-": gettext_lazy("%(draw)s: draw voided"),
    },
    "game of the event": {
        "+": gettext_lazy("Added to the event"),
        "~": "%(change)s",
        "-": gettext_lazy("Removed"),
    },
    "webhook": {
        "+": gettext_lazy("webhook created"),
        "~": gettext_lazy("webhook: %(change)s"),
        "-": gettext_lazy("webhook removed"),
    },
    "CP awarded": {
        "+": gettext_lazy("%(name)s got %(points)s CP – %(reason)s"),
        "~": gettext_lazy("CP of %(name)s: %(change)s"),
        "-": gettext_lazy("CP of %(name)s taken back"),
    },
    "registration": {
        "+": gettext_lazy("registration set up"),
        "~": gettext_lazy("registration: %(change)s"),
        "-": gettext_lazy("registration removed"),
    },
}
#: What is said instead of what these notes come with, by the kind of the row.
_NOTED: Mapping[tuple[str, str], Any] = {
    ("entry", MOVED_UP): gettext_lazy("%(name)s moved up from the waiting list"),
    ("entry", RENAMED): gettext_lazy("name corrected: %(name)s"),
    ("webhook", NEW_SECRET): gettext_lazy("webhook: new secret"),
}
_ACCESS: Mapping[str, Any] = {
    KIND.TOKEN_ISSUED: gettext_lazy("link “%(name)s” created: %(role)s, %(place)s"),
    KIND.TOKEN_REVOKED: gettext_lazy("link “%(name)s” revoked"),
    KIND.LINK_OPENED: gettext_lazy("link “%(name)s” opened"),
    KIND.PERMIT_GRANTED: gettext_lazy("%(name)s let in: %(role)s, %(place)s"),
    KIND.PERMIT_REVOKED: gettext_lazy("%(name)s is no longer %(role)s, %(place)s"),
}
#: Field → where the names of the rows are to which it leads.
_NAMES = {"season": "seasons", "player": "players", "awarded_to": "entrants"}


def tell_days(event: Event, lines: Sequence[AuditLine]) -> list[tuple[date, list[tuple[AuditLine, str]]]]:
    """Put the lines into sentences, under the days on which they happened. Four queries at most."""
    teller = _Teller(event, lines)
    by_day = groupby(lines, lambda line: timezone.localtime(line.at).date())
    return [(day, [(line, capfirst(teller.tell(line))) for line in found]) for day, found in by_day]


class _Teller:
    """What the sentences of a page need to know, each read once."""

    def __init__(self, event: Event, lines: Sequence[AuditLine]) -> None:
        self.event, self.lines = event, lines

    @cached_property
    def players(self) -> Mapping[str, str]:
        """Player id → the name that is shown; a dash for unknown players."""
        wanted = _ID.findall(json.dumps([(dict(line.details), dict(line.subject)) for line in self.lines]))
        found = Player.objects.in_bulk(set(wanted)) if wanted else {}
        names = {str(key): player.shown_as for key, player in found.items()}
        return defaultdict(lambda: "–", names)

    @cached_property
    def entrants(self) -> Mapping[str, str]:
        """Key of an entry, and number of its row, → the name of its player; withdrawn ones too."""
        rows = Entry.history.filter(event_id=self.event.pk).values_list("key", "id", "player_id")
        players = Player.objects.in_bulk({player for _key, _row, player in rows})
        known = [(row, players[row[2]].shown_as) for row in rows if row[2] in players]
        return {str(each): name for (key, row, _player), name in known for each in (key, row)}

    @cached_property
    def seasons(self) -> Mapping[str, str]:
        return {str(key): name for key, name in Season.objects.values_list("pk", "name")}

    @cached_property
    def places(self) -> Mapping[str, Text]:
        return scopes.name_places({line.details["place"] for line in self.lines if line.details.get("place")})

    def tell(self, line: AuditLine) -> str:
        if line.kind in _ROWS:
            sentence = self._of_row(line)
        else:
            sentence = self._of_game(line) if line.kind in EVENT_TYPES else self._of_access(line)
        if line.game is None:
            return sentence
        return gettext("Game %(number)d · %(told)s") % {"number": line.game, "told": sentence}

    def _of_game(self, line: AuditLine) -> str:
        payload, type_ = line.details, EVENT_TYPES[line.kind]
        match line.kind:
            case EventKind.CREATED:
                return gettext("Set up")
            case EventKind.END:
                return gettext("Over: %(name)s won") % {"name": self.players[str(payload.get("winner"))]}
        if type_.display is None:
            return capfirst(translate_text(type_.label))
        return translate_text(type_.display(dict(payload), self.players))

    # -- rows --------------------------------------------------------------------------------------

    def _of_row(self, line: AuditLine) -> str:
        note = "" if line.change == "+" else str(line.details.get("note", ""))
        sentence, change = _ROWS[line.kind][line.change], ""
        if line.change == "~":
            archived, left = (line.details.get(name, {}).get("to") for name in ("archived", "left_after"))
            if noted := _NOTED.get((line.kind, note)):
                sentence, note = noted, ""
            elif archived is not None:
                sentence = gettext("event archived") if archived else gettext("event restored")
            elif left is not None:
                sentence = gettext("%(name)s withdrew")
            elif not (change := self._change(line)):
                change, note = note or gettext("saved, nothing changed"), ""
        said = str(sentence) % {**self._words(line.subject), "change": change}
        return f"{said} – {note}" if note else said

    def _words(self, row: Mapping[str, Any]) -> Mapping[str, str]:
        """What is said of a row itself, as far as it has it."""
        draw = row.get("name")
        outcome = "; ".join(
            f"{self.entrants.get(item, item)} – {translate_text(Literal(**place))}"
            for item, place in zip(row.get("order") or [], row.get("places") or [], strict=False)
        )
        return {
            "name": self.players[str(row.get("player"))],
            "points": row.get("points", ""),
            "reason": row.get("reason", ""),
            "draw": translate_text(Literal(**draw)) if isinstance(draw, Mapping) else "",
            "method": dict(Draw.Method.choices).get(row.get("method", ""), ""),
            # A round of tables has none in one line.
            "outcome": f": {outcome}" if outcome else "",
        }

    def _change(self, line: AuditLine) -> str:
        """List what changed: "Name: Cup → Grand Cup"."""
        return "; ".join(
            sentence
            for field, change in line.details.items()
            if field != "note"
            for sentence in self._field(line.kind, field, change["from"], change["to"])
        )

    def _field(self, kind: str, field: str, before: Any, after: Any) -> Iterator[str]:
        column = HISTORIES[kind][0]._meta.get_field(field)
        if field == "game":  # an id, which says nothing
            yield gettext("Begun anew")
        elif field == "settings":
            settings = self.event.format.settings.described()
            labels = {setting.name: translate_text(setting.label) for setting in settings}
            for name in dict.fromkeys([*(before or {}), *(after or {})]):
                was, now = (before or {}).get(name), (after or {}).get(name)
                if was != now:
                    yield f"{labels.get(name, name)}: {_plain(was)} → {_plain(now)}"
        else:
            was, now = self._value(column, before), self._value(column, after)
            yield f"{capfirst(str(column.verbose_name))}: {was} → {now}"

    def _value(self, column: Any, value: Any) -> str:
        if column.name in _NAMES:
            return getattr(self, _NAMES[column.name]).get(str(value), "–")
        choices = {str(key): str(name) for key, name in column.flatchoices}
        if value is not None and str(value) in choices:
            return choices[str(value)]
        return _plain(value)

    # -- access ------------------------------------------------------------------------------------

    def _of_access(self, line: AuditLine) -> str:
        details = line.details
        role = translate_text(Role(details["role"]).text) if details.get("role") else ""
        place = details.get("place", "")
        said = {
            "name": details.get("name") or gettext("unknown"),
            "role": role,
            "place": translate_text(self.places[place]) if place else "",
        }
        sentence = _ACCESS.get(line.kind)
        return str(sentence) % said if sentence else translate_text(line.what)


def _plain(value: Any) -> str:
    """Say a value as people do."""
    if value is None or value in ("", [], {}):
        return "–"
    if isinstance(value, bool):
        return gettext("yes") if value else gettext("no")
    if isinstance(value, Mapping):
        if value.keys() >= {"en", "de"}:
            return translate_text(Literal(**value))
        return ", ".join(f"{_plain(name)} {_plain(each)}" for name, each in value.items())
    if isinstance(value, list | tuple):
        # Rounds of throws are lists themselves.
        separator = "; " if any(isinstance(each, Mapping) for each in value) else ", "
        return separator.join(map(_plain, value))
    text = str(value)
    if text in COLOUR_NAMES:
        return translate_text(COLOUR_NAMES[text])
    return _moment(text) or Truncator(text).chars(LONGEST_VALUE)


def _moment(text: str) -> str:
    """Write a day, or a moment with its offset, as people do; empty where the text is neither."""
    try:
        if len(text) == 10:
            return date_format(date.fromisoformat(text), gettext("j F Y"))
        moment = datetime.fromisoformat(text)
    except ValueError:
        return ""
    return write_moment(moment) if moment.tzinfo else ""


ON_A_PAGE = 50


@never_cache
@require_safe
@require_permission(Action.AUDIT, around_event)
def audit_page(request: HttpRequest, slug: str) -> HttpResponse:
    """Who did what when, the latest first; throws stand in the record of their game."""
    event = get_object_or_404(Event.objects.without_table(), slug=slug)
    page: Page[Any] = Paginator(rows(event, throws=False), ON_A_PAGE).get_page(request.GET.get("page"))
    context = {
        "event": event,
        "part": "activity",
        "page": page,
        "days": tell_days(event, lines(event, page.object_list)),
    }
    return render(request, "organise/activity.html", context)
