"""Erasing the name of a player for good: the new one tells nothing of them, and their games stay.

What follows from the names of players – tables, lists – follows from the new one (``post_save`` of the player).
"""

from __future__ import annotations

import uuid
from collections.abc import Callable, Collection
from dataclasses import dataclass
from datetime import datetime
from importlib import import_module
from typing import Any

from django.conf import settings
from django.contrib.admin.models import LogEntry
from django.contrib.auth import get_user_model
from django.contrib.sessions.models import Session
from django.db import models, transaction

from games import signals
from games.access import audit_log, services, sessions
from games.access.principal import COMMAND
from games.domain.name_spellings import NameFinder
from games.domain.player_names import names_of
from games.models import Player, SecurityEvent
from games.models.player import FEWEST_LETTERS, folded
from games.services import erased_list
from games.services.name_mentions import Mention, all_names, mentions_left
from games.services.redaction import redact
from games.services.scrub import scrub_after_commit
from games.services.stored_words import (
    SEALED,
    Model,
    byte_columns,
    kept_models,
    rewritten,
    rows_of,
    table_columns,
    word_columns,
)

#: A name of an account is taken out of texts from this many letters on.
_SHORTEST_NAME = 4


@dataclass(frozen=True, slots=True)
class ErasureResult:
    """The player's name now, in how many rows the old one was replaced, and the texts in which it still stands."""

    neutral_name: str
    rows: int
    mentions: tuple[Mention, ...]


def erase(*, player_id: uuid.UUID, actor: str, now: datetime, also: Collection[str] = ()) -> ErasureResult:
    """Replace all names of a player, former ones and the date of birth too, by one that tells nothing.

    It cannot be undone. Texts that somebody has typed, in sealed logs too, are changed where the whole name stands in
    them, however it is spelt, or one of the words in ``also``; where only a word of it does, or where another player
    has the same name, they are told instead. Raises ``Player.DoesNotExist``.
    """
    with transaction.atomic():
        return _erased(Player.objects.select_for_update().get(pk=player_id), actor, now, also)


def would_erase(*, player_id: uuid.UUID, now: datetime, also: Collection[str] = ()) -> ErasureResult:
    """Return what ``erase`` would do; nothing is done."""
    with transaction.atomic():
        found = _erased(Player.objects.select_for_update().get(pk=player_id), "", now, also)
        transaction.set_rollback(True)
    return found


@transaction.atomic
def erase_account(*, account: Any, actor: str, now: datetime) -> None:
    """Delete an account, what it has given, and its name, full name and mail address in every text."""
    about, mail = f"user:{account.pk}", getattr(account, "email", "")
    names = {
        name
        for name in (account.get_username(), account.get_full_name(), mail)
        if len(name) >= _SHORTEST_NAME
    }
    account.is_active = False
    services.revoke_what_lost_its_giver(account=account, by=COMMAND, now=now)
    sessions.drop_all_of(account.pk)
    account.delete()
    finder = NameFinder(names, all_names(Player.objects.all()))
    _taken_out(finder, f"N. N. {about}", actor, now)
    signals.texts_changed.send(Player, named=finder.is_in, now=now)
    _replaced(_taking_out(finder, f"N. N. {about}"), table_columns)
    audit_log.note(SecurityEvent.Kind.PLAYER_ERASED, actor=actor, now=now, about=about, place="site")
    erased_list.keep_after_commit(about, now)
    scrub_after_commit()


def apply_erasures(*, actor: str, now: datetime) -> int:
    """Erase again whoever is on the list and has their name back, after a restore; return how many these were."""
    return sum(_again(about, when, actor, now) for about, when in erased_list.erased().items())


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


def _erased(player: Player, actor: str, now: datetime, also: Collection[str]) -> ErasureResult:
    names = names_of(player)
    called = _neutral(player)
    others = all_names(Player.objects.exclude(pk=player.pk))
    finder = NameFinder({*(names - others), *also}, others)
    rows = _taken_out(finder, called, actor, now)
    entries = LogEntry.objects.filter(content_type__app_label="games", content_type__model="player")
    rows += entries.filter(object_id=str(player.pk)).update(object_repr=called)
    rows += player.history.update(name=called, nickname="", born=None)
    player.name, player.nickname, player.born = called, "", None
    player._change_reason = actor  # type: ignore[attr-defined]
    player.save()
    player.history.update(name=called, nickname="", born=None)
    # The current tables follow from the rest, as saving the player has seen to; earlier ones stay as they
    # were.
    signals.texts_changed.send(Player, named=finder.is_in, now=now)
    rows += _replaced(_taking_out(finder, called), table_columns) + _forgotten(finder)
    about = f"player:{player.pk}"
    audit_log.note(SecurityEvent.Kind.PLAYER_ERASED, actor=actor, now=now, about=about, place="site")
    erased_list.keep_after_commit(about, now)
    scrub_after_commit()
    return ErasureResult(called, rows + 1, mentions_left(player, names))


def _taken_out(finder: NameFinder, called: str, actor: str, now: datetime) -> int:
    """Take what it finds out of every text and every log; return how many rows had any."""
    take_out = _taking_out(finder, called)
    # Logs first: their games are locked before anything else.
    rows = redact(rewrite=lambda words: rewritten(words, take_out), actor=actor, now=now)
    return rows + _replaced(take_out, word_columns) + _dropped(finder)


def _forgotten(finder: NameFinder) -> int:
    """Delete what is left of players who were deleted and had the name."""
    left = Player.history.exclude(id__in=Player.objects.values("pk")).iterator()
    named = [row.pk for row in left if finder.is_in(row.name) or finder.is_in(row.nickname)]
    Player.history.filter(pk__in=named).delete()
    return len(named)


def _neutral(player: Player) -> str:
    """Return a name that nobody else has: that of an unknown player, with some letters of the id."""
    others = Player.objects.exclude(pk=player.pk)
    for letters in range(FEWEST_LETTERS, 33):
        called = player.neutral_name(letters)
        if not others.filter(search_key=folded(called)).exists():
            break
    return called


# -- texts -----------------------------------------------------------------------------------------


def _replaced(take_out: Callable[[str], str], columns_of: Callable[[Model], list[str]]) -> int:
    """Remove the names from these columns where they can be changed; return how many rows had any."""
    changed = 0
    for model in kept_models():
        columns = columns_of(model)
        if model in SEALED or not columns:
            continue
        for row in rows_of(model, columns):
            found = {name: getattr(row, name) for name in columns}
            wanted = {
                name: _fitting(model, name, new)
                for name, old in found.items()
                if not isinstance(model._meta.get_field(name), models.SlugField)
                and (new := rewritten(old, take_out)) != old
            }
            if wanted:
                # Past save(): the history must not get a row for it, and some rows are otherwise never
                # changed.
                model._default_manager.filter(pk=row.pk).update(**wanted)
                changed += 1
    return changed


def _fitting(model: Model, name: str, value: Any) -> Any:
    longest = getattr(model._meta.get_field(name), "max_length", None)
    return value[:longest] if longest and isinstance(value, str) else value


def _dropped(finder: NameFinder) -> int:
    """Delete rows that keep bytes, which cannot be rewritten, and sessions, which are signed, where they name them."""
    stored = [model for model in kept_models() if byte_columns(model)]
    named = [
        row
        for model in stored
        for row in model._default_manager.order_by("pk").iterator(chunk_size=50)
        if any(finder.is_in_bytes(bytes(getattr(row, name))) for name in byte_columns(model))
    ]
    store = import_module(settings.SESSION_ENGINE).SessionStore()
    named += [
        each for each in Session.objects.iterator() if finder.is_in(str(store.decode(each.session_data)))
    ]
    for row in named:
        row.delete()
    return len(named)


def _taking_out(finder: NameFinder, called: str) -> Callable[[str], str]:
    return lambda text: finder.replaced(text, called)
