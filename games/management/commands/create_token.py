"""Make an access token for a program or a device."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from games.models import AccessToken


class Command(BaseCommand):
    """`manage.py create_token NAME [--scope record|organise]`."""

    help = "Make an access token and print it; it is shown this once."

    def add_arguments(self, parser: CommandParser) -> None:
        """What it is for and what it allows."""
        parser.add_argument("name", help="what it is for: a device, a program")
        parser.add_argument("--scope", choices=AccessToken.Scope.values, default=AccessToken.Scope.RECORD)

    def handle(self, *args: Any, name: str, scope: str, **options: Any) -> None:
        """Print the token alone, so that it can be caught by a script."""
        _, text = AccessToken.issue(name=name, scope=scope)
        self.stdout.write(text)
