"""Erase again those who were erased after the backup that was restored."""

from typing import Any

from django.core.management.base import BaseCommand
from django.utils import timezone

from games.access import COMMAND
from games.services.erase_player import apply_erasures


class Command(BaseCommand):
    """`manage.py repeat_erasures` (docs/install/privacy.md)."""

    help = "Erase again those on the list of the erased."

    def handle(self, *args: Any, **options: Any) -> None:
        """Do it and tell how many had their names back."""
        self.stdout.write(f"{apply_erasures(actor=COMMAND.actor, now=timezone.now())} erased again.")
