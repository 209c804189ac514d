"""Walk the hash chain of a game's log, or of all games."""

from __future__ import annotations

import uuid
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import transaction

from games.domain.hash_chain import first_break
from games.models import Game


class Command(BaseCommand):
    """``manage.py verify_log [GAME]``: says for each log that it is whole, or where it breaks; exit 1 on a break."""

    help = "Walk the hash chain of a game's log (of all games if none is named)."

    def add_arguments(self, parser: CommandParser) -> None:
        """The game, by id."""
        parser.add_argument("game", nargs="?", type=uuid.UUID, help="id of the game; all games if left out")

    def handle(self, *args: Any, game: uuid.UUID | None = None, **options: Any) -> None:
        """Check and report."""
        games = Game.objects.all() if game is None else Game.objects.filter(pk=game)
        if game is not None and not games:
            raise CommandError(f"There is no game {game}.")
        broken = 0
        for found in games.iterator():
            with transaction.atomic():  # nobody records while row and log are read
                fault = fault_of(Game.objects.select_for_update(of=("self",)).get(pk=found.pk))
            if fault:
                broken += 1
                self.stderr.write(f"{found.pk}: {fault}")
        self.stdout.write(f"{games.count()} logs, {broken} broken")
        if broken:
            raise CommandError("A log does not hold together.")


def fault_of(game: Game) -> str:
    """Where a game's log breaks or its row says something else; empty if it is whole."""
    events = list(game.events.all())
    broken = first_break(events)
    if broken is not None:
        return f"event {broken.number} does not follow from those before it"
    head, number = (events[-1].hash, events[-1].number) if events else ("", 0)
    if (game.head, game.number) != (head, number):
        return f"the row names event {game.number} as the last, the log ends with {number}"
    return ""
