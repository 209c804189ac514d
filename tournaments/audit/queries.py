"""Who did what when in an event: its logs, its history and its access, as one list by time.

Nothing is stored for this: it is read from what the games, the histories of the rows and the security
events tell. One query finds which rows stand on a page, in whatever tables they are; then each kind of
row is read at once.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import cache
from typing import Any

from django.db.models import CharField, F, Model, Q, QuerySet, Value
from django.utils.translation import override

from games.access import persons, scopes
from games.domain.actors import actor_name
from games.domain.events import EVENT_TYPES
from games.enums import EventKind
from games.models import GameEvent, SecurityEvent
from rules import Text
from rules.i18n import in_each
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
#: The rows whose history is listed, by the kind of their lines; how each is found by the event's number.
HISTORIES: Mapping[str, tuple[type[Model], str]] = {
    "event": (Event, "id"),
    "entry": (Entry, "event"),
    "draw": (Draw, "event"),
    "game of the event": (EventGame, "event"),
    "webhook": (Webhook, "event"),
    "CP awarded": (CompensationAward, "event"),
    "registration": (Registration, "event"),
}
_DONE = {"+": Text("made"), "~": Text("changed"), "-": Text("removed")}
#: Fields that follow from others, or are in the line itself.
_OMITTED = {"id", "event", "status", "projection", "version", "ended_on"}


@dataclass(frozen=True, slots=True)
class AuditFilter:
    """The lines that are requested: by actors (``None``: all), kind, game and time.

    ``throws``: whether to include throws, which are most of the lines of an event.
    """

    actors: Sequence[str] | None = None
    kind: str = ""
    game: int | None = None
    since: datetime | None = None
    until: datetime | None = None
    throws: bool = True


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


def rows(event: Event, wanted: AuditFilter) -> QuerySet[Any, dict[str, Any]]:
    """The rows about the event, the latest first, as ``at``, ``source`` and ``row``: to be counted and sliced."""
    log = _keys(_log(event, wanted), LOG, "recorded_at", "pk", wanted)
    others = [
        _keys(_history(event, kind, wanted), kind, "history_date", "history_id", wanted) for kind in HISTORIES
    ]
    security = _keys(_security(event, wanted), SECURITY, "happened_at", "pk", wanted)
    return log.union(*others, security, all=True).order_by("-at", "source", "-row")


def lines(event: Event, found: Iterable[Mapping[str, Any]]) -> list[AuditLine]:
    """What the rows tell, in their order; as many queries for a thousand as for one."""
    keys = [(row["source"], row["row"]) for row in found]
    found_lines: dict[tuple[str, int], AuditLine] = {}
    found_lines |= _lines_of_logs(event, _numbers(keys, LOG))
    for kind in HISTORIES:
        found_lines |= _lines_of_history(event, kind, set(_numbers(keys, kind)))
    found_lines |= _lines_of_security(_numbers(keys, SECURITY))
    names = persons.names(
        actor for line in found_lines.values() for actor in (line.actor, line.details.get("about", ""))
    )
    return _called_today([_named(found_lines[key], names) for key in keys if key in found_lines])


def kinds() -> Mapping[str, Text]:
    """All kinds of lines there can be, in words."""
    history = {
        "event": Text("event"),
        "entry": Text("entry"),
        "draw": Text("draw"),
        "game of the event": Text("game of the event"),
        "webhook": Text("webhook"),
        "CP awarded": Text("CP awarded", context="an entry of the log"),
        "registration": Text("registration"),
    }
    logs = {str(kind): happening.label for kind, happening in EVENT_TYPES.items()}
    return {**history, **logs, **_security_kinds()}


@cache
def _security_kinds() -> Mapping[str, Text]:
    return {str(kind): _in_both(label) for kind, label in SecurityEvent.Kind.choices}


def _in_both(label: Any) -> Text:
    def words(language: str) -> str:
        with override(language):
            return str(label)

    return in_each(words)


# -- which rows ----------------------------------------------------------------------------------


def _keys(
    found: QuerySet[Any], source: str, at: str, row: str, wanted: AuditFilter
) -> QuerySet[Any, dict[str, Any]]:
    if wanted.since:
        found = found.filter(**{f"{at}__gte": wanted.since})
    if wanted.until:
        found = found.filter(**{f"{at}__lte": wanted.until})
    return found.order_by().values(at=F(at), source=Value(source, CharField()), row=F(row))


def _log(event: Event, wanted: AuditFilter) -> QuerySet[GameEvent]:
    # By the history: a game that was broken off and played again is not in its place any more.
    games = EventGame.history.filter(event_id=event.pk)
    if wanted.game is not None:
        games = games.filter(number=wanted.game)
    found = GameEvent.objects.filter(game__in=games.values("game_id"))
    if wanted.actors is not None:
        here = [actor for actor in wanted.actors if actor_name(actor) == actor]
        there = [actor_name(actor) for actor in wanted.actors if actor_name(actor) != actor]
        taken_over = Q(number__lte=F("game__imported"))
        found = found.filter(Q(~taken_over, actor__in=here) | Q(taken_over, actor__in=there))
    if not wanted.throws:
        found = found.exclude(kind=EventKind.THROW)
    return found.filter(kind=wanted.kind) if wanted.kind else found


def _history(event: Event, kind: str, wanted: AuditFilter) -> QuerySet[Any]:
    model, by = HISTORIES[kind]
    found: QuerySet[Any] = model.history.filter(**{by: event.pk})  # type: ignore[attr-defined]
    if wanted.kind not in ("", kind):
        return found.none()
    if wanted.game is not None:
        found = found.filter(number=wanted.game) if model is EventGame else found.none()
    if wanted.actors is not None:
        # The reason begins with the actor (tournaments.db).
        by_them = Q(history_change_reason__in=wanted.actors)
        for actor in wanted.actors:
            by_them |= Q(history_change_reason__startswith=f"{actor} ")
        found = found.filter(by_them)
    return found


def _security(event: Event, wanted: AuditFilter) -> QuerySet[SecurityEvent]:
    found = SecurityEvent.objects.filter(scopes.places_within(f"event:{event.slug}"))
    if wanted.game is not None:
        found = found.none()
    if wanted.actors is not None:
        found = found.filter(Q(actor__in=wanted.actors) | Q(about__in=wanted.actors))
    return found.filter(kind=wanted.kind) if wanted.kind else found


def _numbers(keys: Iterable[tuple[str, int]], source: str) -> list[int]:
    return [row for each, row in keys if each == source]


# -- what they tell ------------------------------------------------------------------------------


def _lines_of_logs(event: Event, numbers: Sequence[int]) -> dict[tuple[str, int], AuditLine]:
    if not numbers:
        return {}
    games = dict(EventGame.history.filter(event_id=event.pk).values_list("game_id", "number"))
    found = GameEvent.objects.filter(pk__in=numbers).select_related("game")
    found = found.only("game__imported", "number", "kind", "payload", "actor", "recorded_at")
    return {
        (LOG, each.pk): AuditLine(
            each.recorded_at,
            each.by,
            each.kind,
            each.type.label,
            games[each.game_id],
            {"number": each.number, **each.payload},
        )
        for each in found
    }


def _lines_of_history(event: Event, kind: str, numbers: set[int]) -> dict[tuple[str, int], AuditLine]:
    """The whole history of the kind is read, which is short, so that each line has what changed."""
    if not numbers:
        return {}
    model, by = HISTORIES[kind]
    before: dict[int, dict[str, Any]] = {}
    data = {}
    for row in model.history.filter(**{by: event.pk}).order_by("history_date", "history_id"):  # type: ignore[attr-defined]
        values = _values(row)
        if row.history_id in numbers:
            actor, _, note = (row.history_change_reason or "").partition(" ")
            changed = _changed(before.get(row.id, {}), values) if row.history_type == "~" else values
            done = _DONE[row.history_type]
            about = kinds()[kind]
            data[kind, row.history_id] = AuditLine(
                row.history_date,
                actor,
                kind,
                Text("{about} {done}", about=about, done=done),
                row.number if model is EventGame else None,
                {**({"note": note} if note else {}), **changed},
                change=row.history_type,
                subject=values,
            )
        before[row.id] = values
    return data


def _values(row: Any) -> dict[str, Any]:
    values = {each.name: getattr(row, each.attname) for each in row.tracked_fields}
    return {name: _plain(value) for name, value in values.items() if name not in _OMITTED}


def _plain(value: Any) -> Any:
    if isinstance(value, Text):
        return value.as_json()
    return value if isinstance(value, int | list | dict | None) else str(value)


def _changed(before: Mapping[str, Any], after: Mapping[str, Any]) -> dict[str, Any]:
    return {
        name: {"from": before.get(name), "to": value}
        for name, value in after.items()
        if before.get(name) != value
    }


def _lines_of_security(numbers: Sequence[int]) -> dict[tuple[str, int], AuditLine]:
    if not numbers:
        return {}
    return {
        (SECURITY, each.pk): AuditLine(
            each.happened_at,
            each.actor,
            each.kind,
            _security_kinds()[each.kind],
            details={
                name: value
                for name in ("about", "role", "place", "network")
                if (value := getattr(each, name))
            },
        )
        for each in SecurityEvent.objects.filter(pk__in=numbers)
    }


def _named(line: AuditLine, names: Mapping[str, str]) -> AuditLine:
    about = str(line.details.get("about"))
    details = {**line.details, "name": names[about]} if about in names else line.details
    return replace(line, name=names.get(line.actor, line.actor), details=details)


def _called_today(found: Sequence[AuditLine]) -> list[AuditLine]:
    """The lines with current names in place of the ids of players."""
    # Not with orjson: a log may hold any whole number.
    values = [[dict(line.details), dict(line.subject)] for line in found]
    (resolved,) = resolve_json_current([json.dumps(values, ensure_ascii=False)])
    return [
        replace(line, details=details, subject=subject)
        for line, (details, subject) in zip(found, json.loads(resolved), strict=True)
    ]
