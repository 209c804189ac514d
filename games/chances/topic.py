"""Chances as something to watch, beside the events of a game: only the newest are sent, those between are left out."""

from collections.abc import Collection, Mapping, Sequence
from uuid import UUID

from django.db.models import OuterRef, Subquery

from games.access import rows_where
from games.chances.queries import newest
from games.chances.serializers import message_of
from games.models import Chances, Game
from games.streams.broker import announce
from games.streams.topics import Message

NAME = "chances"


class ChancesTopic:
    """Chances of public games or of all, by the id of the game; the number is the key of the newest, 0 before any."""

    name = NAME
    beside = None

    def __init__(self, *, is_public: bool) -> None:
        self._those = Game.objects.public() if is_public else Game.objects.all()
        self._is_it = "id = %s AND is_public" if is_public else "id = %s"

    def numbers(self, keys: Collection[str]) -> Mapping[str, int]:
        """The key of the newest chances of each of these games. One query."""
        rows = Chances.objects.filter(game=OuterRef("pk"), number__lte=OuterRef("number"))
        latest = Subquery(rows.order_by("-number").values("pk")[:1])
        games = self._those.filter(pk__in=keys).annotate(latest=latest)
        return {str(pk): latest or 0 for pk, latest in games.values_list("pk", "latest")}

    def state(self, key: str) -> Message | None:
        """The message ``chances``; ``None`` where there are none."""
        game = self.game(key)
        counted = None if game is None else newest(game)
        return None if game is None or counted is None else message_of(game, counted)

    def since(self, key: str, number: int) -> Sequence[Message]:
        """The newest chances, if they are newer."""
        found = self.state(key)
        return [found] if found is not None and found.number > number else []

    def game(self, key: str) -> Game | None:
        """The game of that id, if it is one of those of this topic. One query."""
        return next(iter(rows_where(Game, self._is_it, UUID(key))), None)


def announce_chances(counted: Chances) -> None:
    """Tell who watches; after the commit."""
    announce(NAME, str(counted.game_id), counted.pk)
