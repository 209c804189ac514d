"""Whether the logs of games hold together: each event follows from those before it, the row names the last one."""

from collections.abc import Sequence

from django.db import transaction

from games.domain.hash_chain import first_break
from games.models import Game, GameEvent


def fault_of(game: Game) -> str:
    """Return where a game's log breaks or its row says something else; empty if it is whole."""
    return fault_in(game, list(game.events.all()))


def fault_in(game: Game, events: Sequence[GameEvent]) -> str:
    """Return the same of a log that has been read already."""
    broken = first_break(events)
    if broken is not None:
        return f"event {broken.number} does not follow from those before it"
    head, number = (events[-1].hash, events[-1].number) if events else ("", 0)
    if (game.head, game.number) != (head, number):
        return f"the row names event {game.number} as the last, the log ends with {number}"
    return ""


def fault_beside_recording(game: Game) -> str:
    """Return the same without anybody's waiting for it: the row is locked only where something looks wrong."""
    if not fault_of(game):
        return ""
    with transaction.atomic():
        return fault_of(Game.objects.select_for_update(of=("self",)).get(pk=game.pk))
