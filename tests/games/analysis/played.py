"""Games to analyse."""

from typing import Any

from games.domain.events import EVENT_TYPES
from games.domain.events.fields import read_fields
from games.enums import EventKind
from games.models import Game
from games.services import recorder
from games.services.commands import EventCommand, throw_command
from games.validation.json_value import JsonValue
from tests.games.conftest import NOW


def happened(game: Game, kind: EventKind, **told: Any) -> Game:
    wanted = EventCommand(kind, read_fields(EVENT_TYPES[kind].fields, JsonValue(told, "")))
    return recorder.record(game_id=game.pk, wanted=wanted, expected=game.number, actor="test", now=NOW).game


def thrown(game: Game, *throws: tuple[int, str | None]) -> Game:
    entries = [throw_command(die, move) for die, move in throws]
    return recorder.record_throws(
        game_id=game.pk, throws=entries, expected=game.number, actor="test", now=NOW
    ).game
