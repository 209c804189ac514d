"""The small family of errors: everything that can be wrong with what somebody hands in."""

from collections.abc import Sequence

from rules.i18n import Text


class RulesError(ValueError):
    """Something handed in is not right; ``message`` says what and what would be, in both languages.

    ``field`` is the member at fault, such as ``seats`` or ``options.barriers``; empty where it is the whole.
    """

    def __init__(self, message: Text, field: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.field = field


class OptionError(RulesError):
    """A rule set, option or seating that cannot be played; the message names the options (rulebook §7)."""


class PositionError(RulesError):
    """Text or values that are no possible position (rulebook §3, [D20])."""


class FinishingOrderError(PositionError):
    """A finishing order that does not name the colours at home (rulebook [D18])."""


class DieError(RulesError):
    """A number that the die of this rule set does not show (rulebook §6, [D6])."""


class IllegalMove(RulesError):
    """A move that the rules forbid: ``paragraph`` is broken, ``legal`` are the tokens of what is allowed."""

    def __init__(self, message: Text, paragraph: str, legal: Sequence[str] = ()) -> None:
        super().__init__(message, "move")
        self.paragraph = paragraph
        self.legal = tuple(legal)


class RecordError(RulesError):
    """A game record that cannot be read or replayed; ``line`` and ``column`` count from 1 (rulebook §4)."""

    def __init__(self, message: Text, line: int, column: int) -> None:
        super().__init__(
            Text("line {line}, column {column}: {message}", line=line, column=column, message=message)
        )
        self.line = line
        self.column = column
