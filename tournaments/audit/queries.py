"""Who did what when in an event: its logs, its history and its access, as one list by time.

Nothing is stored for this: it is read from what the games, the histories of the rows and the security
events tell. One query finds which rows stand on a page, in whatever tables they are; then each kind of
row is read at once.
"""

import json
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import cache, partial
from typing import Any

from django.db.models import CharField, F, QuerySet, Value
from django.utils.translation import override
from rest_framework import serializers

from games.access import persons, scopes
from games.answers import Answer, SaidSerializer
from games.domain.events import EVENT_TYPES
from games.enums import EventKind
from games.models import GameEvent, SecurityEvent
from rules import Text, in_each
from tournaments.models import (
    CompensationAward,
    Draw,
    Entry,
    Event,
    EventGame,
    Registration,
    Webhook,
)
from tournaments.player_refs import resolve_json_current

LOG, SECURITY = "log", "security"
#: The rows whose history is listed, by the kind of their lines, and how that is called.
HISTORIES: Mapping[str, tuple[Any, Text]] = {
    "event": (Event, Text("event")),
    "entry": (Entry, Text("entry")),
    "draw": (Draw, Text("draw")),
    "game of the event": (EventGame, Text("game of the event")),
    "webhook": (Webhook, Text("webhook")),
    "CP awarded": (CompensationAward, Text("CP awarded", context="an entry of the log")),
    "registration": (Registration, Text("registration")),
}
_DONE = {"+": Text("made"), "~": Text("changed"), "-": Text("removed")}
#: Fields that follow from others, or are in the line itself.
_OMITTED = {"id", "event", "status", "projection", "version", "ended_on"}


@dataclass(frozen=True, slots=True)
class AuditLine:
    """One line: when, the actor, the kind and its words, the game, the details, and the actor's name.

    Of a row ``change`` is what became of it, as its history says it (+, ~, -), ``subject`` the row after it.
    """

    at: datetime
    actor: str
    kind: str
    what: Text
    game: int | None = None
    details: Mapping[str, Any] = field(default_factory=dict)
    name: str = ""
    change: str = ""
    subject: Mapping[str, Any] = field(default_factory=dict)


def kinds() -> Mapping[str, Text]:
    """All kinds of lines there can be, in words."""
    histories = {kind: name for kind, (_model, name) in HISTORIES.items()}
    logs = {str(kind): happening.label for kind, happening in EVENT_TYPES.items()}
    return {**histories, **logs, **_security_kinds()}


@cache
def _security_kinds() -> Mapping[str, Text]:
    def in_words(kind: SecurityEvent.Kind, language: str) -> str:
        with override(language):
            return str(kind.label)

    return {str(kind): in_each(partial(in_words, kind)) for kind in SecurityEvent.Kind}


# -- which rows ----------------------------------------------------------------------------------


def rows(event: Event, *, throws: bool) -> QuerySet[Any, dict[str, Any]]:
    """The rows about the event, the latest first, as ``at``, ``source`` and ``row``: to be counted and sliced.

    ``throws``: whether to include throws, which are most of the lines of an event.
    """
    # By the history: a game that was broken off and played again is not in its place any more.
    log = GameEvent.objects.filter(game__in=_rows_of(event, EventGame).values("game_id"))
    if not throws:
        log = log.exclude(kind=EventKind.THROW)
    histories = [
        _keys(_rows_of(event, model), kind, "history_date", "history_id")
        for kind, (model, _name) in HISTORIES.items()
    ]
    security = SecurityEvent.objects.filter(scopes.places_within(f"event:{event.slug}"))
    found = _keys(log, LOG, "recorded_at", "pk").union(
        *histories, _keys(security, SECURITY, "happened_at", "pk"), all=True
    )
    return found.order_by("-at", "source", "-row")


def _keys(found: QuerySet[Any], source: str, at: str, row: str) -> QuerySet[Any, dict[str, Any]]:
    return found.order_by().values(at=F(at), source=Value(source, CharField()), row=F(row))


def _rows_of(event: Event, model: Any) -> QuerySet[Any]:
    found: QuerySet[Any] = model.history.filter(**{"id" if model is Event else "event_id": event.pk})
    return found


# -- what they tell ------------------------------------------------------------------------------


def lines(event: Event, found: Iterable[Mapping[str, Any]]) -> list[AuditLine]:
    """What the rows tell, in their order, by current names; as many queries for a thousand as for one."""
    keys = [(row["source"], row["row"]) for row in found]
    numbers: dict[str, set[int]] = defaultdict(set)
    for source, number in keys:
        numbers[source].add(number)
    read = {
        (source, number): line
        for source, wanted in numbers.items()
        for number, line in _READ.get(source, _of_history)(event, source, wanted)
    }
    in_order = [read[key] for key in keys if key in read]
    names = persons.names(actor for line in in_order for actor in (line.actor, line.details.get("about", "")))
    values = [
        [{**line.details, "name": names[about]} if about in names else dict(line.details), dict(line.subject)]
        for line in in_order
        for about in [str(line.details.get("about"))]
    ]
    # Not with orjson: a log may hold any whole number.
    (resolved,) = resolve_json_current([json.dumps(values, ensure_ascii=False)])
    return [
        replace(line, name=names.get(line.actor, line.actor), details=details, subject=subject)
        for line, (details, subject) in zip(in_order, json.loads(resolved), strict=True)
    ]


def _of_logs(event: Event, source: str, numbers: Collection[int]) -> Iterator[tuple[int, AuditLine]]:
    games = dict(_rows_of(event, EventGame).values_list("game_id", "number"))
    found = GameEvent.objects.filter(pk__in=numbers).select_related("game")
    for each in found.only("game__imported", "number", "kind", "payload", "actor", "recorded_at"):
        details = {"number": each.number, **each.payload}
        yield (
            each.pk,
            AuditLine(each.recorded_at, each.by, each.kind, each.type.label, games[each.game_id], details),
        )


def _of_history(event: Event, kind: str, numbers: Collection[int]) -> Iterator[tuple[int, AuditLine]]:
    """The whole history of the kind is read, which is short, so that each line has what changed."""
    model, name = HISTORIES[kind]
    before: dict[int, dict[str, Any]] = {}
    for row in _rows_of(event, model).order_by("history_date", "history_id"):
        values = _values(row)
        if row.history_id in numbers:
            actor, _, note = (row.history_change_reason or "").partition(" ")
            changed = _changed(before.get(row.id, {}), values) if row.history_type == "~" else values
            line = AuditLine(
                row.history_date,
                actor,
                kind,
                Text("{about} {done}", about=name, done=_DONE[row.history_type]),
                row.number if model is EventGame else None,
                {"note": note, **changed} if note else changed,
                change=row.history_type,
                subject=values,
            )
            yield row.history_id, line
        before[row.id] = values


def _values(row: Any) -> dict[str, Any]:
    values = {each.name: getattr(row, each.attname) for each in row.tracked_fields}
    return {name: _plain(value) for name, value in values.items() if name not in _OMITTED}


def _plain(value: Any) -> Any:
    if isinstance(value, Text):
        return value.as_json()
    if isinstance(value, datetime):
        return value.isoformat().replace("+00:00", "Z")
    return value if isinstance(value, int | list | dict | None) else str(value)


def _changed(before: Mapping[str, Any], after: Mapping[str, Any]) -> dict[str, Any]:
    return {
        name: {"from": before.get(name), "to": value}
        for name, value in after.items()
        if before.get(name) != value
    }


def _of_security(event: Event, source: str, numbers: Collection[int]) -> Iterator[tuple[int, AuditLine]]:
    for each in SecurityEvent.objects.filter(pk__in=numbers):
        about = {"about": each.about, "role": each.role, "place": each.place, "network": each.network}
        details = {name: value for name, value in about.items() if value}
        what = _security_kinds()[each.kind]
        yield each.pk, AuditLine(each.happened_at, each.actor, each.kind, what, details=details)


_READ: Mapping[str, Callable[[Event, str, Collection[int]], Iterator[tuple[int, AuditLine]]]] = {
    LOG: _of_logs,
    SECURITY: _of_security,
}


# -- as programs read them ------------------------------------------------------------------------


class AuditLineSerializer(Answer):
    """What somebody did."""

    at = serializers.DateTimeField()
    actor = serializers.CharField(
        help_text="user:7, token:3, command; elsewhere:user:7 where it came from a file; empty: unknown."
    )
    name = serializers.CharField(help_text="What the actor is called now.")
    kind = serializers.ChoiceField(choices=list(kinds()))
    what = SaidSerializer()
    game = serializers.IntegerField(allow_null=True, help_text="Its number in the event.")
    details = serializers.DictField()
