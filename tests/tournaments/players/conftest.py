"""Games that players have played, told as results: quick to make, in any order of time."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from itertools import count
from typing import Any
from uuid import UUID

from games.enums import EventKind
from games.models import Game, Player
from games.services import recorder
from games.services.commands import EventCommand
from rules import RULE_SETS

NOW = datetime(2026, 11, 21, 20, 15, tzinfo=UTC)
PAIRS_3T = (("yellow", "black"), ("blue", "red"), ("green", "violet"))
PAIRS_2T = (("black", "yellow"), ("green", "red"))
PAIRS_GP = (("yellow", "red"), ("black", "green"), ("blue", "violet"))
#: A result of which nothing is told.
UNTOLD: dict[str, Any] = {
    "places": [],
    "winner": None,
    "pawns": {},
    "seconds": None,
    "starter": "",
    "played_at": None,
}
_numbers = count(1)


def new_game(
    players: Sequence[Player], rules: str = "xmadn-3t", made_at: datetime = NOW, **wanted: Any
) -> Game:
    """A game that has not begun; its id is greater than those of the games before, whenever it was made."""
    pairs = PAIRS_GP if rules.startswith("xmadn-gp") else PAIRS_2T if len(players) == 2 else PAIRS_3T
    return recorder.create_game(
        rules=RULE_SETS[rules],
        seats=list(zip(players, pairs, strict=False)),
        actor="test",
        now=made_at,
        game_id=UUID(int=next(_numbers)),
        **wanted,
    )


def typed_in(
    game: Game,
    places: Sequence[str] = (),
    day: int = 0,
    winner: Player | None = None,
    seconds: int | None = None,
) -> Game:
    """The result of a game, so many days after the first; with ``winner`` where the places do not tell."""
    data = {
        **UNTOLD,
        "places": list(places),
        "winner": None if winner is None else str(winner.pk),
        "seconds": seconds,
        "played_at": (NOW + timedelta(days=day)).isoformat(),
    }
    return recorded(game, EventKind.RESULT, data)


def award(game: Game, winner: Player) -> Game:
    """Somebody did not come."""
    return recorded(
        game, EventKind.AWARD, {"places": [], "winner": str(winner.pk), "pawns": {}, "reason": "absent"}
    )


def correct(game: Game, winner: Player) -> Game:
    """Two people correct a result."""
    data: dict[str, Any] = {
        "places": [],
        "winner": str(winner.pk),
        "pawns": {},
        "seconds": None,
        "reason": "mixed up",
    }
    game = recorded(game, EventKind.CORRECTION, data)
    return recorded(game, EventKind.APPROVAL, {"correction": game.number}, actor="another")


def recorded(game: Game, kind: EventKind, data: dict[str, Any], actor: str = "test") -> Game:
    number = Game.objects.get(pk=game.pk).number
    return recorder.record(
        game_id=game.pk, wanted=EventCommand(kind, data), expected=number, actor=actor, now=NOW
    ).game


def played(players: Sequence[Player], winner: Player, day: int = 0, **wanted: Any) -> Game:
    """A game whose winner alone is known."""
    return typed_in(new_game(players, **wanted), day=day, winner=winner)
