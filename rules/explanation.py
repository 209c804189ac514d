"""Why a pawn may, must or may not move, and which paragraph an illegal move breaks (rulebook §5, §6, §8)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from rules import legal_moves
from rules.board import COLOUR_NAMES, PAWNS
from rules.errors import IllegalMove
from rules.i18n import Text, quote_value
from rules.kernel import movement
from rules.kernel.movement import SIX
from rules.move import IN_YARD, NOWHERE, Move, ParsedToken, read_token
from rules.rule_sets import ForcedCapture

if TYPE_CHECKING:
    from rules.game import Game


#: The most legal moves that an error lists; ``IllegalMove.legal`` has all.
MOST_LISTED = 12


class PawnVerdict(StrEnum):
    """What a throw lets a pawn do."""

    MAY = "may"
    MUST = "must"
    MAY_NOT = "may not"


class Reason(StrEnum):
    """Why; a stable code for programs. ``PARAGRAPHS`` says which paragraph of the rulebook it is."""

    FREE = "free"
    ONLY_MOVE = "only move"
    ACTIVATE = "activate"
    CLEAR_START = "clear A"
    CAPTURE = "capture"
    ACTIVATE_FIRST = "activate first"
    CLEAR_START_FIRST = "clear A first"
    CAPTURE_FIRST = "capture first"
    NEEDS_SIX = "needs a 6"
    START_HELD = "A is held"
    START_BARRED = "A is barred"
    MOVES_NOTHING = "0 moves nothing"
    BEYOND_HOME = "beyond home"
    BARRIER = "barrier"
    NO_LEAP = "no leaping at home"
    OWN_PAWN = "own pawn"


PARAGRAPHS = {
    Reason.FREE: "§6",
    Reason.ONLY_MOVE: "§5.2",
    Reason.ACTIVATE: "§6.1",
    Reason.CLEAR_START: "§6.2",
    Reason.CAPTURE: "§6.3",
    Reason.ACTIVATE_FIRST: "§6.1",
    Reason.CLEAR_START_FIRST: "§6.2",
    Reason.CAPTURE_FIRST: "§6.3",
    Reason.NEEDS_SIX: "§6",
    Reason.START_HELD: "§6",
    Reason.START_BARRED: "§8.2",
    Reason.MOVES_NOTHING: "§6",
    Reason.BEYOND_HOME: "§6",
    Reason.BARRIER: "§8.2",
    Reason.NO_LEAP: "§6",
    Reason.OWN_PAWN: "§6",
}

WORDS = {
    Reason.FREE: Text("it may move"),
    Reason.ONLY_MOVE: Text("it must move: nothing else is possible"),
    Reason.ACTIVATE: Text("it must be activated: a 6 with a pawn in the yard"),
    Reason.CLEAR_START: Text("it must leave A while a pawn waits in the yard"),
    Reason.CAPTURE: Text("it must capture"),
    Reason.ACTIVATE_FIRST: Text("a pawn must be activated with the 6"),
    Reason.CLEAR_START_FIRST: Text("the pawn on A must leave it first, a pawn waits in the yard"),
    Reason.CAPTURE_FIRST: Text("another pawn must capture"),
    Reason.NEEDS_SIX: Text("it leaves the yard only with a 6"),
    Reason.START_HELD: Text("a pawn of its own colour stands on A"),
    Reason.START_BARRED: Text("another colour's barrier stands on A"),
    Reason.MOVES_NOTHING: Text("a 0 moves nothing"),
    Reason.BEYOND_HOME: Text("the throw leads beyond home d"),
    Reason.BARRIER: Text("a barrier bars the way"),
    Reason.NO_LEAP: Text("it may not jump a pawn of its own colour at home"),
    Reason.OWN_PAWN: Text("a pawn of its own colour stands there"),
}


@dataclass(frozen=True, slots=True)
class PawnReason:
    """One pawn: its field, what the throw lets it do, why, and the tokens of its moves."""

    colour: str
    field: str
    verdict: PawnVerdict
    reason: Reason
    moves: tuple[str, ...]

    @property
    def paragraph(self) -> str:
        return PARAGRAPHS[self.reason]

    @property
    def text(self) -> Text:
        return Text(
            "{name} on {field}: {words} ({paragraph})",
            name=COLOUR_NAMES[self.colour],
            field=self.field,
            words=WORDS[self.reason],
            paragraph=self.paragraph,
        )


def explain(game: Game, die: int) -> Iterator[PawnReason]:
    """Every pawn that a throw could move; see ``Game.explain``."""
    steps = [step for step in game.moves(die) if step.source != NOWHERE]
    if game.over:
        return
    only = len({(step.neutral, step.source) for step in steps}) == 1
    made = game.setup
    for colour in (game.throwing,) if made.neutral < 0 else (game.throwing, made.neutral):
        looked = _Look(game, colour, die)
        for at in game.position.pawns[colour] or ():
            moves = tuple(
                step for step in steps if step.source == at and step.neutral == (colour == made.neutral)
            )
            if moves:
                reason = looked.why(at, moves)
                verdict = PawnVerdict.MUST if only else PawnVerdict.MAY
                if only and reason is Reason.FREE:
                    reason = Reason.ONLY_MOVE
            else:
                verdict, reason = PawnVerdict.MAY_NOT, looked.why_not(at)
            tokens = tuple(step.token for step in moves)
            yield PawnReason(made.board.colours[colour], made.board.field_name(at), verdict, reason, tokens)


class _Look:
    """One colour's pawns before a throw: what could move, and what prevents it."""

    def __init__(self, game: Game, colour: int, die: int) -> None:
        self.rules, self.track, self.die = game.rules, game.setup.track, die
        self.own, self.doubles = game.own[colour], game.doubles[colour]
        foreign, self.walls, _ = legal_moves.surroundings(game, colour)
        self.waiting = self.own.bit_count() + self.doubles.bit_count() < PAWNS
        starts = movement.can_activate(self.own, self.doubles, self.walls, game.rules.barriers)
        self.activation = self.waiting and die == SIX and starts
        self.ahead = movement.forward(
            self.own, self.doubles, self.walls, die, self.track, game.rules.home_leap, game.rules.barriers
        )
        self.behind = 0
        if game.rules.backward_capture:
            self.behind = movement.backward(self.own, foreign, self.walls, die, self.track)

    def why(self, at: int, moves: tuple[Move, ...]) -> Reason:
        """Why a pawn may use its legal moves."""
        if at == IN_YARD:
            return Reason.ACTIVATE
        if at == 0 and self.waiting:
            return Reason.CLEAR_START
        if self.rules.forced_capture is ForcedCapture.STRICT and any(step.captured for step in moves):
            return Reason.CAPTURE
        return Reason.FREE

    def why_not(self, at: int) -> Reason:
        """Why a pawn has no legal move: an obligation of another one, or an obstacle."""
        if at == IN_YARD:
            return self._why_not_activated()
        if (self.ahead | self.behind) >> at & 1:
            if self.activation:
                return Reason.ACTIVATE_FIRST
            return Reason.CLEAR_START_FIRST if self.waiting and self.ahead & 1 else Reason.CAPTURE_FIRST
        if self.die == 0:
            return Reason.MOVES_NOTHING
        if at + self.die > self.track + 3:
            return Reason.BEYOND_HOME
        if movement.smeared_down(self.walls, self.die) >> at & 1:
            return Reason.BARRIER
        home = self.own >> self.track << self.track
        if not self.rules.home_leap and movement.smeared_down(home, self.die - 1) >> at & 1:
            return Reason.NO_LEAP
        return Reason.OWN_PAWN

    def _why_not_activated(self) -> Reason:
        if self.die != SIX:
            return Reason.NEEDS_SIX
        held = self.doubles if self.rules.barriers else self.own
        return Reason.START_HELD if held & 1 else Reason.START_BARRED


# -- the move somebody wants to play -------------------------------------------------------------


def validate_move(game: Game, die: int, move: Move | str | None) -> Move | None:
    """The legal move of ``move`` (a move, its token, a bare die or ``None``), ``None`` for a forfeit.

    Raises ``IllegalMove`` that names the paragraph and what would be legal.
    """
    if game.over:
        raise IllegalMove(
            Text("the game is over (§9)"),
            "§9",
        )
    if move is not None and not isinstance(move, Move | str):
        raise _illegal(game, die, "§4", Text("move: {move} is no move", move=quote_value(move)))
    token = str(die) if move is None else str(move).strip()
    for known in game.moves(die):
        if known.token == token:
            return known
    written = read_token(game.setup.board, token)
    if written is None:
        raise _illegal(
            game,
            die,
            "§4",
            Text("move: {token} is no move; one is written like 6:B-A or 3:5-8xR", token=quote_value(token)),
        )
    if written.die != die:
        raise _illegal(
            game,
            die,
            "§4",
            Text(
                "move: {token} is a move with a {written}, but the die shows {die}",
                token=token,
                written=written.die,
                die=die,
            ),
        )
    if written.source != NOWHERE or written.shifts_furniture:
        raise _not_this_one(game, die, token, written)
    if game.may_forfeit(die):
        return None
    raise _illegal(
        game,
        die,
        "§5.2",
        Text("with a {die} a pawn can move, so one must", die=die),
    )


def _not_this_one(game: Game, die: int, token: str, written: ParsedToken) -> IllegalMove:
    """The error for a well-written move that is not among the legal ones."""
    made = game.setup
    if written.shifts_furniture:
        paragraph = "§8.5" if made.rules.wormholes else "§8.4"
        return _illegal(
            game,
            die,
            paragraph,
            Text(
                "{token}: with a 1, a trapdoor or wormhole end of these rules may be moved to a field "
                "without pawn, furniture or A, and then a pawn must move as the rules allow",
                token=token,
            ),
        )
    colour = made.neutral if written.neutral and made.neutral >= 0 else game.throwing
    name, field = COLOUR_NAMES[made.board.colours[colour]], made.board.field_name(written.source)
    here = [
        pawn
        for pawn in explain(game, die)
        if pawn.colour == made.board.colours[colour] and pawn.field == field
    ]
    if not here:
        return _illegal(
            game,
            die,
            "§6",
            Text("{token}: no {name} pawn stands on {field}", token=token, name=name, field=field),
        )
    pawn = here[0]
    if pawn.verdict is PawnVerdict.MAY_NOT:
        return _illegal(
            game,
            die,
            pawn.paragraph,
            Text("{token} is not legal: {pawn}", token=token, pawn=pawn.text),
        )
    return _illegal(
        game,
        die,
        "§6",
        Text(
            "{token} is not what this pawn can do; its move is {moves}",
            token=token,
            moves=", ".join(pawn.moves[:MOST_LISTED]),
        ),
    )


def _illegal(game: Game, die: int, paragraph: str, message: Text) -> IllegalMove:
    legal = [step.token for step in game.moves(die)]
    if game.may_forfeit(die):
        legal.append(str(die))
    shown = ", ".join(legal[:MOST_LISTED]) + (" …" if len(legal) > MOST_LISTED else "")
    return IllegalMove(Text("{message}; legal: {shown}", message=message, shown=shown), paragraph, legal)
