"""A board in words, for screen readers and people who cannot see the picture."""

from collections import Counter
from collections.abc import Sequence

from games.drawing.scene import BoardState, LastMove
from rules import COLOUR_NAMES, Board, Text, Verbatim, joined

_COUNTS = (
    Text("none"),
    Text("one"),
    Text("two"),
    Text("three"),
    Text("four"),
)


def board_title(board: Board) -> Text:
    """The name of a picture of the board where no better one is given."""
    return Text("Board {board}", board=board)


def board_in_words(state: BoardState, last_move: LastMove | None = None) -> Text:
    """Everything on the board: who throws, each colour's pawns, furniture, the last move."""
    sentences = [_to_throw(state)]
    sentences += [colour_in_words(state.board, colour, pawns) for colour, pawns in enumerate(state.pawns)]
    sentences += _furniture(state)
    if last_move is not None:
        sentences.append(move_in_words(state.board, last_move))
    return joined(" ", sentences)


def colour_in_words(board: Board, colour: int, pawns: Sequence[int] | None) -> Text:
    """Where the pawns of a colour stand, fields counted from its own ``A``: "Yellow: two in the yard,
    one on field 12, one home on d."; ``None`` is a colour that does not play."""
    name = _capital(COLOUR_NAMES[board.colours[colour]])
    if pawns is None:
        return Text("{name}: not in play.", name=name)
    parts = _whereabouts(board, pawns) or [Text("no pawns")]
    return Text("{name}: {parts}.", name=name, parts=joined(", ", parts))


def move_in_words(board: Board, move: LastMove) -> Text:
    """Who went from where to where: "Last move: Yellow from field 7 to field 12."."""
    return Text(
        "Last move: {name} {origin} {target}.",
        name=_capital(COLOUR_NAMES[board.colours[move.colour]]),
        origin=_from(board, move.origin),
        target=_to(board, move.target),
    )


def _whereabouts(board: Board, pawns: Sequence[int]) -> list[Text]:
    """The yard first, then field by field of the track, then home."""
    parts = []
    if waiting := sum(progress < 0 for progress in pawns):
        count = _COUNTS[waiting]
        parts.append(Text("{count} in the yard", count=count))
    for progress, pawns_there in sorted(Counter(p for p in pawns if 0 <= p < board.track).items()):
        count, field = _COUNTS[pawns_there], _field(board, progress)
        parts.append(Text("{count} on {field}", count=count, field=field))
    if home := sorted(progress for progress in pawns if progress >= board.track):
        count, fields = _COUNTS[len(home)], _list([board.field_name(progress) for progress in home])
        parts.append(Text("{count} home on {fields}", count=count, fields=fields))
    return parts


def _to_throw(state: BoardState) -> Text:
    if state.to_throw is None:
        return Text("Nobody is to throw.")
    return Text("{name} is to throw.", name=_capital(COLOUR_NAMES[state.board.colours[state.to_throw]]))


def _furniture(state: BoardState) -> list[Text]:
    first = _capital(COLOUR_NAMES[state.board.colours[0]])
    counted = Text("(fields of the track, counted from {first}'s A as 0)", first=first)
    sentences = []
    if state.trapdoors:
        fields = _list([str(field) for field in state.trapdoors])
        sentences.append(Text("Trapdoors on {fields} {counted}.", fields=fields, counted=counted))
    if state.wormholes:
        pairs = [
            Text("W{number} between {a} and {b}", number=number, a=a, b=b)
            for number, (a, b) in enumerate(state.wormholes, start=1)
        ]
        sentences.append(Text("Wormholes {ends} {counted}.", ends=joined(", ", pairs), counted=counted))
    return sentences


def _field(board: Board, progress: int) -> Text:
    """The name of a field of the track or at home after "on" and "auf"."""
    name = board.field_name(progress)
    if progress == 0:
        return Text("the starting field A")
    if progress >= board.track:
        return Text("home field {name}", name=name)
    return Text("field {name}", name=name)


def _from(board: Board, progress: int) -> Text:
    if progress < 0:
        return Text("from the yard")
    if progress == 0:
        return Text("from the starting field A")
    return Text("from {field}", field=_field(board, progress))


def _to(board: Board, progress: int) -> Text:
    if progress < 0:
        return Text("to the yard")
    if progress == 0:
        return Text("to the starting field A")
    return Text("to {field}", field=_field(board, progress))


def _list(names: Sequence[str]) -> Text:
    if len(names) == 1:
        return Verbatim(names[0])
    return Text("{most} and {names}", most=", ".join(names[:-1]), names=names[-1])


def _capital(text: Text) -> Text:
    return text.map(str.capitalize)
