"""A board in words, for screen readers and for whoever cannot see the picture."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from games.drawing.scene import BoardState, LastMove
from rules.board import COLOUR_NAMES, Board
from rules.i18n import Text, joined

_COUNTS = (
    Text("none", "keine"),
    Text("one", "eine"),
    Text("two", "zwei"),
    Text("three", "drei"),
    Text("four", "vier"),
)


def board_title(board: Board) -> Text:
    """What a picture of the board is called when nobody gives it a better name."""
    return Text(f"Board {board}", f"Brett {board}")


def board_in_words(state: BoardState, last_move: LastMove | None = None) -> Text:
    """Everything on the board: who throws, each colour's pawns, furniture, the last move."""
    sentences = [_to_throw(state)]
    sentences += [colour_in_words(state.board, colour, pawns) for colour, pawns in enumerate(state.pawns)]
    sentences += _furniture(state)
    if last_move is not None:
        sentences.append(move_in_words(state.board, last_move))
    return Text(" ".join(one.en for one in sentences), " ".join(one.de for one in sentences))


def colour_in_words(board: Board, colour: int, pawns: Sequence[int] | None) -> Text:
    """Where the pawns of a colour stand, fields counted from its own ``A``: "Yellow: two in the yard,
    one on field 12, one home on d."; ``None`` is a colour that does not play."""
    name = _capital(COLOUR_NAMES[board.colours[colour]])
    if pawns is None:
        return Text(f"{name.en}: not in play.", f"{name.de}: spielt nicht mit.")
    parts = _whereabouts(board, pawns) or [Text("no pawns", "keine Figur")]
    return Text(
        f"{name.en}: {', '.join(part.en for part in parts)}.",
        f"{name.de}: {', '.join(part.de for part in parts)}.",
    )


def move_in_words(board: Board, move: LastMove) -> Text:
    """Who went from where to where: "Last move: Yellow from field 7 to field 12."."""
    name = _capital(COLOUR_NAMES[board.colours[move.colour]])
    origin, target = _from(board, move.origin), _to(board, move.target)
    return Text(
        f"Last move: {name.en} {origin.en} {target.en}.", f"Letzter Zug: {name.de} {origin.de} {target.de}."
    )


def _whereabouts(board: Board, pawns: Sequence[int]) -> list[Text]:
    """The yard first, then field by field of the track, then home."""
    parts = []
    if waiting := sum(progress < 0 for progress in pawns):
        count = _COUNTS[waiting]
        parts.append(Text(f"{count.en} in the yard", f"{count.de} auf B"))
    for progress, pawns_there in sorted(Counter(p for p in pawns if 0 <= p < board.track).items()):
        count, field = _COUNTS[pawns_there], _field(board, progress)
        parts.append(Text(f"{count.en} on {field.en}", f"{count.de} auf {field.de}"))
    if home := sorted(progress for progress in pawns if progress >= board.track):
        count, fields = _COUNTS[len(home)], _list([board.field_name(progress) for progress in home])
        parts.append(Text(f"{count.en} home on {fields.en}", f"{count.de} im Ziel auf {fields.de}"))
    return parts


def _to_throw(state: BoardState) -> Text:
    if state.to_throw is None:
        return Text("Nobody is to throw.", "Niemand ist am Wurf.")
    name = _capital(COLOUR_NAMES[state.board.colours[state.to_throw]])
    return Text(f"{name.en} is to throw.", f"{name.de} ist am Wurf.")


def _furniture(state: BoardState) -> list[Text]:
    first = _capital(COLOUR_NAMES[state.board.colours[0]])
    counted = Text(
        f"(fields of the track, counted from {first.en}'s A as 0)",
        f"(Felder der Laufbahn, von A bei {first.de} als 0 gezählt)",
    )
    sentences = []
    if state.trapdoors:
        fields = _list([str(field) for field in state.trapdoors])
        sentences.append(
            Text(f"Trapdoors on {fields.en} {counted.en}.", f"Falltüren auf {fields.de} {counted.de}.")
        )
    if state.wormholes:
        pairs = [
            Text(f"W{number} between {a} and {b}", f"W{number} zwischen {a} und {b}")
            for number, (a, b) in enumerate(state.wormholes, start=1)
        ]
        ends = joined(", ", pairs)
        sentences.append(Text(f"Wormholes {ends.en} {counted.en}.", f"Wurmlöcher {ends.de} {counted.de}."))
    return sentences


def _field(board: Board, progress: int) -> Text:
    """The name of a field of the track or at home after "on" and "auf"."""
    name = board.field_name(progress)
    if progress == 0:
        return Text("the starting field A", "dem Startfeld A")
    if progress >= board.track:
        return Text(f"home field {name}", f"Zielfeld {name}")
    return Text(f"field {name}", f"Feld {name}")


def _from(board: Board, progress: int) -> Text:
    if progress < 0:
        return Text("from the yard", "von B")
    if progress == 0:
        return Text("from the starting field A", "vom Startfeld A")
    field = _field(board, progress)
    return Text(f"from {field.en}", f"von {field.de}")


def _to(board: Board, progress: int) -> Text:
    if progress < 0:
        return Text("to the yard", "auf B")
    if progress == 0:
        return Text("to the starting field A", "auf das Startfeld A")
    field = _field(board, progress)
    return Text(f"to {field.en}", f"auf {field.de}")


def _list(names: Sequence[str]) -> Text:
    if len(names) == 1:
        return Text(names[0], names[0])
    most = ", ".join(names[:-1])
    return Text(f"{most} and {names[-1]}", f"{most} und {names[-1]}")


def _capital(text: Text) -> Text:
    return text.map(str.capitalize)
