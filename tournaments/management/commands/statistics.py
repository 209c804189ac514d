"""Bring up to date what is counted of players and how they are rated, work it out anew, or check it."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from tournaments.models import CountedGame
from tournaments.statistics.integrity import differences
from tournaments.statistics.update import count_due, forget_everything


class Command(BaseCommand):
    """``manage.py statistics [--rebuild | --check]``: exit 1 if anything differed under ``--check``."""

    help = "Count the games that are noted to be counted, and rate their players."

    def add_arguments(self, parser: CommandParser) -> None:
        """Whether from scratch, or only to compare."""
        ways = parser.add_mutually_exclusive_group()
        ways.add_argument("--rebuild", action="store_true", help="forget everything and count all games anew")
        ways.add_argument(
            "--check", action="store_true", help="only compare with all games counted anew, change nothing"
        )

    def handle(self, *args: Any, rebuild: bool = False, check: bool = False, **options: Any) -> None:
        """Count or compare, and report."""
        now = timezone.now()
        if check:
            self._check()
            return
        if rebuild:
            forget_everything()
        self.stdout.write(f"{count_due(now=now)} games looked at, {CountedGame.objects.count()} are counted")

    def _check(self) -> None:
        found = differences()
        for difference in found:
            self.stdout.write(difference)
        self.stdout.write(f"{CountedGame.objects.count()} games are counted, {len(found)} rows differ")
        if found:
            raise CommandError("What is stored does not follow from the games; see --rebuild.")
