"""The record of a stored game as text, with the names of its players (rulebook §4)."""

from django.utils import timezone

from games.domain.aggregate import GameAggregate
from games.domain.mainline import line_of_play
from games.domain.state import State
from games.models import Game
from games.queries.seats import seated_names


def record_of(game: Game) -> str:
    """The canonical record of the game's log; empty before the start, and where no throws are known.

    A referee's notes and rulings are ``%`` lines in it, the hash of the last event is the tag Log.
    Two players of the same name get a number, so that the record can be read back.
    """
    if not game.position:
        return ""
    replay = GameAggregate(State(game.rules, game.seating, tags=_tags(game), names=_names(game)))
    for event in line_of_play(list(game.log)):
        replay.apply(event)
    return replay.now.board.record()


def _tags(game: Game) -> dict[str, str]:
    tags = {"Event": game.title} if game.title else {}
    if game.started_at is not None:
        tags["Date"] = timezone.localdate(game.started_at).isoformat()
    return tags | {"Log": game.head}


def _names(game: Game) -> dict[str, str]:
    """Player id → name in the record, each name once."""
    found: dict[str, str] = {}
    shown = seated_names(game)
    for player in game.seating:
        name, number = shown[player], 2
        while name in found.values():
            name, number = f"{shown[player]} ({number})", number + 1
        found[player] = name
    return found
