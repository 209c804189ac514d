"""The site without its locks, for controls: what the race tests protect must break here."""

import time
from collections.abc import Callable
from typing import Any

from django.db.models import QuerySet

from config.wsgi import application
from games.models import Game
from games.services import event_store
from tournaments.services import standings

__all__ = ["application"]
#: Between reading and writing, so that all have read before the first writes.
PAUSE_SECONDS = 0.3


def _slowly(read: Callable[..., Any]) -> Any:
    def slow(*found: Any) -> Any:
        answer = read(*found)
        time.sleep(PAUSE_SECONDS)
        return answer

    return slow


QuerySet.select_for_update = lambda rows, **_: rows  # type: ignore[method-assign]
event_store.locked_game = _slowly(lambda game_id: Game.objects.get(pk=game_id))  # type: ignore[attr-defined]
standings.build_projection = _slowly(standings.build_projection)  # type: ignore[attr-defined]
