"""How a typed game ended: its winner or its places, its pawns, its time."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

from rules import RULE_SETS
from rules.board import PAWNS
from rules.i18n import Text
from rules.rule_sets import Ends
from tournaments.transfer.result_import import cell_parsers
from tournaments.transfer.result_import.errors import WrongError
from tournaments.transfer.result_import.records import TypedEvent, TypedGame


def end_game(game: TypedGame, cell: str, named: Callable[[str], str]) -> TypedGame:
    """The game with its result: colours in finishing order, the winner, or players in finishing order."""
    if not cell:
        raise WrongError("result", Text("the result is needed"))
    if places := cell_parsers.parse_colours(cell):
        return replace(game, places=places)
    order = [part for part in re.split(r"\s*[>,/]\s*", cell) if part]
    if len(order) == 1:
        winner = named(cell)
        if winner not in game.seats:
            at_board = ", ".join(game.seats)
            raise WrongError(
                "result",
                Text("at the board are {at_board}, not {winner}", at_board=at_board, winner=winner),
            )
        return replace(game, winner=winner)
    return _by_players(game, [named(part) for part in order])


def _by_players(game: TypedGame, order: list[str]) -> TypedGame:
    """Places of the colours, told by who led them: which of their colours it was is then assumed, and said."""
    led = {name: list(colours) for name, colours in game.seats.items()}
    needed = sorted(name for name, colours in game.seats.items() for _ in colours)
    if sorted(order) != needed:
        every = ", ".join(f"{name} {len(colours)}×" for name, colours in led.items())
        raise WrongError(
            "result",
            Text("in finishing order every player is needed once for each colour: {every}", every=every),
        )
    places = tuple(led[name].pop(0) for name in order)
    assumed = Text("which of a player's colours came home first is not known; the first-named one is assumed")
    return replace(game, places=places, assumed=assumed)


def with_figures(event: TypedEvent, game: TypedGame, pawns: str, minutes: str) -> TypedGame:
    """The game with its pawns and its time, where they are told; ``FormatError`` where the format needs more."""
    if minutes:
        game = replace(game, seconds=cell_parsers.parse_seconds(minutes))
    if pawns and (counted := cell_parsers.parse_score(pawns)):
        game = _scored(game, *counted)
    elif pawns:
        game = replace(game, pawns=cell_parsers.parse_pawns(pawns))
    event.format.check_past_game(game)
    return game


def _scored(game: TypedGame, won: int, lost: int) -> TypedGame:
    """A game of two with counted pawns: 2T of the best colour, 2T+ of both (tournament-rules §1)."""
    both = RULE_SETS[game.rules].ends is Ends.FIRST_PLAYER
    most = 2 * PAWNS if both else PAWNS
    if len(game.seats) != 2 or won != most or lost >= most or (both and PAWNS <= lost < most - 1):
        raise WrongError(
            "pawns",
            Text(
                "{most}-0 to {most}-{pawns} is meant, the winner first; else pawns by colour: black 4 "
                "yellow 1",
                most=most,
                pawns=PAWNS - 1,
            ),
        )
    winner = game.winner or next(name for name, led in game.seats.items() if game.places[-1] in led)
    pawns: dict[str, int] = {}
    for name, led in game.seats.items():
        best = game.places[-1] if game.places and game.places[-1] in led else led[0]
        left = won if name == winner else lost
        for colour in (best, *(each for each in led if each != best)):
            pawns[colour] = min(left, PAWNS)
            left -= pawns[colour]
    assumed = Text("only the counted pawns are known; the other colour's are assumed to be none")
    return replace(game, pawns=pawns, assumed=assumed if not both or lost else game.assumed)
