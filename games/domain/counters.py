"""What is counted while a game is played: faces thrown, captures, waiting, pawns saved in order.

Plain values, stored in the game's row and updated with every throw: ``colours`` (colour →
``faces`` thrown, throws ``waited`` without a move, ``captures`` made, times ``captured``), ``saved`` (the
letters of the colours in the order in which their pawns came home: ``YYKY``), ``since_six`` and
``longest_wait`` (throws in a row without a 6, now and at most). Only what was not taken back is counted.
"""

from collections.abc import Mapping
from typing import Any

import rules
from rules import IN_YARD, SIX, Move

Tallies = Mapping[str, Any]

NOTHING: Tallies = {"colours": {}, "saved": "", "since_six": 0, "longest_wait": 0}
_NO_THROWS: Mapping[str, Any] = {"faces": {}, "waited": 0, "captures": 0, "captured": 0}


def count_throws(tallies: Tallies) -> int:
    """Count the throws that were not taken back; of a game taken up in its middle only those since."""
    return sum(times for own in tallies.get("colours", {}).values() for times in own["faces"].values())


def after_throw(
    tallies: Tallies, before: rules.Game, die: int, move: Move | None, after: rules.Game
) -> Tallies:
    """Return the tallies after a throw that led from one board to the next."""
    colours = dict(tallies["colours"])
    colour = _count_die(colours, before, die)
    if move is None:
        colours[colour] = _with(colours, colour, waited=1)
    elif move.captured:
        colours[colour] = _with(colours, colour, captures=len(move.captured))
        for captured in move.captured:
            name = before.setup.board.colours[captured]
            colours[name] = _with(colours, name, captured=1)
    return {
        "colours": colours,
        "saved": _saved(tallies["saved"], before, after),
        **_since_six(tallies, die),
    }


def after_ruling(tallies: Tallies, before: rules.Game, after: rules.Game) -> Tallies:
    """Return the tallies after a referee has set the board: pawns may have come or left home."""
    return {**tallies, "saved": _saved(tallies["saved"], before, after)}


def with_captures(tallies: Tallies, made: Mapping[str, int]) -> Tallies:
    colours = dict(tallies["colours"])
    for colour, number in made.items():
        colours[colour] = {**colours.get(colour, _NO_THROWS), "captures": number}
    return {**tallies, "colours": colours} if made else tallies


def after_irregular(tallies: Tallies, before: rules.Game, die: int, after: rules.Game) -> Tallies:
    """Return the tallies with the die of an irregular throw, and with the captures that the boards show.

    A pawn of another colour that is in its yard afterwards and was not before counts as captured.
    """
    colours = dict(tallies["colours"])
    colour = _count_die(colours, before, die)
    board = before.setup.board
    for name, was, now in zip(board.colours, before.position.pawns, after.position.pawns, strict=True):
        if name == colour or was is None or now is None:
            continue
        if sent := max(now.count(IN_YARD) - was.count(IN_YARD), 0):
            colours[name] = _with(colours, name, captured=sent)
            colours[colour] = _with(colours, colour, captures=sent)
    return {**tallies, "colours": colours, **_since_six(tallies, die)}


def _count_die(colours: dict[str, Any], before: rules.Game, die: int) -> str:
    """Count the die for the colour that has thrown it; return that colour."""
    colour = before.colour
    assert colour is not None
    own = colours.get(colour, _NO_THROWS)
    colours[colour] = {**own, "faces": {**own["faces"], str(die): own["faces"].get(str(die), 0) + 1}}
    return colour


def _since_six(tallies: Tallies, die: int) -> Tallies:
    since = 0 if die == SIX else tallies["since_six"] + 1
    return {"since_six": since, "longest_wait": max(tallies["longest_wait"], since)}


def _with(colours: Mapping[str, Any], name: str, **more: int) -> dict[str, Any]:
    counted = colours.get(name, _NO_THROWS)
    return {**counted, **{what: counted[what] + number for what, number in more.items()}}


def captures(tallies: Tallies) -> dict[str, int]:
    made = {colour: counted["captures"] for colour, counted in tallies["colours"].items()}
    return {colour: number for colour, number in made.items() if number}


def _saved(saved: str, before: rules.Game, after: rules.Game) -> str:
    """Return the letters of the pawns at home, the latest last; a colour with fewer home loses its latest letter."""
    board = before.setup.board
    for was, now, letter in zip(before.own, after.own, board.letters, strict=True):
        if was == now:
            continue
        more = (now >> board.track).bit_count() - (was >> board.track).bit_count()
        if more > 0:
            saved += letter * more
        for _ in range(-more):
            at = saved.rfind(letter)
            saved = saved[:at] + saved[at + 1 :]
    return saved
