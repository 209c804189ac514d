"""The texts in which names of a player stand: listed for organisers, and for the player."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from itertools import chain
from typing import Any

from django.db import models

from games.domain.events.redaction import words_of
from games.domain.player_names import replacing
from games.models import Player
from games.services.name_columns import texts_of_columns
from games.services.redaction import worded_events

_EXCERPT = 120


@dataclass(frozen=True, slots=True)
class Mention:
    """A text with a name, and its row."""

    where: str
    text: str

    def __str__(self) -> str:
        return f"{self.where}: {self.text[:_EXCERPT]}"


def texts_naming(player: Player, names: Collection[str]) -> list[Mention]:
    """Return the texts with one of these names of a player, which no other player has."""
    without = replacing(names, all_names(Player.objects.exclude(pk=player.pk)), "")
    return [
        Mention(f"{row._meta.verbose_name} {row.pk}", text)
        for row, values in chain(texts_of_columns(), _words_of_logs())
        for text in map(str, values.values())
        if without(text) != text
    ]


def all_names(players: models.QuerySet[Player]) -> set[str]:
    """Return all names and nicknames of these players. One query."""
    return {name for names in players.values_list("name", "nickname") for name in names if name}


def _words_of_logs() -> Iterator[tuple[Any, dict[str, Any]]]:
    for event in worded_events():
        yield event, words_of(event.payload)
