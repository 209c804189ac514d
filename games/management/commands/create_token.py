"""Make an access token for a program, a device or a board."""

from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from games.access import COMMAND, MOST_DAYS, Lasting, scopes, services
from games.enums import Role
from games.errors import BadRequest
from rules import Text


class Command(BaseCommand):
    """`manage.py create_token NAME [--role ROLE] [--place PLACE] [--days DAYS | --no-end]`."""

    help = "Make an access token and print it; it is shown this once."

    def add_arguments(self, parser: CommandParser) -> None:
        """What it is for, what it allows, where, and for how long."""
        parser.add_argument("name", help="what it is for: a device, a program, a board")
        parser.add_argument("--role", choices=[role.value for role in Role], default=Role.RECORDER.value)
        parser.add_argument(
            "--place", default=scopes.SITE, help="site (the default), event:SLUG, board:SLUG:3, game:ID, …"
        )
        holds = parser.add_mutually_exclusive_group()
        holds.add_argument(
            "--days", type=float, help=f"how long it holds; {settings.TOKEN_DAYS} (TOKEN_DAYS) if left out"
        )
        holds.add_argument("--no-end", action="store_true", help="it holds until it is revoked")

    def handle(
        self, *args: Any, name: str, role: str, place: str, days: float | None, no_end: bool, **options: Any
    ) -> None:
        """Print the token alone, so that it can be caught by a script."""
        now = timezone.now()
        expires_at: datetime | Lasting | None = None if no_end else Lasting.USUAL
        if days is not None and not 0 < days <= MOST_DAYS:
            needed = Text(
                "more than 0 and at most {most} is needed, not {days}", most=MOST_DAYS, days=f"{days:g}"
            )
            raise CommandError(f"--days: {needed.in_all()}")
        if days is not None:
            expires_at = now + timedelta(days=days)
        try:
            _, text = services.issue_token(
                name=name,
                role=Role(role),
                place=place,
                expires_at=expires_at,
                by=COMMAND,
                now=now,
            )
        except BadRequest as error:
            raise CommandError(error.message.en) from error
        self.stdout.write(text)
