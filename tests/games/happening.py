"""Events that happen to a game, one after the other."""

import uuid
from datetime import datetime
from typing import Any

from games.domain.events import EVENT_TYPES
from games.enums import GameState
from games.models import Game, GameEvent
from games.queries.record_text import record_of
from games.services import recorder
from games.services.commands import EventCommand, throw_command
from games.services.export_game import game_as_plain
from games.services.projections import differences
from games.validation.json_value import JsonValue
from rules import game as rules_game
from tests.games.conftest import NOW, random_throws
from tests.replay import once
from tests.tournaments.files.archives import resealed


def happen(game: Game, kind: str, actor: str = "test", now: datetime = NOW, **told: Any) -> Game:
    """Record an event of that kind, everything that is left out as usual; the game afterwards."""
    usual = {field.name: field.usual for field in EVENT_TYPES[kind].fields if field.name not in told}
    game = Game.objects.get(pk=game.pk)
    wanted = EventCommand(kind, {**usual, **told})
    return recorder.record(game_id=game.pk, wanted=wanted, expected=game.number, actor=actor, now=now).game


def throw(game: Game, number: int, seed: int = 1, actor: str = "test") -> Game:
    """Legal throws by lot; the game afterwards."""
    game = Game.objects.get(pk=game.pk)
    throws = random_throws(game, number, seed)
    return recorder.record_throws(
        game_id=game.pk, throws=throws, expected=game.number, actor=actor, now=NOW
    ).game


def thrown(game: Game, *throws: tuple[int, str | None]) -> Game:
    """These throws; the game afterwards."""
    entries = [throw_command(die, move) for die, move in throws]
    return recorder.record_throws(
        game_id=game.pk, throws=entries, expected=game.number, actor="test", now=NOW
    ).game


def finish(game: Game, actor: str = "test") -> Game:
    return once(_finished, game, actor, told=(game.pk, game.head, actor))


def _finished(game: Game, actor: str) -> Game:
    while game.state == GameState.RUNNING:
        game = throw(game, 1000, actor=actor)
    return game


def player(game: Game, place: int) -> str:
    return list(game.seating)[place]


def last(game: Game) -> GameEvent:
    return game.events.get(number=game.number)


def elsewhere(game: Game) -> JsonValue:
    """The game as another site would read it: under another id, sealed anew, as the hash binds a log to its game."""
    told = {**game_as_plain(game), "id": str(uuid.uuid4())}
    resealed({"games": [{"game": told}]})
    return JsonValue(told, "")


def assert_whole(game: Game) -> None:
    """Row and log agree, the record replays to the board, and another place can take the game over."""
    game = Game.objects.get(pk=game.pk)
    assert differences(game) == []
    if game.position:
        again = rules_game.Game.replay(record_of(game))
        assert (str(again.position), list(again.finished)) == (game.position, game.finished)
        assert again.record() == record_of(game)
