"""Where the names of a player stand in what somebody has typed: told to organisers, and to the player."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from django.contrib.auth import get_user_model
from django.db import models

from games.domain.name_spellings import NameFinder
from games.domain.player_names import names_of
from games.models import Player
from games.models.player import folded
from games.services.stored_words import SEALED, rewritten, stored_words

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


def mentions_of(player: Player) -> tuple[Mention, ...]:
    """Return the texts with a former name of the player, or with a longer word of one."""
    return tuple(_mentions(player, _words(names_of(player) - {player.shown_as}) - _words({player.shown_as})))


def mentions_left(player: Player, names: set[str]) -> tuple[Mention, ...]:
    """Return the texts in which a longer word of one of these names, that the player had, still stands."""
    return tuple(_mentions(player, _words(names)))


def texts_naming(player: Player) -> list[Mention]:
    """Return the texts in which one of the player's names stands, however it is spelt."""
    finder = NameFinder(names_of(player), all_names(Player.objects.exclude(pk=player.pk)))
    return [
        Mention(_row_in_words(row), text, isinstance(row, SEALED))
        for row, column in stored_words()
        if finder.is_in(text := str(getattr(row, column)))
    ]


def all_names(players: models.QuerySet[Player]) -> set[str]:
    """Return all names and nicknames of these players. One query."""
    return {name for names in players.values_list("name", "nickname") for name in names if name}


def _mentions(player: Player, words: set[str]) -> Iterator[Mention]:
    if not words:
        return
    # Names of others are no mentions of this player.
    others = NameFinder(all_names(Player.objects.exclude(pk=player.pk)))
    for row, column in stored_words():
        text = str(rewritten(getattr(row, column), lambda words: others.replaced(words, "")))
        if _words_in(text) & words:
            label = getattr(row._meta.get_field(column), "verbose_name", column)
            yield Mention(f"{_row_in_words(row)}, {label}", text[:_EXCERPT], isinstance(row, SEALED))
    accounts = get_user_model()
    for account in accounts.objects.all():
        text = " ".join((account.get_username(), account.get_full_name(), getattr(account, "email", "")))
        if _words_in(text) & words:
            yield Mention(_row_in_words(account), text.strip(), True)


def _row_in_words(row: models.Model) -> str:
    return f"{row._meta.verbose_name} {row.pk}"


def _words(names: set[str]) -> set[str]:
    words = {word for name in names for word in re.findall(r"[^\W\d_]+", folded(name))}
    return {word for word in words if len(word) >= _SHORTEST_WORD}


def _words_in(text: str) -> set[str]:
    """Return the words of a text, and of genitives the names too."""
    words = set(re.findall(r"[^\W\d_]+", folded(text)))
    return words | {word[:-1] for word in words if word.endswith("s")}
