"""Long result lists are asked for here and worked on elsewhere (``tournaments.history.working``)."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from datetime import datetime, timedelta

import orjson
from django.db import transaction

from rules.text import Text
from tournaments.errors import NotThisImport
from tournaments.history.taking_over import ResultList
from tournaments.models import HistoryImport

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
    told = orjson.dumps([decided, source, is_preview, actor])
    listed = ResultList.read(data)
    found, _ = HistoryImport.objects.get_or_create(
        digest=hashlib.sha256(told + b"\n" + data).hexdigest(),
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


@transaction.atomic
def stop(*, import_id: int, now: datetime) -> HistoryImport:
    """Go no further; what has been taken over stays. Raises ``NotThisImport`` where nothing is under way."""
    found = _locked(import_id)
    if not found.is_under_way:
        raise _not_now(
            found,
            "only an import that is under way can be stopped",
            "anhalten lässt sich nur ein Import, der läuft",
        )
    found.state, found.finished_at, found.claimed_until = State.STOPPED, now, None
    found.why = Text("stopped by somebody", "von jemandem angehalten")
    found.save(update_fields=["state", "finished_at", "claimed_until", "why"])
    return found


@transaction.atomic
def resume(*, import_id: int) -> HistoryImport:
    """Go on where it was stopped. Raises ``NotThisImport`` where it was not."""
    found = _locked(import_id)
    if found.state != State.STOPPED:
        raise _not_now(
            found,
            "only an import that was stopped can go on",
            "weitergehen kann nur ein Import, der angehalten ist",
        )
    found.state = State.TAKING if found.outcome else State.CHECKING
    found.why, found.finished_at = None, None
    found.save(update_fields=["state", "why", "finished_at"])
    return found


def prune_imports(*, now: datetime) -> None:
    """Forget the lists that are done with; whatever was taken over stays."""
    HistoryImport.objects.filter(finished_at__lt=now - KEPT).delete()


def _locked(import_id: int) -> HistoryImport:
    return HistoryImport.objects.select_for_update().get(pk=import_id)


def _not_now(found: HistoryImport, en: str, de: str) -> NotThisImport:
    return NotThisImport(Text(en, de), state=str(found.state))
