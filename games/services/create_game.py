"""Creating a game by one request; a client-made id makes the request idempotent."""

import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db import IntegrityError, transaction

from games.errors import IdReused
from games.models import Game, Player
from games.services import recorder
from games.services.commands import EventCommand, RecordResult
from rules import RuleSet, Text


@dataclass(frozen=True)
class NewGame:
    """A game to create; it begins at once where ``beginning`` is given, an event that has the id of the game."""

    rules: RuleSet
    seats: Sequence[tuple[Player, Sequence[str]]]
    title: str
    beginning: EventCommand | None
    game_id: uuid.UUID | None

    def is_seen_in(self, game: Game) -> bool:
        """Check whether the game, whatever has happened since, was created by the same request."""
        seating = [(str(player.pk), list(colours)) for player, colours in self.seats]
        asked = (game.rules, list(game.seating.items()), game.events.get(number=1).payload.get("title"))
        if asked != (self.rules, seating, self.title):
            return False
        begun = game.events.filter(client_id=game.pk).first()
        if begun is None or self.beginning is None:
            return begun is None and self.beginning is None
        return self.beginning.matches(begun)


@transaction.atomic
def create(new: NewGame, *, actor: str, now: datetime) -> RecordResult:
    """Create the game, or return the one created before under its id, as it is now.

    Raises ``IdReused`` where the id is that of another game, and what ``games.services.recorder`` raises.
    """
    try:
        with transaction.atomic():
            game = recorder.create_game(
                rules=new.rules,
                seats=new.seats,
                title=new.title,
                game_id=new.game_id,
                actor=actor,
                now=now,
                wanted=[] if new.beginning is None else [new.beginning],
            )
            return RecordResult(game, [])
    except IntegrityError:
        if new.game_id is None:
            raise
        # The id is taken, perhaps by the same request at the same moment; that one is committed by now.
        game = Game.objects.get(pk=new.game_id)
    if not new.is_seen_in(game):
        raise IdReused(
            Text("id: {game_id} is another game already; use a new id", game_id=new.game_id),
            field="id",
        )
    return RecordResult(game, [], replayed=True)
