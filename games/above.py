"""The room above: what follows there from what is recorded in games, and what games ask it.

Games know no room above: the room registers itself as ``room``, and the scopes that it has as ``scopes``.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any, Protocol
from uuid import UUID

from rules import Text

if TYPE_CHECKING:
    from django.db.models import Q, QuerySet
    from django.db.models.expressions import Combinable

    from games.access import Principal, Scope
    from games.domain.place_points import PlacePoints
    from games.models import Game, GameEvent, Player
    from games.services.projections import Derived
    from games.services.starters import Payload, StarterRequest, Throws
    from rules import StartingColour


@dataclass(frozen=True, slots=True)
class GameChange:
    """What was recorded of a game: it began, or (``is_result``) got a result, another one, or has none any more.

    ``events`` are those of its log, none of a log that was imported.
    """

    game: Game
    events: Sequence[GameEvent]
    now: datetime
    is_result: bool


class RoomAbove(Protocol):
    """What the room above does when something is recorded in games, and what it answers them."""

    #: What ``manage.py rebuild_projections`` rebuilds after the games, in this order.
    derived: Sequence[Derived]

    def after_record(self, change: GameChange) -> None:
        """Let follow what follows from a game, in the transaction that holds its row."""

    def check_can_reopen(self, game: Game) -> None:
        """Raise ``WrongState`` where something has been built on the result of a game; nothing is changed."""

    def consequences_of(self, game: Game) -> Sequence[Text]:
        """Describe what would follow if the result were that of ``game``, a copy; nothing is changed."""

    def place_points(self, game: Game) -> PlacePoints | None:
        """Return what finishing places are worth in a game; ``None`` where they are worth nothing."""

    def after_rewriting(self, named: Callable[[str], bool], now: datetime) -> None:
        """Follow an erased name, in its transaction: bring up to date what is stored with texts that are ``named``."""

    def due(self, game: Game, thrown: Throws) -> StartingColour | None:
        """Return who is due to begin a game now, players by name; ``None`` for a game not its own.

        ``thrown`` are throws for the start that are made beside those in the log. Raises ``RecordingError`` where the
        game cannot begin now.
        """

    def decide(self, wish: StarterRequest) -> Payload | None:
        """Return the payload of the start that is requested; ``None`` for a game not its own.

        Called in the transaction that holds the game's row. Raises ``RecordingError`` where it cannot begin so.
        """


#: The room above; it puts itself here, once, at startup.
room: RoomAbove


class ScopeProvider(Protocol):
    """The scopes that the room above provides beside the site and its games."""

    #: Each of its kinds, and how it is described with the names that follow the kind.
    kinds: Mapping[str, Text]

    def exists(self, place: str) -> bool:
        """Check whether there is such a place."""

    def around(self, place: str) -> Scope:
        """Return the places in which a role covers this one, itself among them."""

    def around_game(self, game_id: UUID) -> Collection[str]:
        """Return the places of a game that only this room knows."""

    def within(self, place: str) -> Q:
        """Return the condition that a column ``place`` names this place or one within it."""

    def games(self, place: str) -> QuerySet[Game]:
        """Return the games that are played there."""

    def event_columns(self) -> Mapping[str, Combinable]:
        """Map ``slug``, ``name`` and ``number`` to what reads them of the event of a game, NULL where it has none."""

    def event_of(self, game_id: UUID) -> Sequence[Any]:
        """Return the same of one game, nothing where it has no event."""

    def inside(self, place: str) -> Sequence[str]:
        """List the places within it that are often meant."""

    def names(self, places: Collection[str]) -> Mapping[str, Text]:
        """Map those of the places that it knows to what they are called."""

    def known_players(self, viewer: Principal | None) -> QuerySet[Player]:
        """Return the players whom the viewer may mean by a name; without a viewer those whom anybody may."""

    def seen_players(self, viewer: Principal) -> Q:
        """Return the condition on players of whom the viewer may know, who does not see everything."""

    def opened_by(self, links: Collection[int]) -> Sequence[str]:
        """Return the places that these personal links let somebody see."""

    def page(self, place: str) -> str:
        """Return the path of the page where the place is organised; empty where there is none."""

    def access_page(self, place: str) -> str:
        """Return the path of its own page of who has access; empty where there is none."""


#: The scopes beside the site and its games; the room above puts them here, once, at startup.
scopes: ScopeProvider
