"""Games to analyse."""

from __future__ import annotations

from typing import Any

from games.domain.events import HAPPENINGS
from games.domain.events.fields import told_with
from games.enums import EventKind
from games.models import Game
from games.services import recorder
from games.services.commands import Throw, Wanted
from games.validation.json_value import Part
from tests.games.conftest import NOW


def happened(game: Game, kind: EventKind, **told: Any) -> Game:
    wanted = Wanted(kind, told_with(HAPPENINGS[kind].fields, Part(told, "")))
    return recorder.record(game_id=game.pk, wanted=wanted, expected=game.number, actor="test", now=NOW).game


def thrown(game: Game, *throws: tuple[int, str | None]) -> Game:
    told = [Throw(die, move) for die, move in throws]
    return recorder.record_throws(
        game_id=game.pk, throws=told, expected=game.number, actor="test", now=NOW
    ).game
