"""Scopes: the places in which a role holds – the site, games, and those of the rooms above (events, boards).

A place is a short text, the kind first: ``site``, ``game:UUID``, ``event:autumn-cup``,
``board:autumn-cup:3``. A right in a place holds everywhere within it. Games know the first two kinds;
the room above says once, when it starts (``games.above``), what else there is.
"""

from __future__ import annotations

import uuid
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Q, QuerySet
from django.db.models.expressions import Combinable

from games import above
from games.errors import BadRequest
from games.models import Game
from rules import Text, Verbatim, quote_value

SITE = "site"
LONGEST = 120


@dataclass(frozen=True, slots=True)
class Scope:
    """The places in which a role covers something: those given by its name, and those that must be looked up."""

    known: tuple[str, ...]
    further: Callable[[], Collection[str]] = tuple
    #: Whether what is there is public; False too where there is nothing.
    is_public: Callable[[], bool] = lambda: True

    def is_within(self, places: Collection[str]) -> bool:
        """Check whether it lies in one of these places; looked up only where the names do not decide."""
        if any(place in self.known for place in places):
            return True
        return bool(places) and not set(places).isdisjoint(self.further())


# -- of a place --------------------------------------------------------------------------------------


def scope_of_game(game_id: uuid.UUID) -> Scope:
    """Return the scope of a game: the site, the game itself, and the places of the room above."""
    return Scope(
        (SITE, f"game:{game_id}"),
        lambda: above.scopes.around_game(game_id),
        lambda: Game.objects.public().filter(pk=game_id).exists(),
    )


#: The whole site, for what belongs to no smaller place.
EVERYWHERE = Scope((SITE,))


def scope_around(place: str) -> Scope:
    """Return the places in which a role covers this one; the site alone for what can be no place."""
    if place == SITE or not _is_readable(place):
        return EVERYWHERE
    if game_id := _game_id(place):
        return scope_of_game(game_id)
    return above.scopes.around(place)


def check_place(place: str) -> str:
    """Return the place if it exists. Raises ``BadRequest`` otherwise."""
    if is_place(place):
        return place
    raise BadRequest(
        Text(
            "place: there is no place {place}; the kinds are {kinds}, with the name after a colon",
            place=quote_value(place),
            kinds=", ".join((SITE, "game", *above.scopes.kinds)),
        ),
        field="place",
    )


def is_place(place: str) -> bool:
    """Check whether there is such a place."""
    if not _is_readable(place):
        return False
    if game_id := _game_id(place):
        return Game.objects.filter(pk=game_id).exists()
    return place == SITE or above.scopes.exists(place)


def _is_readable(place: str) -> bool:
    return len(place) <= LONGEST and place.isprintable()


def places_within(place: str) -> Q:
    """Return the condition that a column ``place`` names this place or one within it."""
    if place == SITE:
        return Q()
    return Q(place=place) if _game_id(place) else above.scopes.within(place)


def games_in(place: str) -> QuerySet[Game]:
    """Return the games that are played in a place."""
    if place == SITE:
        return Game.objects.all()
    if game_id := _game_id(place):
        return Game.objects.filter(pk=game_id)
    return above.scopes.games(place)


def name_places(places: Collection[str]) -> Mapping[str, Text]:
    """Map each of the places, in their order, to what organisers call it. A query for each kind of them at most."""
    return {place: describe_place(place) for place in places} | dict(above.scopes.names(places))


def describe_place(place: str) -> Text:
    """Describe a place in words."""
    if place == SITE:
        return Text("the whole site")
    kind, *names = place.split(":", 2)
    words = {"game": _GAME, **above.scopes.kinds}.get(kind)
    if words is None or not names:
        return Verbatim(place)
    return words.filled(name=names[0], part=names[1] if len(names) > 1 else "")


_GAME = Text("game {name}")


def _game_id(place: str) -> uuid.UUID | None:
    """Return the id in ``game:UUID`` as this program writes it; ``None`` for any other place."""
    kind, _, name = place.partition(":")
    if kind != "game":
        return None
    try:
        game_id = uuid.UUID(name)
    except ValueError:
        return None
    return game_id if str(game_id) == name else None


#: What is read of it, and the annotations of a game by which it is read with the game.
_MEMBERS = ("slug", "name", "number")
_ANNOTATIONS = tuple(f"event_{member}" for member in _MEMBERS)


def event_beside() -> dict[str, Combinable]:
    """Return the annotations of a queryset of games by which ``event_of`` needs no query."""
    read = above.scopes.event_columns()
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
        read = above.scopes.event_of(game.pk)
    return dict(zip(_MEMBERS, read, strict=True)) if read and read[0] is not None else None
