"""Rebuilding the game's row from its log alone, event by event, to prove that nothing has drifted."""

import uuid
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Protocol

from django.db import transaction

from games.domain.aggregate import GameAggregate
from games.domain.state import State
from games.errors import RecordingError
from games.models import Game, GameEvent


@dataclass(frozen=True, slots=True)
class Difference:
    """A mismatch of the stored game and its log: a column of the row, or an event by its number."""

    where: str
    stored: Any
    follows: Any

    def __str__(self) -> str:
        return f"{self.where}: stored is {self.stored!r}, the log leads to {self.follows!r}"


class Derived(Protocol):
    """A projection that another room keeps and that follows from the games: tables, points, lists."""

    @property
    def name(self) -> str:
        """Return its name, in the plural, for a report."""
        ...

    def check(self) -> Iterator[str]:
        """Yield every mismatch, a line each; nothing is changed."""
        ...

    def rebuild(self) -> Iterator[str]: ...


def differences(game: Game) -> list[Difference]:
    """List everything in the row, and in the states stored with the events, that does not follow from the log."""
    return differences_in(game, game.events.all())


def differences_in(game: Game, events: Iterable[GameEvent]) -> list[Difference]:
    """List the same of a log that has been read already."""
    return _followed(game, events)[1]


@transaction.atomic
def check(game_id: uuid.UUID) -> list[Difference]:
    """List the mismatches of a game that may be recorded just now: row and log are read as of one moment."""
    return differences(Game.objects.select_for_update(of=("self",)).get(pk=game_id))


@transaction.atomic
def rebuild(game_id: uuid.UUID) -> list[Difference]:
    """Put a game's row right from its log; return what was wrong. The events' own payloads are never touched."""
    game = Game.objects.select_for_update(of=("self",)).get(pk=game_id)
    row, wrong = _followed(game, game.events.all())
    if any(difference.where in row for difference in wrong):
        for name, value in row.items():
            setattr(game, name, value)
        game.save(update_fields=list(row))
    return wrong


def _followed(game: Game, events: Iterable[GameEvent]) -> tuple[dict[str, Any], list[Difference]]:
    """Return the row that the log leads to, and every mismatch; an illegal event ends the replay."""
    replay = GameAggregate(State(game.rules, game.seating))
    found: list[Difference] = []
    number, head = 0, ""
    for event in events:
        try:
            state = replay.apply(event)
        except (
            ValueError,
            LookupError,
            TypeError,
            RecordingError,
        ) as error:  # or a log that was tampered with
            return {}, [*found, Difference(f"event {event.number}", event.payload, str(error))]
        if (event.position, event.finished) != (state.position, state.finished):
            found.append(Difference(f"event {event.number}", event.position, state.position))
        number, head = event.number, event.hash
    row = replay.now.row() | {"number": number, "head": head}
    stored = {name: getattr(game, name) for name in row}
    return row, found + [
        Difference(name, stored[name], row[name]) for name in row if stored[name] != row[name]
    ]
