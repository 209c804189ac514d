"""The room above: what follows there from what is recorded in games, and what games ask it.

Games know no room above: the room registers itself as ``room``.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING
from uuid import UUID

from rules import Text

if TYPE_CHECKING:
    from games.domain.place_points import PlacePoints
    from games.models import Game, GameEvent
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


class RoomAbove:
    """No room above: nothing follows, and games decide by their own rules who begins."""

    #: What ``manage.py rebuild_projections`` rebuilds after the games, in this order.
    derived: Sequence[Derived] = ()

    def after_record(self, change: GameChange) -> None:
        """Let follow what follows from a game, in the transaction that holds its row."""

    def check_can_reopen(self, game: Game) -> None:
        """Raise ``WrongState`` where something has been built on the result of a game; nothing is changed."""

    def consequences_of(self, game: Game) -> Sequence[Text]:
        """Describe what would follow if the result were that of ``game``, a copy; nothing is changed."""
        return ()

    def place_points(self, game: Game) -> PlacePoints | None:
        """Return what finishing places are worth in a game; ``None`` where they are worth nothing."""
        return None

    def after_publishing(self, games: Collection[UUID]) -> None:
        """Follow games that were made public or not public, in the transaction that holds their rows."""

    def after_rewriting(self, named: Callable[[str], bool], now: datetime) -> None:
        """Follow an erased name, in its transaction: bring up to date what is stored with texts that are ``named``."""

    def due(self, game: Game, thrown: Throws) -> StartingColour | None:
        """Return who is due to begin a game now, players by name; ``None`` for a game not its own.

        ``thrown`` are throws for the start that are made beside those in the log. Raises ``RecordingError`` where the
        game cannot begin now.
        """
        return None

    def decide(self, wish: StarterRequest) -> Payload | None:
        """Return the payload of the start that is requested; ``None`` for a game not its own.

        Called in the transaction that holds the game's row. Raises ``RecordingError`` where it cannot begin so.
        """
        return None


#: The room above; it puts itself here, once, at startup.
room = RoomAbove()
