"""Load the demo season; nothing happens where it is there already."""

import secrets
import sys
from typing import Any

from django.contrib.auth import get_user_model
from django.core.management.base import BaseCommand, CommandParser

from tournaments.demo import season as demo


class Command(BaseCommand):
    """`manage.py demo [--admin NAME]`."""

    help = "Load the demo season (invented players); --admin NAME also makes an account for the admin."

    def add_arguments(self, parser: CommandParser) -> None:
        """Whether an account is wanted."""
        parser.add_argument("--admin", metavar="NAME", help="make a superuser, print its password once")

    def handle(self, *args: Any, admin: str | None, **options: Any) -> None:
        """Load what is missing."""
        for event in demo.load():
            self.stdout.write(f"{event.name}: {event.get_status_display()}")
        if admin:
            self._make_admin(admin)
        elif not get_user_model().objects.filter(is_superuser=True).exists():
            self.stdout.write(
                f"No account yet: {sys.executable} manage.py createsuperuser makes one for /admin/."
            )

    def _make_admin(self, name: str) -> None:
        users = get_user_model().objects
        if users.filter(username=name).exists():
            self.stdout.write(f"{name} is there already; the password stays as it is.")
            return
        password = secrets.token_urlsafe(12)
        users.create_superuser(username=name, password=password)
        self.stdout.write(f"Account {name} with password {password} – it is shown this once.")
