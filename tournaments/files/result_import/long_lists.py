"""Result lists that are too long for one request: imported in steps beside everything else.

A step is at most as much as one request imports. It is one transaction, in which the position in the list is stored
too: a process that is killed loses nothing, and nothing is imported twice. After each step there is a pause as long
as the step took, because SQLite lets writers in by chance.
"""

import hashlib
import logging
import time
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from functools import lru_cache
from typing import Any
from uuid import UUID

import orjson
from django.db import OperationalError, transaction
from django.db.models import F, Q, QuerySet
from django.utils import timezone

from games.models import Player
from games.queries.name_matching import KnownNames, people
from games.work.kinds import Due, Lane, Work
from rules import Text, Verbatim
from tournaments.files.result_import.importer import (
    ImportOutcome,
    ResultListImporter,
    import_list,
    players_of,
)
from tournaments.files.result_import.parser import ResultList, is_too_much
from tournaments.files.result_import.records import TypedEvent
from tournaments.models import HistoryImport
from tournaments.rankings.store import redraw

logger = logging.getLogger(__name__)

#: How long it can be read what has become of a list.
RETENTION = timedelta(days=30)
UNDER_WAY = Q(why__isnull=True, taken__lt=F("events"))

#: Called after every step with the seconds that it took.
rest = time.sleep
#: The list that is being imported is read once, not for every step.
_read = lru_cache(maxsize=1)(ResultList)


def hand_over(
    listed: ResultList, *, is_preview: bool = False, **how: Any
) -> tuple[ImportOutcome, HistoryImport | None]:
    """What a list leads to, imported unless ``is_preview``; with the import of a long one, which begins now."""
    outcome = import_list(listed, is_preview=is_preview, **how)
    begins = listed.is_long and outcome.is_ready and not is_preview
    return outcome, hand_in(listed, **how) if begins else None


def hand_in(
    listed: ResultList,
    *,
    actor: str,
    now: datetime,
    decisions: Mapping[str, str] | None = None,
    source: str = "",
) -> HistoryImport:
    """Have a list imported whose names are decided; the same list, while it is under way, once."""
    players = players_of(people(listed.names, decisions or {}, KnownNames()))
    asked = orjson.dumps([dict(sorted((decisions or {}).items())), source, actor])
    wanted = {
        "content": listed.data,
        "source": source[:200],
        "players": {name: [str(player.pk), player.name] for name, player in players.items()},
        "events": len(listed.events),
        "asked_by": actor,
        "asked_at": now,
    }
    digest = hashlib.sha256(asked + b"\n" + listed.data).hexdigest()
    with transaction.atomic():
        HistoryImport.objects.filter(~UNDER_WAY, digest=digest).delete()
        found, _ = HistoryImport.objects.get_or_create(digest=digest, defaults=wanted)
    return found


def _due(now: datetime) -> Iterator[Due]:
    """Yield the lists with something left to import, the oldest first."""
    for key, since in _under_way().order_by("pk").values_list("pk", "asked_at"):
        yield str(key), since


def _work_on(key: str, now: datetime) -> None:
    began = time.monotonic()
    step(HistoryImport.objects.get(pk=key))
    rest(max(time.monotonic() - began, 0.01))


WORK = Work("imports", Lane.LONG, 2.0, _due, _work_on, patience=timedelta(minutes=5))


def _under_way() -> QuerySet[HistoryImport]:
    return HistoryImport.objects.filter(UNDER_WAY)


def step(found: HistoryImport) -> None:
    """Import the next events of a list, unless another process has. An error of the program ends the import."""
    try:
        _step(found)
    except OperationalError:
        raise
    except Exception as error:
        logger.exception("history: import %s has failed", found.pk)
        _end(found, taken=found.taken, why=Verbatim(f"{type(error).__name__}: {error}"[:500]))


def _step(found: HistoryImport) -> None:
    listed = _read(bytes(found.content))
    players = {name: Player(pk=UUID(key), name=called) for name, (key, called) in found.players.items()}
    importer = ResultListImporter(listed, players, found.source, found.asked_by)
    taken, why, now = found.taken, None, timezone.now()
    changed: set[str] = set()
    with transaction.atomic():
        # A worker that was away too long is not the only one.
        ours = _under_way().filter(pk=found.pk, taken=found.taken).select_for_update(skip_locked=True)
        if not ours.exists():
            return
        for event in _next_events(listed, taken):
            lists: set[str] = set()
            with transaction.atomic():
                wrong = importer.take(event, now, lists).problems
                if wrong:
                    transaction.set_rollback(True)
            if wrong:
                why = wrong[0].text
                break
            taken += 1
            changed |= lists
        redraw(keys=sorted(changed), now=now)
        if why is not None or taken == found.events:
            _end(found, taken=taken, why=why)
        else:
            HistoryImport.objects.filter(pk=found.pk).update(taken=taken)


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


def old_imports(now: datetime) -> QuerySet[HistoryImport]:
    """Return the lists that have ended long ago. What was imported stays."""
    return HistoryImport.objects.filter(~UNDER_WAY, asked_at__lt=now - RETENTION)
