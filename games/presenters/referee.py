"""What lies before the referee beside die and pawns, which their phone draws: calls, rulings, results."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property

from django.utils.safestring import SafeString

from games.domain.adjudication_preview import AdjudicationPreview, preview_adjudications
from games.domain.clock import ClockAction
from games.domain.events.fields import LONGEST_SEED, LONGEST_STARTER_REASON, LONGEST_TEXT
from games.domain.events.referee import MOST_MINUTES
from games.drawing import BoardState
from games.enums import ENTERED, EventKind
from games.errors import RecordingError
from games.models import Game, GameEvent
from games.presenters.game import BoardPlayerCard, GamePresenter, drawn_board
from games.queries.timeline import RecentEvent
from games.services.starters import due_of
from rules import (
    LETTERS,
    PAWNS,
    RulesError,
    RuleSet,
    StartingColour,
    Text,
    game as rules_game,
    read_field,
)
from rules.kernel.ply import next_colour
from rules.kernel.turn import THROWS_WHEN_STUCK
from rules.penalty import penalisable_pawns


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
        """What of it can be drawn, whether the rules allow it or not; ``None`` where there are no such fields."""
        board = rules.layout()
        pawns: list[list[int] | None] = []
        for colour in board.colours:
            found = [read_field(board, name) for name in _fields(self.pawns.get(colour, ""))]
            there = [at for at in found if at is not None]
            if len(there) < len(found) or len(found) > PAWNS:
                return None
            pawns.append(there if colour in self.pawns else None)
        return BoardState(board, pawns)


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
    return made.board.colours[next_colour(made.following, play.own, play.throwing, made.home, made.neutral)]


def _fields(written: str) -> list[str]:
    return written.replace(",", " ").split()


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


def paragraphs(rules: RuleSet) -> list[tuple[str, Text]]:
    """List the paragraphs an irregular throw can have broken, with what usually breaks them."""
    there = {"§8.2": rules.barriers, "§8.4": rules.trapdoors, "§8.5": rules.wormholes}
    return [each for each in _PARAGRAPHS if there.get(each[0], True)]


#: What has a key on the clock.
CLOCK_KEYS = tuple(action for action in ClockAction if action is not ClockAction.SET)
#: Time limits to choose from, in minutes.
TIME_LIMITS = (30, 45, 60, 90, 120)


@dataclass(frozen=True, slots=True)
class OpenCallCard:
    """A call for the referee that has no answer yet; ``board`` is the one it was about, where it is another now."""

    number: int
    text: str
    called_at: datetime
    board: SafeString | None


class RefereePresenter(GamePresenter):
    """A game as its referee sees it."""

    clock_actions = CLOCK_KEYS
    time_limits = TIME_LIMITS
    most_minutes = MOST_MINUTES
    longest_text = LONGEST_TEXT
    longest_seed = LONGEST_SEED
    longest_starter_reason = LONGEST_STARTER_REASON
    irregularities = IRREGULARITIES
    missed_throws = range(THROWS_WHEN_STUCK)

    @property
    def calls(self) -> list[OpenCallCard]:
        return [self._call(self.latest.others[number]) for number in self.game.calls]

    def _call(self, event: GameEvent) -> OpenCallCard:
        board = None
        if event.position != self.game.position:
            disputed = self.game.play_after(event).position
            board = drawn_board(BoardState.from_position(disputed), prefix=f"call-{event.number}")
        return OpenCallCard(event.number, event.payload["text"], event.recorded_at, board)

    @property
    def unconfirmed(self) -> list[BoardPlayerCard]:
        return [player for player in self.players if player.id not in self.game.confirmations]

    @property
    def can_take_back(self) -> bool:
        """Whether the last entry can be taken back; a result that was confirmed or entered is only corrected."""
        entered = self.game.decided_by in ENTERED
        return self.latest.can_take_back and not entered and not self.game.confirmations

    @property
    def is_ruled(self) -> bool:
        """Whether the last entry is a ruling: then it takes the right to rule to take it back."""
        step = self.latest.step
        return step is not None and step.kind != EventKind.THROW

    @cached_property
    def due(self) -> StartingColour:
        """Who is due to begin a game that has not begun; no one where it cannot begin now, with the reason."""
        try:
            return due_of(self.game)
        except RecordingError as error:
            return StartingColour(None, error.message, throws_decide=True)

    @property
    def board_form(self) -> BoardEditor:
        """The board now, to be set otherwise; the throw goes to the colour that follows."""
        if self.play is None:
            return BoardEditor.from_state(self.state, self.seats[0].colour, "")
        furniture = str(self.play.furniture) if self.play.furniture.mask else ""
        return BoardEditor.from_state(self.state, follower(self.play), furniture)

    @property
    def board_rows(self) -> list[tuple[str, str, int]]:
        """Of each colour of the board to set: its name, the fields of its pawns, the absolute field of its ``A``."""
        board = self.state.board
        return [
            (colour, fields, board.start(board.colours.index(colour)))
            for colour, fields in self.board_form.pawns.items()
        ]

    @property
    def last_throws(self) -> list[RecentEvent]:
        """The throws among what happened last, the latest first."""
        return [event for event in self.latest.happened if event.colour]

    @property
    def paragraphs(self) -> list[tuple[str, Text]]:
        return paragraphs(self.game.rules)

    @property
    def can_be_penalised(self) -> list[tuple[str, str]]:
        return list(penalisable_pawns(self.play.position)) if self.play else []

    @property
    def sheets(self) -> list[AdjudicationPreview]:
        """What the boards are worth by every method, if the game is stopped now."""
        return list(preview_adjudications(self.game, self.play)) if self.play else []
