"""The game's row worked out anew from its log alone, event by event, to prove that nothing has drifted."""

from __future__ import annotations

import uuid
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Protocol

from django.db import transaction

from games.domain.aggregate import GameAggregate
from games.domain.state import State
from games.errors import RecordingError
from games.models import Game


@dataclass(frozen=True, slots=True)
class Difference:
    """Where the stored game and its log disagree: a column of the row, or an event by its number."""

    where: str
    stored: Any
    follows: Any

    def __str__(self) -> str:
        return f"{self.where}: stored is {self.stored!r}, the log leads to {self.follows!r}"


class Derived(Protocol):
    """What another room keeps although it follows from the games: tables, points, lists."""

    @property
    def name(self) -> str:
        """What it is, in the plural, for a report."""
        ...

    def check(self) -> Iterator[str]:
        """Everything that is stored otherwise than it follows, a line each; nothing is changed."""
        ...

    def rebuild(self) -> Iterator[str]:
        """The same, put right."""
        ...


#: What ``manage.py rebuild`` works out anew after the games, in this order; rooms above add theirs when they begin.
DERIVED: list[Derived] = []


def differences(game: Game) -> list[Difference]:
    """Everything in the row, and in the states kept with the events, that does not follow from the log."""
    return _followed(game)[1]


@transaction.atomic
def check(game_id: uuid.UUID) -> list[Difference]:
    """The differences of a game that may be recorded just now: row and log are read as of one moment."""
    return differences(Game.objects.select_for_update(of=("self",)).get(pk=game_id))


@transaction.atomic
def rebuild(game_id: uuid.UUID) -> list[Difference]:
    """Put a game's row right from its log; what was wrong. What an event itself tells is never touched."""
    game = Game.objects.select_for_update(of=("self",)).get(pk=game_id)
    row, wrong = _followed(game)
    if any(difference.where in row for difference in wrong):
        for name, value in row.items():
            setattr(game, name, value)
        game.save(update_fields=list(row))
    return wrong


def _followed(game: Game) -> tuple[dict[str, Any], list[Difference]]:
    """The row that the log leads to, and all that is stored otherwise; an illegal event ends the walk."""
    replay = GameAggregate(State(game.rules, game.seating))
    found: list[Difference] = []
    number, head = 0, ""
    for event in game.events.all():
        try:
            row = replay.apply(event).row()
        except (
            ValueError,
            LookupError,
            TypeError,
            RecordingError,
        ) as error:  # or a log that somebody touched
            return {}, [*found, Difference(f"event {event.number}", event.payload, str(error))]
        follows = (row["position"], row["finished"])
        if (event.position, event.finished) != follows:
            found.append(Difference(f"event {event.number}", event.position, follows[0]))
        number, head = event.number, event.hash
    row = replay.now.row() | {"number": number, "head": head}
    stored = {name: getattr(game, name) for name in row}
    return row, found + [
        Difference(name, stored[name], row[name]) for name in row if stored[name] != row[name]
    ]
