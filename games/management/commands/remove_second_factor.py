"""Remove the second factors of somebody who has lost theirs, recovery codes too."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from games.access import COMMAND, accounts, second_factor
from games.errors import BadRequest


class Command(BaseCommand):
    """Sign in with the password alone afterwards, and set up another one."""

    help = "Remove the second factors and recovery codes of an account: somebody has lost their phone and the codes."

    def add_arguments(self, parser: CommandParser) -> None:
        """Take the user name."""
        parser.add_argument("name", help="the user name")

    def handle(self, *args: Any, **options: Any) -> None:
        """Remove them. Raises ``CommandError`` for an unknown name."""
        try:
            account = accounts.find_account(options["name"])
        except BadRequest as error:
            raise CommandError(error.message.en) from error
        if account is None:
            raise CommandError(f"There is no account {options['name']!r}.")
        second_factor.remove_all(account_id=account.pk, by=COMMAND, now=timezone.now())
        self.stdout.write(f"{account.get_username()} signs in without a second factor now.")
