"""The board that a referee sets by hand: entered field by field, drawn and checked before it is recorded."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from games.drawing import BoardState
from games.models import Game
from rules import RuleSet
from rules import game as rules_game
from rules.board import LETTERS
from rules.errors import PositionError, RulesError
from rules.i18n import Text
from rules.position import read_field


@dataclass(frozen=True, slots=True)
class BoardEditor:
    """A board as entered in a form: the fields of the pawns of each colour, whose throw it is, furniture."""

    pawns: Mapping[str, str]
    thrower: str
    missed: str = "0"
    furniture: str = ""

    @classmethod
    def from_state(cls, state: BoardState, thrower: str, furniture: str) -> BoardEditor:
        board = state.board
        return cls(
            {
                colour: ", ".join(map(board.field_name, pawns))
                for colour, pawns in zip(board.colours, state.pawns, strict=True)
                if pawns is not None
            },
            thrower,
            furniture=furniture,
        )

    def position(self, rules: RuleSet) -> str:
        """Its position (rulebook §3), not yet checked; no colour to throw where the game is over."""
        board = rules.layout()
        pawns = "/".join(
            ",".join(_fields(self.pawns[colour])) if colour in self.pawns else "-" for colour in board.colours
        )
        to_throw = LETTERS.get(self.thrower, ".")
        return f"{board} {pawns} {to_throw}{self.missed} {self.furniture}".strip()

    def state(self, rules: RuleSet) -> BoardState | None:
        """What of it can be drawn, whether the rules allow it or not; ``None`` where a field does not exist."""
        board = rules.layout()
        pawns: list[list[int] | None] = []
        for colour in board.colours:
            found = [read_field(board, name) for name in _fields(self.pawns.get(colour, ""))]
            there = [at for at in found if at is not None]
            if len(there) < len(found):
                return None
            pawns.append(there if colour in self.pawns else None)
        try:
            return BoardState(board, pawns)
        except PositionError:
            return None


@dataclass(frozen=True, slots=True)
class EditedBoard:
    """The board of a form: as far as it can be drawn, and its position or what is wrong with it."""

    state: BoardState | None
    position: str = ""
    refusal: Text | None = None


def check_board(game: Game, form: BoardEditor) -> EditedBoard:
    """The board of a game as a referee wants to set it, checked as recording would check it."""
    wanted = form.position(game.rules)
    try:
        if game.position:
            play = game.play().ruled("preview", wanted)
        else:
            play = rules_game.Game.at(wanted, game.rules, game.seating)
    except RulesError as error:
        return EditedBoard(form.state(game.rules), refusal=error.message)
    return EditedBoard(BoardState.from_position(play.position), str(play.position))


def follower(play: rules_game.Game) -> str:
    """The colour whose throw it is once the present one has thrown."""
    made = play.setup
    colours = made.following[play.throwing]
    unfinished = [colour for colour in colours if made.board.colours[colour] not in play.finished]
    return made.board.colours[(unfinished or colours)[0]]


def _fields(written: str) -> list[str]:
    return written.replace(",", " ").split()
