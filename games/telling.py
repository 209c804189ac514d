"""Moves in words, as a referee would say them: what goes where, who is captured, who is home."""

from __future__ import annotations

from rules import Game as Play
from rules import Move
from rules.board import COLOUR_NAMES
from rules.move import IN_YARD, NOWHERE
from rules.text import Text, opening

NOTHING_MOVES = Text("No move possible", "Kein Zug möglich")
FORFEITED = Text("Nothing is moved", "Es wird nichts gezogen")


def told(play: Play, die: int, move: Move | None) -> Text:
    """What a throw of ``die`` does to the board of ``play``: "Pawn on 12 → 15, captures red"."""
    if move is None:
        return FORFEITED if play.moves(die) else NOTHING_MOVES
    parts = [*_furniture(play, move), *_step(play, move)]
    parts += [*_carried(play, move), *_captured(play, move), *_penalty(play, move)]
    parts += _finished(play, play.play(die, move))
    return opening(Text(", ".join(part.en for part in parts), ", ".join(part.de for part in parts)))


def _furniture(play: Play, move: Move) -> list[Text]:
    if move.shifted is None:
        return []
    origin, target = move.shifted
    if play.rules.trapdoors:
        return [Text(f"trapdoor {origin} → {target}", f"Falltür {origin} → {target}")]
    return [Text(f"wormhole {origin} → {target}", f"Wurmloch {origin} → {target}")]


def _step(play: Play, move: Move) -> list[Text]:
    if move.source == NOWHERE:
        return [Text("no pawn moves", "keine Figur zieht")]
    field = play.setup.board.field_name
    pawn = Text("pawn", "Figur")
    if move.neutral and play.rules.neutral is not None:
        name = COLOUR_NAMES[play.rules.neutral]
        pawn = Text(f"neutral {name.en} pawn", f"neutrale Figur ({name.de})")
    where = Text("on", "auf")
    if move.source == IN_YARD:
        return [Text(f"{pawn.en} in the yard → A", f"{pawn.de} auf B → A")]
    if move.source >= play.setup.track:
        where = Text("home on", "im Ziel auf")
    way = f"{field(move.source)} → {field(move.target)}"
    return [Text(f"{pawn.en} {where.en} {way}", f"{pawn.de} {where.de} {way}")]


def _carried(play: Play, move: Move) -> list[Text]:
    if move.carried is None:
        return []
    if move.carried == IN_YARD:
        return [Text("through the trapdoor to the yard", "durch die Falltür auf B")]
    field = play.setup.board.field_name(move.carried)
    return [Text(f"through the wormhole to {field}", f"durch das Wurmloch auf {field}")]


def _captured(play: Play, move: Move) -> list[Text]:
    names = [COLOUR_NAMES[play.setup.board.colours[colour]] for colour in move.captured]
    if not names:
        return []
    return [
        Text(
            f"captures {' and '.join(name.en for name in names)}",
            f"schlägt {' und '.join(name.de for name in names)}",
        )
    ]


def _penalty(play: Play, move: Move) -> list[Text]:
    if move.missed is None:
        return []
    field = play.setup.board.field_name(move.missed)
    return [
        Text(
            f"the pawn on {field} goes to the yard for the missed capture",
            f"die Figur auf {field} muss wegen des versäumten Schlagens auf B",
        )
    ]


def _finished(before: Play, after: Play) -> list[Text]:
    if after.over:
        return [Text("the game is over", "das Spiel ist zu Ende")]
    if len(after.finished) > len(before.finished):
        return [Text("all four pawns are home", "alle vier Figuren sind im Ziel")]
    return []
