"""Compute again what follows from the logs – games, and all that rests on them – and compare or correct it."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games import above
from games.models import Game
from games.services import projections


class Command(BaseCommand):
    """``manage.py rebuild_projections [--check]``: exit 1 if anything differed under ``--check``."""

    help = (
        "Compute again what follows from the logs: games, tables, points, rankings, figures of players;"
        " --check only compares."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        """Whether only to compare."""
        parser.add_argument("--check", action="store_true", help="only compare, change nothing")

    def handle(self, *args: Any, check: bool = False, **options: Any) -> None:
        """Compare or rebuild, and report."""
        wrong = 0
        for game in Game.objects.iterator():
            found = projections.check(game.pk) if check else projections.rebuild(game.pk)
            wrong += bool(found)
            for difference in found:
                self.stdout.write(f"{game.pk}: {difference}")
        self.stdout.write(f"{Game.objects.count()} games, {wrong} differed from their logs")
        for derived in above.room.derived:
            lines = list(derived.check() if check else derived.rebuild())
            for line in lines:
                self.stdout.write(line)
            self.stdout.write(f"{derived.name}: {len(lines)} differed")
            wrong += len(lines)
        if check and wrong:
            raise CommandError("Something stored does not say what the logs lead to.")
