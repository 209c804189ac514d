"""The event that a game belongs to, as the room above knows it (``games.access.scopes``)."""

from collections.abc import Sequence
from typing import Any

from django.db.models.expressions import Combinable

from games.access import scopes
from games.models import Game

#: What is read of it, and the annotations of a game by which it is read with the game.
_MEMBERS = ("slug", "name", "number")
_ANNOTATIONS = tuple(f"event_{member}" for member in _MEMBERS)


def event_beside() -> dict[str, Combinable]:
    """Return the annotations of a queryset of games by which ``event_of`` needs no query."""
    read = scopes.provider.event_columns()
    return {name: read[member] for name, member in zip(_ANNOTATIONS, _MEMBERS, strict=True)}


def set_event(game: Game, read: Sequence[Any]) -> None:
    """Remember slug, name and number of a game's event (all ``None``: of none) as if they had been read with it."""
    vars(game).update(zip(_ANNOTATIONS, read, strict=True))


def event_of(game: Game) -> dict[str, Any] | None:
    """Return slug and name of the event, and the game's number there. One query unless it was read with the game."""
    known = vars(game)
    if _ANNOTATIONS[0] in known:
        read: Sequence[Any] = [known[name] for name in _ANNOTATIONS]
    else:
        read = scopes.provider.event_of(game.pk)
    return dict(zip(_MEMBERS, read, strict=True)) if read and read[0] is not None else None
