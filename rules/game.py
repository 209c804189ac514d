"""A game: a position, whose throw it is, and how it came about (rulebook §5)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rules import explanation, legal_moves as landing, outcome, position
from rules.errors import DieError, FinishingOrderError, OptionError, PositionError
from rules.explanation import PawnReason
from rules.history import Origin, Remark, Throw
from rules.i18n import Text, quote_value
from rules.kernel.ply import is_over, next_throw
from rules.kernel.tables import Tables, compile_tables
from rules.legal_moves import Scene, apply_move
from rules.move import NOWHERE, Move
from rules.penalty import sent_to_yard
from rules.position import Position
from rules.record import reader, writer
from rules.rule_sets import RuleSet
from rules.seating import Seating, seating
from rules.special_fields import furniture


class Game(Scene):
    """An immutable game: ``play`` returns the game after a throw, the one before stays as it is.

    Made by ``start``, ``at`` and ``replay``. Colours and players are given by their names; numbers
    (colours in playing direction, players in the order of the seating) stay inside the package.
    """

    __slots__ = ("_die", "_moves", "finished_colours", "missed", "past", "throwing")

    finished_colours: tuple[int, ...]
    missed: int
    #: The game before and the throw (die, move) or the remark that led here; or the origin.
    past: tuple[Game, int, Move | None] | tuple[Game, Remark] | Origin
    #: Number of the colour to throw, -1 when the game is over.
    throwing: int
    _die: object
    _moves: tuple[Move, ...]

    # -- making ----------------------------------------------------------------------------------

    @classmethod
    def start(
        cls,
        rules: RuleSet,
        seats: Mapping[str, Sequence[str]],
        *,
        starter: str,
        trapdoors: Sequence[int] = (),
        wormholes: Sequence[Sequence[int]] = (),
        tags: Mapping[str, str] | None = None,
    ) -> Game:
        """A new game that ``starter`` (a colour) begins (rulebook §5, §7, §10).

        ``trapdoors`` (absolute fields) and ``wormholes`` (pairs of them) are due where the rules have
        them (rulebook §8.4, §8.5). Raises ``OptionError`` or ``PositionError``.
        """
        seated = seating(_checked(rules), seats)
        lying = furniture(rules, trapdoors, wormholes)
        made = compile_tables(rules, seated)
        if not isinstance(starter, str) or starter not in made.board.colours:
            raise _no_starter(made, starter)
        colour = made.board.colours.index(starter)
        if colour not in made.throwing:
            raise _no_starter(made, starter)
        # The neutral colour too has a pawn on A where the others have [D29].
        own = tuple(rules.pawns_on_start if present else 0 for present in made.present)
        begun = Position(made.board, made.present, own, (0,) * len(own), colour, 0, lying)
        return cls._from(made, begun, (), Origin(begun, (), not lying.mask, writer.checked_tags(tags)))

    @classmethod
    def at(
        cls,
        text: str,
        rules: RuleSet,
        seats: Mapping[str, Sequence[str]],
        *,
        finished: Sequence[str] | None = None,
        tags: Mapping[str, str] | None = None,
    ) -> Game:
        """The game at a position (rulebook §3); ``finished`` are the colours at home in finishing order.

        Untold, board order counts ([D18]). Raises ``PositionError`` or ``OptionError`` with a reason.
        """
        seated = seating(_checked(rules), seats)
        made = compile_tables(rules, seated)
        here = position.read(text, rules, seated)
        order = _finishing_order(made, here, finished)
        _check_over(made, here, order)
        return cls._from(
            made, here, order, Origin(here, _names(made, order), False, writer.checked_tags(tags))
        )

    @classmethod
    def replay(cls, text: str) -> Game:
        """The game of a record (rulebook §4); raises ``RecordError`` with line and column."""
        return reader.read_record(text, cls)

    @classmethod
    def _from(cls, made: Tables, here: Position, finished: tuple[int, ...], origin: Origin) -> Game:
        game = cls(made, here.own, here.doubles, here.furniture, position.occupied(here.board, here.own))
        game.throwing = -1 if here.colour is None else here.colour
        game.missed = here.missed
        game.finished_colours = finished
        game.past = origin
        game._die = _NOT_ASKED
        return game

    # -- the present -----------------------------------------------------------------------------

    @property
    def rules(self) -> RuleSet:
        return self.setup.rules

    @property
    def seats(self) -> Seating:
        return self.setup.seating

    @property
    def position(self) -> Position:
        """The position now; its ``str`` is canonical."""
        made = self.setup
        colour = None if self.throwing < 0 else self.throwing
        return Position(made.board, made.present, self.own, self.doubles, colour, self.missed, self.furniture)

    @property
    def colour(self) -> str | None:
        """The colour to throw, ``None`` when the game is over."""
        return None if self.throwing < 0 else self.setup.board.colours[self.throwing]

    @property
    def player(self) -> str | None:
        """The player to throw, ``None`` when the game is over."""
        return None if self.throwing < 0 else self._player(self.setup.leader[self.throwing])

    @property
    def over(self) -> bool:
        """Whether the game is over (rulebook §9)."""
        return self.throwing < 0

    @property
    def winner(self) -> str | None:
        """The player who has won, ``None`` while the game goes on."""
        number = self._winner()
        return None if number is None else self._player(number)

    @property
    def finished(self) -> tuple[str, ...]:
        return _names(self.setup, self.finished_colours)

    @property
    def places(self) -> tuple[str, ...]:
        """The colours in finishing order; at the end of a game for all places the last one too (rulebook §9)."""
        return _names(self.setup, outcome.places(self.setup, self.finished_colours))

    @property
    def ranking(self) -> tuple[str, ...]:
        order = outcome.ranking(self.setup, self.finished_colours, self._winner())
        return tuple(self._player(number) for number in order)

    @property
    def last_move(self) -> Move | None:
        """The move of the throw that led to this position; ``None`` if nothing was moved, or there was no throw."""
        past = self.past
        return past[2] if not isinstance(past, Origin) and len(past) == 3 else None

    def _winner(self) -> int | None:
        return outcome.winner(self.setup, self.finished_colours, self.ended_by) if self.over else None

    @property
    def ended_by(self) -> int | None:
        """The colour (number) whose throw led to this position, if a throw did."""
        game = self
        while not isinstance(game.past, Origin):
            if len(game.past) == 3:
                return game.past[0].throwing
            if game.past[1].position is not None:
                return None
            game = game.past[0]
        return None

    def _player(self, number: int) -> str:
        return self.setup.seating.seats[number][0]

    # -- a throw ---------------------------------------------------------------------------------

    def moves(self, die: int) -> tuple[Move, ...]:
        """The legal moves for a die; empty when the throw is forfeited (or the game over).

        Raises ``DieError`` for a number that the die of these rules does not show ([D6]).
        """
        if type(die) is not int or die not in self.setup.faces:
            raise DieError(
                Text(
                    "die: {die} is not on the die; its faces are {faces} (rulebook §6, D6)",
                    die=quote_value(die),
                    faces=", ".join(map(str, sorted(set(self.rules.die_faces))[:20])),
                ),
                "die",
            )
        if die != self._die:
            if self.throwing < 0:
                return ()
            self._moves = landing.legal_moves(self, self.throwing, die)
            self._die = die
        return self._moves

    def may_forfeit(self, die: int) -> bool:
        """Whether the throw may be played without a move: none is legal, or only furniture could be moved ([D14])."""
        return not self.over and all(step.source == NOWHERE for step in self.moves(die))

    def play(self, die: int, move: Move | str | None) -> Game:
        """The game after a throw of ``die`` played with ``move`` (a legal move, its token, or ``None``).

        Raises ``IllegalMove`` whose ``paragraph`` is the rule broken and whose text says what would be
        legal, or ``DieError``; this game stays as it is.
        """
        legal = self._moves if die is self._die else self.moves(die)
        for known in legal:
            if known is move:
                return self._after(die, known)
        if move is None and not legal and self.throwing >= 0:
            return self._after(die, None)
        return self._after(die, explanation.validate_move(self, die, move))

    def explain(self, die: int) -> tuple[PawnReason, ...]:
        """For every pawn that this throw could move why it may, must or may not. Raises ``DieError``."""
        return tuple(explanation.explain(self, die))

    def _after(self, die: int, move: Move | None) -> Game:
        """The game after a throw that has been found legal (rulebook §5.3, §5.4)."""
        made, colour, finished = self.setup, self.throwing, self.finished_colours
        game = _NEW(Game)
        game.setup = made
        over = False
        if move is None:
            game.own, game.doubles, game.furniture, game.occupied = (
                self.own,
                self.doubles,
                self.furniture,
                self.occupied,
            )
        else:
            moved = made.neutral if move.neutral else colour
            game.own, game.doubles, game.furniture, game.occupied = apply_move(self, moved, move)
            if game.own[moved] == made.home and move.source != NOWHERE:
                if moved == colour:
                    finished = (*finished, colour)
                over = is_over(made.ground, made.leader, game.own)
        game.throwing, game.missed = -1, 0
        if not over:
            game.throwing, game.missed = next_throw(
                made.following,
                game.own,
                colour,
                die,
                finished is not self.finished_colours,
                made.three_throws,
                self.missed,
                self.own[colour],
                self.own[colour if made.neutral < 0 else made.neutral],
                made.home,
                made.neutral,
                made.track,
            )
        game.finished_colours = finished
        game.past = (self, die, move)
        game._die = _NOT_ASKED
        return game

    # -- the past --------------------------------------------------------------------------------

    @property
    def history(self) -> tuple[Throw | Remark, ...]:
        """Everything that led here since the origin, in order."""
        steps: list[Throw | Remark] = []
        game = self
        while not isinstance(game.past, Origin):
            steps.append(_step(game.past))
            game = game.past[0]
        return tuple(reversed(steps))

    @property
    def origin(self) -> Origin:
        game = self
        while not isinstance(game.past, Origin):
            game = game.past[0]
        return game.past

    def record(self) -> str:
        """The canonical record of the game (rulebook §4)."""
        return writer.write_record(self)

    def remarked(self, text: str) -> Game:
        """The same game with a referee's event noted: a ``%`` line of the record (rulebook §4, §11)."""
        return self._with(Remark(writer.checked_remark(text)), self.position, self.finished_colours)

    def ruled(self, text: str, position_text: str, *, finished: Sequence[str] | None = None) -> Game:
        """The game as a referee's ruling leaves it: the board is ``position_text`` from now on ([D26], [D27]).

        ``finished`` as in ``at``; untold, the colours at home keep their order and new ones follow in
        board order. Raises ``PositionError``.
        """
        here = position.read(position_text, self.rules, self.seats)
        order_given = self._present_order(here) if finished is None else finished
        order = _finishing_order(self.setup, here, order_given)
        _check_over(self.setup, here, order)
        return self._with(Remark(writer.checked_remark(text), here, _names(self.setup, order)), here, order)

    def penalised(self, colour: str, field: str, text: str) -> Game:
        """The game after the penalty that sends the pawn of ``colour`` on ``field`` to its yard ([D27]).

        ``text`` is written to the record. Raises ``PositionError`` where no such pawn can go there.
        """
        here = sent_to_yard(self.position, self.setup, colour, field)
        return self._with(
            Remark(writer.checked_remark(text), here, self.finished), here, self.finished_colours
        )

    def _present_order(self, here: Position) -> tuple[str, ...]:
        home = _at_home(self.setup, here)
        staying = tuple(colour for colour in self.finished_colours if colour in home)
        return _names(self.setup, staying + tuple(colour for colour in home if colour not in staying))

    def _with(self, remark: Remark, here: Position, finished: tuple[int, ...]) -> Game:
        game = Game._from(self.setup, here, finished, Origin(here))
        game.past = (self, remark)
        return game


#: A game without its ``__init__``: ``_after`` sets what there is to set, for millions of throws.
_NEW = object.__new__
#: The die that ``moves`` was last asked for, before it was asked.
_NOT_ASKED = object()


def _step(past: tuple[Game, int, Move | None] | tuple[Game, Remark]) -> Throw | Remark:
    """The last step of a game, in the form of its history."""
    if len(past) == 2:
        return past[1]
    before, die, move = past
    return Throw(before.setup.board.colours[before.throwing], die, move)


# -- checks ----------------------------------------------------------------------------------------


def _checked(rules: RuleSet) -> RuleSet:
    if not isinstance(rules, RuleSet):
        raise OptionError(
            Text(
                "rules: a rule set is needed, such as RULE_SETS['schmidt'], not {rules}",
                rules=quote_value(rules),
            )
        )
    return rules


def _names(made: Tables, colours: Sequence[int]) -> tuple[str, ...]:
    return tuple(made.board.colours[colour] for colour in colours)


def _at_home(made: Tables, here: Position) -> tuple[int, ...]:
    return tuple(colour for colour in made.throwing if here.own[colour] == made.home)


def _finishing_order(made: Tables, here: Position, given: Sequence[str] | None) -> tuple[int, ...]:
    """The colours at home in the given order, by default in board order ([D18])."""
    home = _at_home(made, here)
    if given is None:
        return home
    names = _names(made, home)
    if not isinstance(given, list | tuple) or sorted(map(str, given)) != sorted(names):
        raise FinishingOrderError(
            Text(
                "finished: the colours at home are due, each once, in the order in which they finished: "
                "{home} (rulebook D18)",
                home=", ".join(names) or Text("none"),
            ),
            "finished",
        )
    return tuple(made.board.colours.index(colour) for colour in given)


def _check_over(made: Tables, here: Position, finished: tuple[int, ...]) -> None:
    """Check that the position has ``.`` for its thrower exactly when the game is over ([D20])."""
    neutral_home = made.neutral >= 0 and here.own[made.neutral] == made.home
    if outcome.is_over(made, finished, neutral_home) == (here.colour is None):
        return
    if here.colour is None:
        raise PositionError(
            Text(
                "position: the game is not over, a colour to throw is needed instead of . (rulebook §9, D20)"
            ),
            "position",
        )
    raise PositionError(
        Text("position: the game is over, .0 is needed instead of a colour to throw (rulebook §9, D20)"),
        "position",
    )


def _no_starter(made: Tables, starter: Any) -> OptionError:
    return OptionError(
        Text(
            "starter: {starter} has no throws in this game; one of {able} can start",
            starter=quote_value(starter),
            able=", ".join(_names(made, made.throwing)),
        ),
        "starter",
    )
