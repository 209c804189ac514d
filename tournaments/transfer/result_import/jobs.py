"""Long result lists are asked for here and worked on elsewhere (``tournaments.transfer.result_import.queue``)."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any

import orjson
from django.db import transaction

from rules.i18n import Text
from tournaments.errors import ImportStateConflict
from tournaments.models import HistoryImport
from tournaments.transfer.result_import.importer import ResultList

State = HistoryImport.State
UNDER_WAY = (State.CHECKING, State.TAKING)
#: How long a list and what became of it can be read.
KEPT = timedelta(days=30)


@transaction.atomic
def ask(
    data: bytes,
    *,
    is_preview: bool,
    actor: str,
    now: datetime,
    decisions: Mapping[str, str] | None = None,
    source: str = "",
) -> HistoryImport:
    """Have a list looked at, and then taken over unless it is a preview; the same, while it is under way, once."""
    decided = dict(sorted((decisions or {}).items()))
    asked = orjson.dumps([decided, source, is_preview, actor])
    listed = ResultList.read(data)
    found, _ = HistoryImport.objects.get_or_create(
        digest=hashlib.sha256(asked + b"\n" + data).hexdigest(),
        state__in=UNDER_WAY,
        defaults={
            "content": data,
            "decisions": decided,
            "source": source[:200],
            "is_preview": is_preview,
            "state": State.CHECKING,
            "events": len(listed.events),
            "asked_by": actor,
            "asked_at": now,
        },
    )
    return found


def serialize_import(found: HistoryImport) -> dict[str, Any]:
    """How far an import is, as REST tells it; without its outcome."""
    return {
        "id": found.pk,
        "state": str(found.state),
        "preview": found.is_preview,
        "origin": found.source,
        "events": found.events,
        "checked": found.checked,
        "taken": found.taken,
        "why": None if found.why is None else found.why.as_json(),
        "asked_by": found.asked_by,
        "asked_at": found.asked_at.isoformat(),
        "finished_at": found.finished_at and found.finished_at.isoformat(),
    }


def outcome_of(found: HistoryImport) -> dict[str, Any] | None:
    """What the list says; ``None`` before all of it has been looked at."""
    outcome: dict[str, Any] | None = orjson.loads(found.outcome) if found.outcome else None
    return outcome


@transaction.atomic
def stop(*, import_id: int, now: datetime) -> HistoryImport:
    """Go no further; what has been taken over stays. Raises ``ImportStateConflict`` where nothing is under way."""
    found = _locked(import_id)
    if not found.is_under_way:
        raise _not_now(found, _NOT_UNDER_WAY)
    found.state, found.finished_at, found.claimed_until = State.STOPPED, now, None
    found.why = Text("stopped by somebody")
    found.save(update_fields=["state", "finished_at", "claimed_until", "why"])
    return found


@transaction.atomic
def resume(*, import_id: int) -> HistoryImport:
    """Go on where it was stopped. Raises ``ImportStateConflict`` where it was not."""
    found = _locked(import_id)
    if found.state != State.STOPPED:
        raise _not_now(found, _NOT_STOPPED)
    # The outcome is known once all has been looked at.
    found.state = State.TAKING if found.outcome else State.CHECKING
    found.why, found.finished_at = None, None
    found.save(update_fields=["state", "why", "finished_at"])
    return found


def prune_imports(*, now: datetime) -> int:
    """Forget the lists that are done with; how many. Whatever was taken over stays."""
    return HistoryImport.objects.filter(finished_at__lt=now - KEPT).delete()[0]


def _locked(import_id: int) -> HistoryImport:
    return HistoryImport.objects.select_for_update().get(pk=import_id)


def _not_now(found: HistoryImport, why: Text) -> ImportStateConflict:
    return ImportStateConflict(why, state=str(found.state))


_NOT_UNDER_WAY = Text("only an import that is under way can be stopped")
_NOT_STOPPED = Text("only an import that was stopped can go on")
