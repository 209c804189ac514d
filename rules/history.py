"""What a game remembers of its past: where it began, the throws, and a referee's remarks."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from rules.move import Move
from rules.position import Position


@dataclass(frozen=True, slots=True)
class Origin:
    """What a game began with: its start position, the colours then at home, and the tags of its record.

    ``usual`` is whether the position is the one that rules and starter give by themselves, so that
    the record need not tell it.
    """

    position: Position
    finished: tuple[str, ...] = ()
    usual: bool = True
    tags: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Throw:
    """One throw: the colour that threw, the die, and what was moved (``None``: nothing)."""

    colour: str
    die: int
    move: Move | None

    def __str__(self) -> str:
        return str(self.die) if self.move is None else self.move.token


@dataclass(frozen=True, slots=True)
class Remark:
    """A referee's event, a ``%`` line of the record; with the ``position`` that it set, if any ([D26])."""

    text: str
    position: Position | None = None
    finished: tuple[str, ...] = ()
