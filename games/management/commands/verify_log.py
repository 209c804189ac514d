"""Walk the hash chain of a game's log, or of all games."""

import uuid
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.models import Game
from games.queries.chains import fault_at_rest


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
            if fault := fault_at_rest(found):
                broken += 1
                self.stderr.write(f"{found.pk}: {fault}")
        self.stdout.write(f"{games.count()} logs, {broken} broken")
        if broken:
            raise CommandError("A log does not hold together.")
