"""The activity log in sentences: each line with names instead of numbers, in the reader's language.

The files to take along keep what is stored (``tournaments.audit.serializers``); only the page speaks.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from functools import cached_property
from itertools import groupby
from typing import Any

from django.core.exceptions import FieldDoesNotExist
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.text import Truncator, capfirst
from django.utils.translation import gettext, gettext_lazy

from games.access import scopes, translate_text
from games.dates import write_moment
from games.domain.events import EVENT_TYPES
from games.enums import EventKind, Role
from games.models import Player, SecurityEvent
from rules import COLOUR_NAMES, Literal, Text
from tournaments.audit.queries import HISTORIES, AuditLine
from tournaments.models import Draw, Event, Season
from tournaments.services.hall.people import MOVED_UP, RENAMED

KIND = SecurityEvent.Kind
#: Characters of a text that has changed; a report is read in full elsewhere.
LONGEST_VALUE = 80
_ID = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")


@dataclass(frozen=True, slots=True)
class Sentence:
    """A line as the page shows it."""

    line: AuditLine
    text: str


@dataclass(frozen=True, slots=True)
class Day:
    """The sentences of a day."""

    date: date
    sentences: Sequence[Sentence]


def tell_days(event: Event, lines: Iterable[AuditLine]) -> list[Day]:
    """Put the lines into sentences, under the days on which they happened. Five queries at most."""
    teller = _Teller(event, list(lines))
    sentences = [Sentence(line, capfirst(teller.tell(line))) for line in teller.lines]
    by_day = groupby(sentences, lambda sentence: timezone.localtime(sentence.line.at).date())
    return [Day(day, list(found)) for day, found in by_day]


class _Teller:
    """What the sentences of a page need to know, each asked for once."""

    def __init__(self, event: Event, lines: Sequence[AuditLine]) -> None:
        self.event, self.lines = event, lines

    @cached_property
    def players(self) -> Mapping[str, str]:
        """Player id → the name that is shown; a dash for unknown players."""
        wanted = {text for line in self.lines for text in _player_ids(line.details, line.subject)}
        found = Player.objects.in_bulk(wanted) if wanted else {}
        names = {str(key): player.shown_as for key, player in found.items()}
        return defaultdict(lambda: "–", names)

    @cached_property
    def entries(self) -> Mapping[str, str]:
        """Key of an entry → the name of its player, withdrawn ones too."""
        rows = self.event.entries.model.history.filter(event_id=self.event.pk)
        found = dict(rows.values_list("key", "player_id"))
        players = Player.objects.in_bulk(set(found.values()))
        return {key: players[player].shown_as for key, player in found.items() if player in players}

    @cached_property
    def entrants(self) -> Mapping[str, str]:
        """Number of an entry → the name of its player, withdrawn ones too."""
        rows = self.event.entries.model.history.filter(event_id=self.event.pk)
        keys = {str(pk): key for pk, key in rows.values_list("id", "key")}
        return {pk: self.entries[key] for pk, key in keys.items() if key in self.entries}

    @cached_property
    def seasons(self) -> Mapping[str, str]:
        return {str(key): name for key, name in Season.objects.values_list("pk", "name")}

    @cached_property
    def places(self) -> Mapping[str, Text]:
        return scopes.name_places({line.details["place"] for line in self.lines if line.details.get("place")})

    def tell(self, line: AuditLine) -> str:
        if line.kind in EVENT_TYPES:
            return self._of_game(line)
        if line.kind in KIND.values:
            return self._of_access(line)
        return getattr(self, f"_of_{_ROWS[line.kind]}")(line)

    # -- games -------------------------------------------------------------------------------------

    def _of_game(self, line: AuditLine) -> str:
        return _in_game(line.game, self._game_sentence(line))

    def _game_sentence(self, line: AuditLine) -> str:
        payload, type_ = line.details, EVENT_TYPES[line.kind]
        match line.kind:
            case EventKind.THROW:
                return gettext("Throw: %(die)s") % {"die": payload.get("die", "")}
            case EventKind.CREATED:
                return gettext("Set up")
            case EventKind.END:
                return gettext("Over: %(name)s won") % {"name": self.players[str(payload.get("winner"))]}
        if type_.display is None:
            return capfirst(translate_text(type_.label))
        return translate_text(type_.display(dict(payload), self.players))

    # -- rows --------------------------------------------------------------------------------------

    def _of_event(self, line: AuditLine) -> str:
        if line.change != "~":
            return gettext("event created") if line.change == "+" else gettext("event deleted")
        if "archived" in line.details:
            return gettext("event archived") if line.details["archived"]["to"] else gettext("event restored")
        return self._with_note(line, self._changes(line) or gettext("event saved, nothing changed"))

    def _of_entry(self, line: AuditLine) -> str:
        name = self.players[str(line.subject.get("player"))]
        match line.change:
            case "+":
                return gettext("%(name)s entered") % {"name": name}
            case "-":
                return gettext("entry of %(name)s removed") % {"name": name}
        if line.details.get("left_after", {}).get("to") is not None:
            return self._with_note(line, gettext("%(name)s withdrew") % {"name": name})
        if line.details.get("note") == MOVED_UP:
            return gettext("%(name)s moved up from the waiting list") % {"name": name}
        if line.details.get("note") == RENAMED:
            return gettext("name corrected: %(name)s") % {"name": name}
        return f"{name}: {self._with_note(line, self._difference(line))}"

    def _of_draw(self, line: AuditLine) -> str:
        draw = line.subject
        name = translate_text(Literal(**draw["name"])) if isinstance(draw.get("name"), Mapping) else ""
        if line.change == "-":
            return self._with_note(line, gettext("%(draw)s: draw voided") % {"draw": name})
        if line.change == "~":
            return f"{name}: {self._with_note(line, self._difference(line))}"
        method = dict(Draw.Method.choices).get(draw.get("method", ""), "")
        outcome = "; ".join(
            f"{self.entries.get(item, item)} – {translate_text(Literal(**place))}"
            for item, place in zip(draw.get("order") or [], draw.get("places") or [], strict=False)
        )
        return gettext("%(draw)s – %(method)s: %(outcome)s") % {
            "draw": name,
            "method": method,
            "outcome": outcome,
        }

    def _of_event_game(self, line: AuditLine) -> str:
        sentence = {"+": gettext("Added to the event"), "-": gettext("Removed")}.get(line.change, "")
        if not sentence:
            again = gettext("Begun anew") if "game" in line.details else ""
            sentence = "; ".join(filter(None, (again, self._difference(line))))
        return _in_game(line.game, self._with_note(line, sentence))

    def _of_webhook(self, line: AuditLine) -> str:
        sentence = {"+": gettext("created"), "-": gettext("removed")}.get(line.change) or self._difference(
            line
        )
        return gettext("webhook: %(told)s") % {"told": self._with_note(line, sentence)}

    def _of_award(self, line: AuditLine) -> str:
        award = line.subject
        said = {"name": self.players[str(award.get("player"))], "points": award.get("points", "")}
        if line.change == "-":
            return gettext("CP of %(name)s taken back") % said
        if line.change == "~":
            return gettext("CP of %(name)s: %(told)s") % {
                **said,
                "told": self._with_note(line, self._difference(line)),
            }
        return gettext("%(name)s got %(points)s CP") % said + _after(award.get("reason"))

    def _of_registration(self, line: AuditLine) -> str:
        sentence = self._difference(line) if line.change == "~" else gettext("set up")
        return gettext("registration: %(told)s") % {"told": self._with_note(line, sentence)}

    def _difference(self, line: AuditLine) -> str:
        """List what changed, or say that nothing did; empty where the game alone or a note says it."""
        return self._changes(line) or ("" if line.details else gettext("saved, nothing changed"))

    def _changes(self, line: AuditLine) -> str:
        """List what changed: "Name: Cup → Grand Cup"."""
        return "; ".join(
            sentence
            for field, change in line.details.items()
            if field != "game"  # an id, which says nothing
            if isinstance(change, Mapping) and change.keys() == {"from", "to"}
            for sentence in self._change(line.kind, field, change)
        )

    def _change(self, kind: str, field: str, change: Mapping[str, Any]) -> list[str]:
        if kind == "event" and field == "settings":
            return self._settings(change["from"] or {}, change["to"] or {})
        values = (self._value(kind, field, change[end]) for end in ("from", "to"))
        return ["{}: {} → {}".format(_field_name(kind, field), *values)]

    def _settings(self, before: Mapping[str, Any], after: Mapping[str, Any]) -> list[str]:
        labels = {
            setting.name: translate_text(setting.label) for setting in self.event.format.settings.described()
        }
        return [
            f"{labels.get(name, name)}: {_plain(before.get(name))} → {_plain(after.get(name))}"
            for name in dict.fromkeys([*before, *after])
            if before.get(name) != after.get(name)
        ]

    def _value(self, kind: str, field: str, value: Any) -> str:
        if field == "season":
            return self.seasons.get(str(value), "–")
        if field == "player":
            return self.players[str(value)]
        if field == "awarded_to":
            return self.entrants.get(str(value), "–")
        column = _column(kind, field)
        choices = {str(key): str(name) for key, name in (getattr(column, "flatchoices", None) or ())}
        if value is not None and str(value) in choices:
            return choices[str(value)]
        return _plain(value)

    def _with_note(self, line: AuditLine, sentence: str) -> str:
        return sentence + _after(line.details.get("note")) if sentence else str(line.details.get("note", ""))

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


#: Kind of a row → how the name of its method ends.
_ROWS = {
    "event": "event",
    "entry": "entry",
    "draw": "draw",
    "game of the event": "event_game",
    "webhook": "webhook",
    "CP awarded": "award",
    "registration": "registration",
}
_ACCESS: Mapping[str, Any] = {
    KIND.TOKEN_ISSUED: gettext_lazy("link “%(name)s” created: %(role)s, %(place)s"),
    KIND.TOKEN_REVOKED: gettext_lazy("link “%(name)s” revoked"),
    KIND.LINK_OPENED: gettext_lazy("link “%(name)s” opened"),
    KIND.PERMIT_GRANTED: gettext_lazy("%(name)s let in: %(role)s, %(place)s"),
    KIND.PERMIT_REVOKED: gettext_lazy("%(name)s is no longer %(role)s, %(place)s"),
}


def _column(kind: str, field: str) -> Any:
    try:
        return HISTORIES[kind][0]._meta.get_field(field)
    except FieldDoesNotExist:
        return None


def _field_name(kind: str, field: str) -> str:
    return capfirst(str(getattr(_column(kind, field), "verbose_name", field)))


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


def _in_game(number: int | None, sentence: str) -> str:
    return gettext("Game %(number)d · %(told)s") % {"number": number or 0, "told": sentence}


def _after(reason: Any) -> str:
    return f" – {reason}" if reason else ""


def _player_ids(*parts: Any) -> Iterable[str]:
    for part in parts:
        if isinstance(part, Mapping):
            yield from _player_ids(*part.values(), *part.keys())
        elif isinstance(part, list | tuple):
            yield from _player_ids(*part)
        elif isinstance(part, str) and _ID.fullmatch(part):
            yield part
