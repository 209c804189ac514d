"""Taking a name out of the words of sealed logs: the one change of what was recorded, itself recorded and sealed."""

import uuid
from collections.abc import Callable, Iterator
from datetime import datetime
from typing import Any

from django.db import connection

from games import triggers
from games.domain.events import kinds_that
from games.domain.events.redaction import MOST_REDACTED, words_of
from games.domain.hash_chain import seal_content
from games.enums import EventKind
from games.models import GameEvent
from games.services.commands import EventCommand, Writer
from games.services.event_store import open_event_store
from games.services.projections import rebuild

Rewrite = Callable[[Any], Any]


def redact(*, rewrite: Rewrite, actor: str, now: datetime) -> None:
    """Rewrite the words of all logs and seal the new content.

    Within the caller's transaction. The database refuses to change logs: its triggers are away until the end of the
    statements, and no one sees it without them.
    """
    changed: dict[uuid.UUID, list[tuple[int, int]]] = {}
    wanted = dict(_changes(rewrite, changed))
    if not wanted:
        return
    triggers.remove(connection)
    for pk, payload in wanted.items():
        GameEvent.objects.filter(pk=pk).update(payload=payload)
    triggers.install(connection)
    for game_id, events in sorted(changed.items()):
        rebuild(game_id)
        for first in range(0, len(events), MOST_REDACTED):
            _seal(game_id, events[first : first + MOST_REDACTED], actor, now)


def worded_events() -> Iterator[GameEvent]:
    worded = GameEvent.objects.filter(kind__in=kinds_that(lambda each: each.has_words))
    yield from worded.order_by("game", "number").iterator(chunk_size=500)


def _changes(
    rewrite: Rewrite, changed: dict[uuid.UUID, list[tuple[int, int]]]
) -> Iterator[tuple[int, dict[str, Any]]]:
    """Yield the events with other words and their payloads then; note them by their games."""
    for event in worded_events():
        words = words_of(event.payload)
        others = {name: rewrite(value) for name, value in words.items()}
        if others != words:
            changed.setdefault(event.game_id, []).append((event.number, event.pk))
            yield event.pk, {**event.payload, **others}


def _seal(game_id: uuid.UUID, events: list[tuple[int, int]], actor: str, now: datetime) -> None:
    stand = GameEvent.objects.in_bulk([pk for _, pk in events])
    sealed = {str(number): seal_content(stand[pk]) for number, pk in events}
    with open_event_store(game_id, Writer(actor, now)) as log:
        log.append(EventCommand(EventKind.REDACTION, {"events": sealed}))
        log.save()
