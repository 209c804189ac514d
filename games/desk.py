"""What lies before the referee: every face of the die with the moves it allows, in words."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.safestring import SafeString

from games.drawing import Pawn
from games.models import Game
from games.showing import GameShown
from games.telling import told
from rules import Game as Play
from rules import Move
from rules.explanation import Verdict
from rules.furniture import free_fields
from rules.move import NOWHERE
from rules.options import ONE
from rules.text import Text


@dataclass(frozen=True, slots=True)
class Offer:
    """A legal move: its token, the pawn that moves (empty where only furniture does), what it does."""

    token: str
    colour: str
    field: str
    text: Text


@dataclass(frozen=True, slots=True)
class Face:
    """A face of the die: the moves without furniture, why other pawns stay, whether nothing may be moved.

    ``at_once`` is what one tap records, as there is no choice: a token, or ``""`` for a forfeited
    throw; ``None`` where the referee has to say. ``shifts`` is whether furniture may be moved as well.
    """

    die: int
    offers: tuple[Offer, ...]
    reasons: tuple[Text, ...]
    may_forfeit: bool
    shifts: bool
    at_once: str | None


class Desk(GameShown):
    """A running game as its referee sees it."""

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self.faces: tuple[Face, ...] = ()
        self._movable: set[Pawn] = set()
        if self.play is not None and not self.play.over:
            self.faces = tuple(self._face(self.play, die) for die in sorted(set(self.play.rules.die_faces)))

    @property
    def board(self) -> SafeString:
        """The picture of the board; every pawn that some throw could move has a ring, for the page to show."""
        return self.drawn(self._movable)

    @property
    def furniture(self) -> list[int]:
        """The fields of trapdoors or wormhole ends, which a 1 may move."""
        return sorted(self.play.furniture.fields) if self.play else []

    @property
    def free_fields(self) -> list[int]:
        """Where they may be put."""
        play = self.play
        return list(free_fields(play.setup.board, play.occupied, play.furniture)) if play else []

    def offers_after(self, origin: int, target: int) -> list[Offer]:
        """The moves that are legal after furniture has been moved with a 1."""
        if self.play is None or self.play.over or ONE not in self.play.rules.die_faces:
            return []
        moves = [move for move in self.play.moves(ONE) if move.shifted == (origin, target)]
        return [offer(self.play, ONE, move) for move in moves]

    def _face(self, play: Play, die: int) -> Face:
        moves = play.moves(die)
        plain = [move for move in moves if move.shifted is None]
        self._movable |= {_pawn(play, move) for move in plain}
        explanation = play.explain(die)
        at_once = None
        if not moves:
            at_once = ""
        elif len(moves) == 1 and not explanation.may_forfeit:
            at_once = moves[0].token
        return Face(
            die,
            tuple(offer(play, die, move) for move in plain),
            tuple(dict.fromkeys(_why_not(play, die))),
            explanation.may_forfeit,
            len(plain) < len(moves),
            at_once,
        )


def offer(play: Play, die: int, move: Move) -> Offer:
    """A legal move of ``play`` as it is offered."""
    if move.source == NOWHERE:
        return Offer(move.token, "", "", told(play, die, move))
    colour = play.setup.board.colours[_pawn(play, move).colour]
    return Offer(move.token, colour, play.setup.board.field_name(move.source), told(play, die, move))


def _pawn(play: Play, move: Move) -> Pawn:
    return Pawn(play.setup.neutral if move.neutral else play.throwing, move.source)


def _why_not(play: Play, die: int) -> Iterator[Text]:
    for pawn in play.explain(die).pawns:
        if pawn.verdict is Verdict.MAY_NOT:
            yield pawn.text
