"""Write the rules for phones without network."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand

from games.offline.bundle import PATH, module


class Command(BaseCommand):
    """`manage.py offline_rules`."""

    help = (
        "Write games/static/games/generated/rules.js, the rules as JavaScript, from the functions of rules/."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        """Write the module and say how large it is."""
        text = module()
        PATH.write_text(text, encoding="utf-8")
        self.stdout.write(f"{PATH}: {len(text.encode())} bytes")
