"""The record of a stored game as text, with the names of its players (rulebook §4)."""

from __future__ import annotations

from games.line import line_of_play
from games.models import Game, GameEvent
from rules import Game as Play

KIND = GameEvent.Kind


def record_of(game: Game) -> str:
    """The canonical record of what stands in the game's log; empty before the start, and where no throws are known.

    Two players of the same name are told apart by a number, so that the record can be read back.
    """
    events = list(game.events.all())
    if not game.position:
        return ""
    line = line_of_play(events)
    play = Play.at(
        line[0].position, game.rules, {name: game.seating[player] for player, name in names(game).items()}
    )
    play = _begun(game, line[0], play)
    for event in line[1:]:
        if event.kind == KIND.THROW:
            play = play.play(event.payload["die"], event.payload["move"])
    return play.record()


def _begun(game: Game, start: GameEvent, play: Play) -> Play:
    """The start of the game as the rules tell it, so that its record needs no position where it is the usual one."""
    seats = {player: play.seats.colours_of(player) for player in play.seats.players}
    tags = {"Event": game.title} if game.title else {}
    tags["Date"] = start.recorded_at.date().isoformat()
    return Play.start(
        game.rules,
        seats,
        starter=start.payload["starter"],
        trapdoors=play.furniture.trapdoors,
        wormholes=play.furniture.wormholes,
        tags=tags,
    )


def names(game: Game) -> dict[str, str]:
    """Player id → name in the record, each name once."""
    found: dict[str, str] = {}
    shown = {str(seat.player_id): seat.player.shown_as for seat in game.seats.select_related("player")}
    for player in game.seating:
        name, number = shown[player], 2
        while name in found.values():
            name, number = f"{shown[player]} ({number})", number + 1
        found[player] = name
    return found
