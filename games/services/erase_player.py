"""Erasing the name of a player for good: the new one tells nothing of them, and their games stay.

Rows are looked through by what they are, not by a list of places: whatever text a table of ours keeps is read. What
follows from the names of players – tables, lists – follows from the new one (``post_save`` of the player).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.apps import apps
from django.contrib.admin.models import LogEntry
from django.contrib.auth import get_user_model
from django.db import models, transaction

from games.access import audit_log
from games.domain.events import kinds_that
from games.domain.player_names import names_in_texts, names_of
from games.models import GameEvent, Player, RememberedAnswer, SecurityEvent
from games.models.player import folded
from rules.i18n import Literal, Text

#: Columns derived from other rows and logs, numeric, or without words.
_FOLLOWING = frozenset(
    [
        "projection",
        "question",
        "tallies",
        "search_key",
        "names_key",
        "position",
        "head",
        "hash",
        "previous",
        "digest",
        "secret",
        "previous_secret",
        "seated",
        "starter",
        "finished",
        "places",
        "ranking",
        "told",
        "dice",
        "clock",
        "calls",
        "confirmations",
        "seed",
        "whose",
        "fingerprint",
        "engine",
        "figures",
        "found",
        "network",
        "colour",
        "rules_name",
    ]
)
#: Nobody can change these: their rows are sealed, or are accounts.
_SEALED = (GameEvent, SecurityEvent)
#: A word of a name is searched for by itself from this many letters on.
_SHORTEST_WORD = 4
_EXCERPT = 120


@dataclass(frozen=True, slots=True)
class Mention:
    """A text that contains a name, or a word of it; ``is_sealed`` where nobody can change it."""

    where: str
    text: str
    is_sealed: bool

    def __str__(self) -> str:
        return f"{self.where}: {self.text}"


@dataclass(frozen=True, slots=True)
class ErasureResult:
    """The player's name now, in how many rows the old one was replaced, and the texts in which it still stands."""

    neutral_name: str
    rows: int
    mentions: tuple[Mention, ...]


def mentions_of(player: Player) -> tuple[Mention, ...]:
    """Return the texts with a former name of the player, or with a longer word of one."""
    return tuple(_mentions(player, _words(names_of(player) - {player.shown_as}) - _words({player.shown_as})))


def erase(*, player_id: UUID, actor: str, now: datetime) -> ErasureResult:
    """Replace all names of a player, former ones and the date of birth too, by one that tells nothing.

    It cannot be undone. Texts that somebody has typed are changed where the whole name stands in them; where only a
    word of it does, where the text is sealed, or where another player has the same name, they are told instead.
    Raises ``Player.DoesNotExist``.
    """
    with transaction.atomic():
        return _erased(Player.objects.select_for_update().get(pk=player_id), actor, now)


def would_erase(*, player_id: UUID, now: datetime) -> ErasureResult:
    """Return what ``erase`` would do; nothing is done."""
    with transaction.atomic():
        found = _erased(Player.objects.select_for_update().get(pk=player_id), "", now)
        transaction.set_rollback(True)
    return found


def _erased(player: Player, actor: str, now: datetime) -> ErasureResult:
    names = names_of(player)
    called = _neutral(player)
    others = Player.objects.exclude(pk=player.pk)
    shared = {name for other in others for name in (other.name, other.nickname)} & names
    take_out = _taking_out(names - shared, called) if names - shared else str
    rows = _replaced(take_out, _texts)
    for answer in RememberedAnswer.objects.iterator():
        if any(name in bytes(answer.body).decode(errors="replace") for name in names):
            answer.delete()
            rows += 1
    entries = LogEntry.objects.filter(content_type__app_label="games", content_type__model="player")
    rows += entries.filter(object_id=str(player.pk)).update(object_repr=called)
    rows += player.history.update(name=called, nickname="", born=None)
    player.name, player.nickname, player.born = called, "", None
    player._change_reason = actor  # type: ignore[attr-defined]
    player.save()
    player.history.update(name=called, nickname="", born=None)
    # The current tables follow from the rest, as saving the player has seen to; earlier ones stay as they
    # were.
    rows += _replaced(take_out, _tables)
    audit_log.note(
        SecurityEvent.Kind.PLAYER_ERASED, actor=actor, now=now, about=f"player:{player.pk}", place="site"
    )
    return ErasureResult(called, rows + 1, tuple(_mentions(player, _words(names))))


def _neutral(player: Player) -> str:
    """Return a name that nobody else has: that of an unknown player, with some letters of the id."""
    others = Player.objects.exclude(pk=player.pk)
    for letters in range(4, 33):
        called = f"N. N. {player.pk.hex[:letters]}"
        if not others.filter(search_key=folded(called)).exists():
            break
    return called


# -- texts -----------------------------------------------------------------------------------------


def _texts(model: type[models.Model]) -> list[str]:
    """List the columns that hold words."""
    return [
        field.name
        for field in model._meta.concrete_fields
        if isinstance(field, models.CharField | models.TextField | models.JSONField)
        and not (field.choices or field.primary_key or field.name in _FOLLOWING)
    ]


def _tables(model: type[models.Model]) -> list[str]:
    """List the columns that hold tables."""
    return [field.name for field in model._meta.concrete_fields if field.name == "projection"]


def _models() -> Iterator[type[models.Model]]:
    """Yield our models and their histories; not those of players, which are dealt with by id."""
    for room in ("games", "tournaments"):
        for model in apps.get_app_config(room).get_models():
            if model not in (Player, Player.history.model):
                yield model
    yield LogEntry


def _rows(model: type[models.Model], columns: Sequence[str]) -> Iterator[Any]:
    rows = model._default_manager.order_by("pk").only("pk", *columns)
    if model is GameEvent:
        # Very many events can hold no free text.
        rows = rows.filter(kind__in=kinds_that(lambda each: each.has_words))
    return rows.iterator(chunk_size=500)


def _replaced(take_out: Callable[[str], str], columns_of: Callable[[type[models.Model]], list[str]]) -> int:
    """Remove the names from these columns where they can be changed; return how many rows had any."""
    changed = 0
    for model in _models():
        columns = columns_of(model)
        if model in _SEALED or not columns:
            continue
        for row in _rows(model, columns):
            found = {name: getattr(row, name) for name in columns}
            wanted = {
                name: _fitting(model, name, new)
                for name, old in found.items()
                if not isinstance(model._meta.get_field(name), models.SlugField)
                and (new := _rewritten(old, take_out)) != old
            }
            if wanted:
                # Past save(): the history must not get a row for it, and some rows are otherwise never
                # changed.
                model._default_manager.filter(pk=row.pk).update(**wanted)
                changed += 1
    return changed


def _rewritten(value: Any, take_out: Callable[[str], str]) -> Any:
    if isinstance(value, str):
        return take_out(value)
    if isinstance(value, Text):
        return Literal(**{language: take_out(words) for language, words in value.as_json().items()})
    if isinstance(value, list):
        return [_rewritten(each, take_out) for each in value]
    if isinstance(value, dict):
        return {name: _rewritten(each, take_out) for name, each in value.items()}
    return value


def _fitting(model: type[models.Model], name: str, value: Any) -> Any:
    longest = getattr(model._meta.get_field(name), "max_length", None)
    return value[:longest] if longest and isinstance(value, str) else value


def _taking_out(names: set[str], called: str) -> Callable[[str], str]:
    pattern = names_in_texts(names, re.IGNORECASE)
    return lambda text: pattern.sub(called, text)


# -- mentions that remain ---------------------------------------------------------------------------


def _words(names: set[str]) -> set[str]:
    words = {word for name in names for word in re.findall(r"[^\W\d_]+", folded(name))}
    return {word for word in words if len(word) >= _SHORTEST_WORD}


def _mentions(player: Player, words: set[str]) -> Iterator[Mention]:
    if not words:
        return
    theirs = {name for other in Player.objects.exclude(pk=player.pk) for name in (other.name, other.nickname)}
    # Those of others are no mentions of this player.
    take_out = _taking_out(theirs - {""}, "") if theirs - {""} else str
    for model in _models():
        columns = _texts(model)
        for row in _rows(model, columns) if columns else ():
            for name in columns:
                text = str(_rewritten(getattr(row, name), take_out))
                if _words_in(text) & words:
                    column = getattr(model._meta.get_field(name), "verbose_name", name)
                    label = f"{model._meta.verbose_name} {row.pk}, {column}"
                    yield Mention(label, text[:_EXCERPT], model in _SEALED)
    accounts = get_user_model()
    for account in accounts.objects.all():
        text = " ".join((account.get_username(), account.get_full_name(), getattr(account, "email", "")))
        if _words_in(text) & words:
            yield Mention(f"{accounts._meta.verbose_name} {account.pk}", text.strip(), True)


def _words_in(text: str) -> set[str]:
    """Return the words of a text, and of genitives the names too."""
    words = set(re.findall(r"[^\W\d_]+", folded(text)))
    return words | {word[:-1] for word in words if word.endswith("s")}
