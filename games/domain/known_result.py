"""What is known of the end of a game beside who has won: places, pawns at home, how long it took."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from games.domain.events.endings import colours_home
from games.enums import ENTERED, Decision
from rules import PAWNS

if TYPE_CHECKING:
    from games.models import Game

#: Results that the board gives.
_OF_THE_BOARD = ("", Decision.PLAY, Decision.ADJUDICATION)


@dataclass(frozen=True, slots=True)
class KnownResult:
    """The result of a game: id of the winner, colours in finishing order, colour → pawns at home, seconds.

    ``pawns`` leaves out colours without a known number.
    """

    winner: str | None
    places: tuple[str, ...]
    pawns: Mapping[str, int]
    seconds: int | None


def known_of(game: Game) -> KnownResult:
    winner = None if game.winner_id is None else str(game.winner_id)
    return KnownResult(winner, tuple(game.places), pawns_of(game), seconds_of(game))


def pawns_of(game: Game) -> dict[str, int]:
    """Map colour to pawns at home: as entered, all for a colour that has finished, or as the board has them.

    Of an entered result, unknown colours are left out.
    """
    pawns: dict[str, int] = game.told.get("pawns", {})
    if game.decided_by in ENTERED:
        pawns = dict.fromkeys(colours_home(game.rules, game.seating, game.places), PAWNS) | pawns
    if pawns or not game.position or game.decided_by not in _OF_THE_BOARD:
        return {colour: pawns[colour] for colour in game.colours if colour in pawns}
    position = game.play().position
    at_home = {
        colour: sum(at >= position.board.track for at in pawns or ())
        for colour, pawns in zip(position.board.colours, position.pawns, strict=True)
    }
    return {colour: at_home[colour] for colour in game.colours}


def board_of(game: Game) -> str:
    """Return the position at the end in notation (rulebook §3); empty where the result is not the board's."""
    return game.position if game.decided_by in _OF_THE_BOARD else ""


def seconds_of(game: Game) -> int | None:
    """Return how many seconds were played, as entered or by the clock; ``None`` if unknown."""
    seconds: int | None = game.told.get("seconds")
    if seconds is not None:
        return seconds
    return int(game.clock["played_ms"]) // 1000 if "played_ms" in game.clock else None


def missing_pawns(game: Game) -> list[str]:
    """List the colours of an entered result without a known number of pawns at home."""
    if game.decided_by not in ENTERED:
        return []
    known = pawns_of(game)
    return [colour for colour in game.colours if colour not in known]
