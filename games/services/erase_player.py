"""Erasing the name of a player for good: the new one identifies no one, and their games stay.

What follows from the names of players – tables, lists – follows from the new one (``post_save`` of the player).
"""

import uuid
from collections.abc import Collection
from datetime import datetime
from typing import Any

from django.contrib.admin.models import LogEntry
from django.contrib.auth import get_user_model
from django.db import transaction

from games import above
from games.access import COMMAND, audit_log, services, sessions
from games.domain.player_names import names_of, replacing
from games.models import Player, SecurityEvent
from games.models.player import FEWEST_LETTERS, folded
from games.services import erased_list
from games.services.name_columns import Change, all_names, drop_named, replace_names, rewritten
from games.services.redaction import redact

#: A name of an account is taken out of texts from this many letters on.
_SHORTEST_NAME = 4


@transaction.atomic
def erase(*, player_id: uuid.UUID, actor: str, now: datetime, also: Collection[str] = ()) -> str:
    """Replace all names of a player, former ones and the date of birth too, by a neutral one; return that.

    It cannot be undone. Texts that somebody has typed, in sealed logs too, are changed where they contain the whole
    name, or one of the words in ``also``; a name that another player has too stays there. Raises
    ``Player.DoesNotExist``.
    """
    player = Player.objects.select_for_update().get(pk=player_id)
    called = neutral_name(player)
    change = replacing({*names_of(player), *also}, all_names(Player.objects.exclude(pk=player.pk)), called)
    _rewrite(change, actor, now)
    entries = LogEntry.objects.filter(content_type__app_label="games", content_type__model="player")
    entries.filter(object_id=str(player.pk)).update(object_repr=called)
    player.history.update(name=called, nickname="", born=None)
    player.name, player.nickname, player.born, player.erasure_asked_at = called, "", None, None
    player._change_reason = actor  # type: ignore[attr-defined]
    player.save()
    _conclude(change, f"player:{player.pk}", actor, now)
    return called


@transaction.atomic
def ask_for_erasure(*, player_id: uuid.UUID, now: datetime) -> None:
    """Keep that a player asks; asking twice changes nothing. Raises ``Player.DoesNotExist``."""
    player = Player.objects.select_for_update().get(pk=player_id)
    if player.erasure_asked_at is None and not player.is_erased:
        _keep_request(player, now, "erasure asked for", now)


@transaction.atomic
def decline_erasure(*, player_id: uuid.UUID, actor: str, now: datetime) -> None:
    """Close the request of a player, if there is one. Raises ``Player.DoesNotExist``."""
    player = Player.objects.select_for_update().get(pk=player_id)
    if player.erasure_asked_at is not None:
        _keep_request(player, None, f"erasure declined: {actor}", now)


def _keep_request(player: Player, asked_at: datetime | None, what: str, now: datetime) -> None:
    # Not by ``save``, after which every table with the name is computed again.
    Player.objects.filter(pk=player.pk).update(erasure_asked_at=asked_at)
    Player.history.bulk_history_create([player], update=True, default_change_reason=what, default_date=now)


@transaction.atomic
def erase_account(*, account: Any, actor: str, now: datetime) -> None:
    """Delete an account, what it has given, and its name, full name and mail address in every text."""
    about, mail = f"user:{account.pk}", account.email
    names = {
        name
        for name in (account.get_username(), account.get_full_name(), mail)
        if len(name) >= _SHORTEST_NAME
    }
    account.is_active = False
    services.revoke_what_lost_its_giver(account=account, by=COMMAND, now=now)
    sessions.drop_all_of(account.pk)
    account.delete()
    change = replacing(names, all_names(Player.objects.all()), f"N. N. {about}")
    _rewrite(change, actor, now)
    _conclude(change, about, actor, now)


def apply_erasures(*, actor: str, now: datetime) -> int:
    """Erase again the people on the list whose names a restore has brought back; return how many these were."""
    return sum(_again(about, when, actor, now) for about, when in erased_list.erased().items())


def neutral_name(player: Player) -> str:
    """Return an unused name: that of an unknown player, with some letters of the id."""
    others = Player.objects.exclude(pk=player.pk)
    for letters in range(FEWEST_LETTERS, 33):
        called = player.neutral_name(letters)
        if not others.filter(search_key=folded(called)).exists():
            break
    return called


def _rewrite(change: Change, actor: str, now: datetime) -> None:
    # Logs first: their games are locked before anything else.
    redact(rewrite=lambda words: rewritten(words, change), actor=actor, now=now)
    replace_names(change)
    drop_named(lambda text: change(text) != text)


def _conclude(change: Change, about: str, actor: str, now: datetime) -> None:
    """Have the tables follow that copy texts, and keep that it was done."""
    above.room.after_rewriting(lambda text: change(text) != text, now)
    audit_log.note(SecurityEvent.Kind.PLAYER_ERASED, actor=actor, now=now, about=about, place="site")
    erased_list.keep_after_commit(about, now)


def _again(about: str, when: datetime, actor: str, now: datetime) -> bool:
    kind, _, key = about.partition(":")
    if kind == "user" and key.isdecimal():
        # A later account may have the number again, in a database that is older than the erasure.
        account = get_user_model().objects.filter(pk=int(key), date_joined__lt=when).first()
        if account is not None:
            erase_account(account=account, actor=actor, now=now)
        return account is not None
    player = Player.objects.filter(pk=key).first() if kind == "player" else None
    if player is None or player.is_erased:
        return False
    erase(player_id=player.pk, actor=actor, now=now)
    return True
