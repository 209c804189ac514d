"""Write the rules for phones without network."""

from typing import Any

from django.core.management.base import BaseCommand

from games.offline.py2js import FOLDER, MODULES, build_bundle


class Command(BaseCommand):
    """`manage.py build_offline_rules`."""

    help = "Write the modules of games/static/games/generated/, the rules as JavaScript, from the functions of rules/."

    def handle(self, *args: Any, **options: Any) -> None:
        """Write each module and say how large it is."""
        for name in MODULES:
            text, path = build_bundle(name), FOLDER / name
            path.write_text(text, encoding="utf-8")
            self.stdout.write(f"{path}: {len(text.encode())} bytes")
