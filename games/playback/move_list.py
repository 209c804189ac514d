"""The moves of a game as a list: the throws that stand, grouped by turns, and the rulings between them."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from rules import Text


@dataclass(frozen=True, slots=True)
class ListedEvent:
    """A valid throw, or a ruling; ``colour`` and ``die`` are those of a throw, ``label`` names a ruling.

    ``move`` is what was moved as it is written (``A-3×K``), empty where nothing was.
    """

    number: int
    colour: str = ""
    die: int = 0
    move: str = ""
    label: Text | None = None


@dataclass(frozen=True, slots=True)
class Turn:
    """The throws of a colour until the next one throws, or a ruling, which is alone."""

    number: int
    colour: str
    events: Sequence[ListedEvent]

    @property
    def ruling(self) -> ListedEvent | None:
        return None if self.colour else self.events[0]


def listed_throw(number: int, colour: str, die: int, token: str | None) -> ListedEvent:
    """A throw as the list has it, from its token."""
    move = (token or "").removeprefix(str(die)).removeprefix(":").replace("x", "×").replace("-", "–")
    return ListedEvent(number, colour, die, move)


def turns(events: Iterable[ListedEvent]) -> list[Turn]:
    """Group the events of a game by turns; only those of players are counted."""
    return list(_numbered(events))


def _numbered(events: Iterable[ListedEvent]) -> Iterator[Turn]:
    number = 0
    for colour, together in groupby(events, key=lambda event: event.colour):
        if colour:
            number += 1
            yield Turn(number, colour, list(together))
        else:
            yield from (Turn(0, "", [ruling]) for ruling in together)
