"""Write what is public into one file."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand
from django.utils import timezone

from tournaments.transfer.dump.store import make_dump


class Command(BaseCommand):
    """`manage.py dump_public`."""

    help = (
        "Write all public games, as records and results, into one file in DATA_DIR/dumps, where the site hands it out"
        " (docs/reference/dump.md). Done every night by itself."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        """Make a dump, and say what is in it."""
        dump, counts = make_dump(now=timezone.now())
        self.stdout.write(
            f"{dump.path}: {counts.events} events, {counts.games} games, {counts.results} results,"
            f" {dump.size} bytes\nSHA-256 {dump.checksum}"
        )
