"""What an event has come to: its table, its figures, all that is stored of it."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from typing import Any

from django.db import transaction

from games.domain.events import EVENT_TYPES
from games.enums import EventKind
from games.models import Game, GameEvent
from games.services import recorder
from games.services.commands import EventCommand
from tests.tournaments.conftest import NOW
from tournaments.models import Draw, Entry, Event, EventGame, Season
from tournaments.services.standings import refresh
from tournaments.standings.event_state import EventState
from tournaments.standings.projection import as_text, build_projection
from tournaments.standings.queries import load_standings

WHO: dict[str, Any] = {"actor": "test", "now": NOW}


def table(event: Event) -> dict[str, Any]:
    return load_standings(Event.objects.get(pk=event.pk))


def figures(event: Event) -> dict[str, Any]:
    return {row["entrant"]: row["figures"][0] for row in table(event)["rows"]}


def assert_fresh(event: Event) -> None:
    """The stored projection is what follows from the rows now."""
    stored = Event.objects.get(pk=event.pk)
    assert as_text(build_projection(EventState.load(stored))) == stored.projection
    assert refresh(event_id=event.pk, now=NOW).version == stored.version


def everything() -> list[Any]:
    """All that could have been changed by a request."""
    return [
        list(model.objects.order_by("pk").values())
        for model in (Season, Event, Entry, Draw, EventGame, Game, GameEvent)
    ]


def happen(game: Game, kind: EventKind, *, actor: str = "test", now: datetime = NOW, **told: Any) -> Game:
    usual = {field.name: field.usual for field in EVENT_TYPES[kind].fields if field.name not in told}
    number = Game.objects.get(pk=game.pk).number
    wanted = EventCommand(kind, {**usual, **told})
    return recorder.record(game_id=game.pk, wanted=wanted, expected=number, actor=actor, now=now).game


@contextmanager
def undone() -> Iterator[None]:
    """What is done within is undone, so that the next one begins where this one did."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)
