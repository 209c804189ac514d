"""Result lists that are too long for one request: imported in steps beside everything else.

A step is at most as much as one request imports. It is one transaction, in which the position in the list is kept
too: a process that is killed loses nothing, and nothing is imported twice. After each step there is a pause as long
as the step took, because SQLite lets writers in by chance.
"""

from __future__ import annotations

import hashlib
import logging
import time
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime, timedelta
from functools import lru_cache
from uuid import UUID

import orjson
from django.db import OperationalError, transaction
from django.db.models import Count, F, Min, Q, QuerySet
from django.utils import timezone

from games.models import Player
from games.queries.name_matching import KnownNames, people
from rules.i18n import Text, Verbatim
from tournaments.models import HistoryImport
from tournaments.rankings.store import defer_redraw, redraw
from tournaments.transfer.result_import.importer import (
    ResultList,
    ResultListImporter,
    is_too_much,
    players_of,
)
from tournaments.transfer.result_import.records import TypedEvent

logger = logging.getLogger(__name__)

#: How long it can be read what has become of a list.
KEPT = timedelta(days=30)
UNDER_WAY = Q(why__isnull=True, taken__lt=F("events"))

#: The list that is being imported is read once, not for every step.
_read = lru_cache(maxsize=1)(ResultList.read)


def hand_in(
    data: bytes, *, actor: str, now: datetime, decisions: Mapping[str, str] | None = None, source: str = ""
) -> HistoryImport:
    """Have a list imported whose names are decided; the same list, while it is under way, once."""
    listed = ResultList.read(data)
    players = players_of(people(listed.names, decisions or {}, KnownNames()))
    asked = orjson.dumps([dict(sorted((decisions or {}).items())), source, actor])
    wanted = {
        "content": data,
        "source": source[:200],
        "players": {name: [str(player.pk), player.name] for name, player in players.items()},
        "events": len(listed.events),
        "asked_by": actor,
        "asked_at": now,
    }
    digest = hashlib.sha256(asked + b"\n" + data).hexdigest()
    with transaction.atomic():
        HistoryImport.objects.filter(~UNDER_WAY, digest=digest).delete()
        found, _ = HistoryImport.objects.get_or_create(digest=digest, defaults=wanted)
    return found


def due() -> QuerySet[HistoryImport]:
    """Return the lists of which something is left to import, the oldest first."""
    return HistoryImport.objects.filter(UNDER_WAY).order_by("pk")


def is_anything_due(*, now: datetime) -> bool:
    """Whether a list is left to import. One query."""
    return due().exists()


def backlog(now: datetime) -> tuple[int, datetime | None]:
    """Return how many lists are left to import, and since when the oldest is there."""
    found = due().order_by().aggregate(due=Count("pk"), since=Min("asked_at"))
    return found["due"], found["since"]


def work_due(*, now: datetime) -> int:
    """Import all lists that are due; return the number of steps."""
    return work_off()


def work_off(goes_on: Callable[[], bool] = lambda: True, rest: Callable[[float], None] = time.sleep) -> int:
    """Import step by step while it ``goes_on``; return the number of steps. ``rest`` is called after each."""
    steps = 0
    while goes_on() and (found := due().first()) is not None:
        began = time.monotonic()
        if not step(found):
            break
        steps += 1
        rest(max(time.monotonic() - began, 0.01))
    return steps


def step(found: HistoryImport) -> bool:
    """Import the next events of a list; ``False`` where another process does, or the database does not answer."""
    try:
        return _step(found)
    except OperationalError:
        logger.exception("history: the database does not answer; import %s goes on later", found.pk)
        return False
    except Exception as error:
        logger.exception("history: import %s has failed", found.pk)
        _end(found, taken=found.taken, why=Verbatim(f"{type(error).__name__}: {error}"[:500]))
        return True


def _step(found: HistoryImport) -> bool:
    listed = _read(bytes(found.content))
    players = {name: Player(pk=UUID(key), name=called) for name, (key, called) in found.players.items()}
    importer = ResultListImporter(listed, players, found.source, found.asked_by)
    taken, why, now = found.taken, None, timezone.now()
    changed: set[str] = set()
    with transaction.atomic():
        ours = due().filter(pk=found.pk, taken=found.taken).select_for_update(skip_locked=True)
        if ours.values_list("pk", flat=True).first() is None:
            return False
        for event in _next_events(listed, taken):
            with transaction.atomic(), defer_redraw() as lists:
                _, wrong = importer.take(event, now)
                if wrong:
                    transaction.set_rollback(True)
            if wrong:
                why = wrong[0].told
                break
            taken += 1
            changed |= lists
        redraw(keys=sorted(changed), now=now)
        if why is not None or taken == found.events:
            _end(found, taken=taken, why=why)
        else:
            HistoryImport.objects.filter(pk=found.pk).update(taken=taken)
    return True


def _next_events(listed: ResultList, taken: int) -> Sequence[TypedEvent]:
    """Return the events of a step: as many as fit into it, at least one."""
    stop = taken + 1
    while stop < len(listed.events) and not is_too_much(listed.events[taken : stop + 1]):
        stop += 1
    return listed.events[taken:stop]


def _end(found: HistoryImport, *, taken: int, why: Text | None) -> None:
    """Keep what has become of a list; what was in it is not needed any more."""
    ours = HistoryImport.objects.filter(pk=found.pk, taken=found.taken)
    ours.update(taken=taken, why=why, content=b"", players={})


def prune_imports(*, now: datetime) -> int:
    """Forget the lists that have ended long ago; return how many. What was imported stays."""
    return HistoryImport.objects.filter(~UNDER_WAY, asked_at__lt=now - KEPT).delete()[0]
