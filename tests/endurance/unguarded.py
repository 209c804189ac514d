"""The site without its locks, for controls: what the race tests protect must break here."""

import time
from typing import Any

from django.db.models import QuerySet

from config.wsgi import application
from games.models import Game
from games.services import event_store
from tournaments.standings import projection

__all__ = ["application"]
#: Between reading and writing, so that all have read before the first writes.
PAUSE_SECONDS = 0.3

_read_event = projection.build_projection


def _unlocked(rows: QuerySet[Any], *_: Any, **__: Any) -> QuerySet[Any]:
    return rows


def _slowly(read: Any) -> Any:
    def slow(*found: Any) -> Any:
        answer = read(*found)
        time.sleep(PAUSE_SECONDS)
        return answer

    return slow


QuerySet.select_for_update = _unlocked  # type: ignore[method-assign, assignment]
event_store.locked_game = _slowly(lambda game_id: Game.objects.get(pk=game_id))  # type: ignore[attr-defined]
projection.build_projection = _slowly(_read_event)
