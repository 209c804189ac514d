"""Take the name of a player away for good."""

import uuid
from typing import Any

from django.contrib.auth import get_user_model
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db.models import Q
from django.utils import timezone

from games.access import COMMAND
from games.models import Player
from games.services.erase_player import erase, erase_account, neutral_name
from rules import Text


class Command(BaseCommand):
    """`manage.py erase_player PLAYER [--also WORD] [--account NAME] [--yes]`."""

    help = (
        "Replace all names of a player by one that tells nothing; games and tables stay. It cannot be undone."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        """Who, and whether it is meant."""
        parser.add_argument("player", help="the id, or the name or nickname exactly")
        parser.add_argument("--also", action="append", default=[], help="another word that means the player")
        parser.add_argument("--account", help="delete this account too, with its name in every text")
        parser.add_argument("--yes", action="store_true", help="do it without asking")

    def handle(
        self, *args: Any, player: str, also: list[str], account: str | None, yes: bool, **options: Any
    ) -> None:
        """Ask, and do it."""
        found = _player(player)
        theirs = _account(account) if account else None
        self.stdout.write(f"{found.pk} ({found.name}) is to be called {neutral_name(found)}.")
        if not yes and input('This cannot be undone. Type "erase" to do it: ').strip() != "erase":
            raise CommandError(Text("nothing was changed").in_all())
        called = erase(player_id=found.pk, actor=COMMAND.actor, now=timezone.now(), also=also)
        if theirs is not None:
            erase_account(account=theirs, actor=COMMAND.actor, now=timezone.now())
        self.stdout.write(f"{found.pk} is called {called}.")


def _player(text: str) -> Player:
    try:
        which = Q(pk=uuid.UUID(text))
    except ValueError:
        which = Q(name=text) | Q(nickname=text)
    found = list(Player.objects.filter(which))
    if len(found) != 1:
        ids = ", ".join(str(player.pk) for player in found) or "–"
        raise CommandError(Text("one player is needed, the id tells which: {ids}", ids=ids).in_all())
    return found[0]


def _account(name: str) -> Any:
    accounts = get_user_model().objects
    found = accounts.filter(username=name).first()
    if found is None:
        raise CommandError(Text("there is no account {name}", name=name).in_all())
    if (
        found.is_superuser
        and not accounts.filter(is_superuser=True, is_active=True).exclude(pk=found.pk).exists()
    ):
        raise CommandError(Text("the last account that may do everything cannot be deleted").in_all())
    return found
