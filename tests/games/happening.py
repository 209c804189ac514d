"""Events that happen to a game, one after the other."""

from datetime import datetime
from typing import Any

from games.domain.events import EVENT_TYPES
from games.enums import EventKind, GameState
from games.models import Game, GameEvent
from games.queries.record_text import record_of
from games.services import recorder
from games.services.commands import EventCommand
from games.services.projections import differences
from rules import game as rules_game
from tests.games.conftest import NOW, random_throws


def happen(game: Game, kind: EventKind, actor: str = "test", now: datetime = NOW, **told: Any) -> Game:
    """Record an event of that kind, everything that is left out as usual; the game afterwards."""
    usual = {field.name: field.usual for field in EVENT_TYPES[kind].fields if field.name not in told}
    game = Game.objects.get(pk=game.pk)
    wanted = EventCommand(kind, {**usual, **told})
    return recorder.record(game_id=game.pk, wanted=wanted, expected=game.number, actor=actor, now=now).game


def throw(game: Game, number: int, seed: int = 1, actor: str = "test") -> Game:
    game = Game.objects.get(pk=game.pk)
    throws = random_throws(game, number, seed)
    return recorder.record_throws(
        game_id=game.pk, throws=throws, expected=game.number, actor=actor, now=NOW
    ).game


def finish(game: Game, actor: str = "test") -> Game:
    while game.state == GameState.RUNNING:
        game = throw(game, 1000, actor=actor)
    return game


def player(game: Game, place: int) -> str:
    return list(game.seating)[place]


def last(game: Game) -> GameEvent:
    return game.events.get(number=game.number)


def assert_whole(game: Game) -> None:
    """Row and log agree, the record replays to the board, and another place can take the game over."""
    game = Game.objects.get(pk=game.pk)
    assert differences(game) == []
    if game.position:
        again = rules_game.Game.replay(record_of(game))
        assert (str(again.position), list(again.finished)) == (game.position, game.finished)
        assert again.record() == record_of(game)
