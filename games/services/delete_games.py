"""Deleting games with their logs: only those of the demo, which were never played."""

import uuid
from collections.abc import Collection

from django.db import connection, transaction

from games import triggers
from games.models import DiceSeed, Game, GameEvent


@transaction.atomic
def delete_games(games: Collection[uuid.UUID]) -> None:
    """Delete the games and all that follows from them. The caller knows that they were never played.

    The database refuses to delete from logs; its triggers are away until the end of the statement, and no one sees
    it without them: it is one transaction.
    """
    if not games:
        return
    list(Game.objects.select_for_update(of=("self",)).filter(pk__in=games).order_by("pk"))
    DiceSeed.objects.filter(game__in=games).delete()
    triggers.remove(connection)
    events = GameEvent.objects.filter(game__in=games)
    events._raw_delete(events.db)
    triggers.install(connection)
    Game.objects.filter(pk__in=games).delete()
