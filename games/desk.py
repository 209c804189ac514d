"""What lies before the referee: every face of the die with the moves it allows, open calls, what can be ruled."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from django.utils.safestring import SafeString

from games.by_hand import BoardForm, follower
from games.chronicle import retold
from games.drawing import BoardState, Pawn
from games.models import Game, GameEvent
from games.rulings import Paragraphs, can_be_penalised, paragraphs
from games.showing import GameShown, PlayerShown, drawn_board
from games.telling import told
from games.weighing import Sheet, sheets
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


@dataclass(frozen=True, slots=True)
class OpenCall:
    """A call for the referee that has no answer yet; ``board`` is the one it was about, where it is another now."""

    number: int
    text: str
    called_at: datetime
    board: SafeString | None


class Desk(GameShown):
    """A game as its referee sees it."""

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

    # -- beside die and pawn ---------------------------------------------------------------------

    @property
    def calls(self) -> list[OpenCall]:
        """The calls that wait for an answer."""
        return [self._call(self.latest.others[number]) for number in self.game.calls]

    def _call(self, event: GameEvent) -> OpenCall:
        board = None
        if event.position != self.game.position:
            disputed = Play.at(
                event.position, self.game.rules, self.game.seating, finished=event.finished
            ).position
            board = drawn_board(BoardState.of(disputed), prefix=f"call-{event.number}")
        return OpenCall(event.number, event.payload["text"], event.recorded_at, board)

    @property
    def proposal(self) -> Text | None:
        """The correction that waits for a second person, in words."""
        number = self.game.correction
        return None if number is None else retold(self.latest.others[number], self.names)

    @property
    def unconfirmed(self) -> list[PlayerShown]:
        """The players who have not confirmed the result."""
        return [player for player in self.players if player.id not in self.game.confirmations]

    @property
    def can_take_back(self) -> bool:
        """Whether the last entry can be taken back; a result that was confirmed or told is only corrected."""
        told = self.game.decided_by in (Game.Decision.CORRECTION, Game.Decision.RESULT)
        return self.latest.can_take_back and not told and not self.game.confirmations

    @property
    def die_faces(self) -> list[int]:
        """What the die can show."""
        return sorted(set(self.game.rules.die_faces))

    @property
    def board_form(self) -> BoardForm:
        """The board now, to be set otherwise; the throw goes to the colour that follows."""
        if self.play is None:
            return BoardForm.of(self.state, self.seats[0].colour, "")
        furniture = str(self.play.furniture) if self.play.furniture.mask else ""
        return BoardForm.of(self.state, follower(self.play), furniture)

    @property
    def board_rows(self) -> list[tuple[str, str, int]]:
        """Of each colour of the board to set: its name, the fields of its pawns, the absolute field of its ``A``."""
        board = self.state.board
        return [
            (colour, fields, board.start(board.colours.index(colour)))
            for colour, fields in self.board_form.pawns.items()
        ]

    @property
    def paragraphs(self) -> Paragraphs | None:
        """What an irregular throw can have broken."""
        return paragraphs(self.play) if self.play else None

    @property
    def can_be_penalised(self) -> list[tuple[str, str]]:
        """Colour and field of every pawn that a penalty can send to its yard."""
        return list(can_be_penalised(self.play)) if self.play else []

    @property
    def sheets(self) -> list[Sheet]:
        """What the boards are worth by every method, if the game is stopped now."""
        return list(sheets(self.game, self.play)) if self.play else []

    # -- faces -----------------------------------------------------------------------------------

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
