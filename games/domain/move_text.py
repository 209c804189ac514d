"""Moves in words, as a referee would say them: what goes where, who is captured, who is home.

The phone of a referee says the same without a connection (``static/games/referee/i18n.js``): it is given
``PHRASES`` and puts them together as this file does.
"""

from collections.abc import Iterator, Mapping

import rules
from rules import COLOUR_NAMES, IN_YARD, NOWHERE, Move, Text, joined, opening

#: The phrases for a throw, piece by piece; pieces are joined by commas and begin with a capital letter.
PHRASES: Mapping[str, Text] = {
    "no move": Text("No move possible"),
    "forfeited": Text("Nothing is moved"),
    "trapdoor moved": Text("trapdoor {origin} → {target}"),
    "wormhole moved": Text("wormhole {origin} → {target}"),
    "no pawn moves": Text("no pawn moves"),
    "pawn": Text("pawn"),
    "neutral pawn": Text("neutral {colour} pawn"),
    "from the yard": Text("{pawn} in the yard → A"),
    "on the track": Text("{pawn} on {source} → {target}"),
    "at home": Text("{pawn} home on {source} → {target}"),
    "fallen": Text("through the trapdoor to the yard"),
    "carried": Text("through the wormhole to {field}"),
    "captures": Text("captures {colours}"),
    "and": Text(" and "),
    "missed capture": Text("the pawn on {field} goes to the yard for the missed capture"),
    "all home": Text("all four pawns are home"),
    "over": Text("the game is over"),
}


def describe_throw(play: rules.Game, die: int, move: Move | None) -> Text:
    """Describe what a throw of ``die`` does to the board of ``play``: "Pawn on 12 → 15, captures red"."""
    if move is None:
        return PHRASES["forfeited" if play.moves(die) else "no move"]
    parts = [*_furniture(play, move), _step(play, move), *_consequences(play, move)]
    parts += _finished(play, play.play(die, move))
    return opening(joined(", ", parts))


def _furniture(play: rules.Game, move: Move) -> Iterator[Text]:
    if move.shifted is not None:
        what = "trapdoor moved" if play.rules.trapdoors else "wormhole moved"
        yield _said(what, origin=move.shifted[0], target=move.shifted[1])


def _step(play: rules.Game, move: Move) -> Text:
    if move.source == NOWHERE:
        return PHRASES["no pawn moves"]
    pawn = PHRASES["pawn"]
    if move.neutral and play.rules.neutral is not None:
        pawn = _said("neutral pawn", colour=COLOUR_NAMES[play.rules.neutral])
    if move.source == IN_YARD:
        return _said("from the yard", pawn=pawn)
    field = play.setup.board.field_name
    where = "at home" if move.source >= play.setup.track else "on the track"
    return _said(where, pawn=pawn, source=field(move.source), target=field(move.target))


def _consequences(play: rules.Game, move: Move) -> Iterator[Text]:
    """Describe what a wormhole or trapdoor does to the pawn, whom it captures, what a missed capture costs."""
    field = play.setup.board.field_name
    if move.carried == IN_YARD:
        yield PHRASES["fallen"]
    elif move.carried is not None:
        yield _said("carried", field=field(move.carried))
    if move.captured:
        names = [COLOUR_NAMES[play.setup.board.colours[colour]] for colour in move.captured]
        yield _said("captures", colours=joined(PHRASES["and"], names))
    if move.missed is not None:
        yield _said("missed capture", field=field(move.missed))


def _finished(before: rules.Game, after: rules.Game) -> Iterator[Text]:
    if after.over:
        yield PHRASES["over"]
    elif len(after.finished) > len(before.finished):
        yield PHRASES["all home"]


def _said(phrase: str, **named: Text | str | int) -> Text:
    return PHRASES[phrase].filled(**named)
