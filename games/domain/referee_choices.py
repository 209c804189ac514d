"""What a referee can rule on the present board: the paragraphs that an irregular throw may have broken."""

from collections.abc import Sequence
from dataclasses import dataclass

from rules import Game
from rules.explanation import PawnVerdict
from rules.i18n import Text

#: The paragraphs broken most often, and in which words.
_PARAGRAPHS = (
    ("§5.2", Text("did not move although a move was possible")),
    ("§5.3", Text("thrown too often, or not often enough")),
    ("§5.4", Text("the wrong colour threw")),
    ("§6", Text("illegal move")),
    ("§6.1", Text("no pawn brought in with a 6")),
    ("§6.2", Text("the field A was not cleared")),
    ("§6.3", Text("a capture was missed")),
    ("§8.2", Text("a barrier was passed")),
    ("§8.4", Text("a trapdoor was overlooked")),
    ("§8.5", Text("a wormhole was overlooked")),
)
#: What happens most often in an irregular throw, in words to tap, and the paragraph that it breaks.
IRREGULARITIES = (
    (Text("moved too far"), "§6"),
    (Text("moved too few fields"), "§6"),
    (Text("moved a wrong pawn"), "§6"),
    (Text("the wrong colour threw"), "§5.4"),
)


@dataclass(frozen=True, slots=True)
class Paragraphs:
    """Paragraphs with what usually breaks them: those that bind some pawn on the present board, and the others."""

    here: Sequence[tuple[str, Text]]
    others: Sequence[tuple[str, Text]]


def paragraphs(play: Game) -> Paragraphs:
    """List the paragraphs an irregular throw can have broken, the likeliest first."""
    binding = {
        pawn.paragraph
        for die in set(play.rules.die_faces)
        for pawn in play.explain(die).pawns
        if pawn.verdict is not PawnVerdict.MAY
    }
    rules = play.rules
    absent = {
        name
        for name, there in (("§8.2", rules.barriers), ("§8.4", rules.trapdoors), ("§8.5", rules.wormholes))
        if not there
    }
    possible = [each for each in _PARAGRAPHS if each[0] not in absent]
    return Paragraphs(
        [each for each in possible if each[0] in binding],
        [each for each in possible if each[0] not in binding],
    )
