"""The moves of a game as a list: the throws that stand, grouped by turns, with what is worth a jump marked."""

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import groupby

from rules import Text


class Mark(Enum):
    """What is worth a jump: its sign is its value."""

    CAPTURE = "×"
    HOME = "⌂"
    TURNING_POINT = "◆"
    RULING = "§"


#: A pawn goes from the track, or its yard, to a field of its home (rulebook §4).
_GOES_HOME = re.compile(r":[A-Z]?(?:[AB]|\d+)-[a-z]")


@dataclass(frozen=True, slots=True)
class ListedEvent:
    """A valid throw, or a ruling; ``colour`` and ``die`` are those of a throw, ``label`` names a ruling.

    ``move`` is what was moved as it is written (``A-3×K``), empty where nothing was.
    """

    number: int
    marks: frozenset[Mark]
    colour: str = ""
    die: int = 0
    move: str = ""
    label: Text | None = None

    @property
    def signs(self) -> str:
        """Its marks as they are shown; a capture is part of the move, and so is a ruling of its row."""
        return "".join(mark.value for mark in (Mark.HOME, Mark.TURNING_POINT) if mark in self.marks)

    @property
    def kinds(self) -> str:
        """Its marks for the page's script: their names, a blank between."""
        return " ".join(mark.name.lower() for mark in Mark if mark in self.marks)


@dataclass(frozen=True, slots=True)
class Turn:
    """The throws of a colour until the next one throws, or a ruling, which is alone."""

    number: int
    colour: str
    events: Sequence[ListedEvent]

    @property
    def ruling(self) -> ListedEvent | None:
        return None if self.colour else self.events[0]


def listed_throw(number: int, colour: str, die: int, token: str | None, turned: bool) -> ListedEvent:
    """A throw as the list has it, from its token; ``turned`` says whether the chances turned with it."""
    marks = {Mark.TURNING_POINT} if turned else set()
    notation = token or ""
    if "x" in notation:
        marks.add(Mark.CAPTURE)
    if _GOES_HOME.search(notation):
        marks.add(Mark.HOME)
    move = notation.removeprefix(str(die)).removeprefix(":").replace("x", "×").replace("-", "–")
    return ListedEvent(number, frozenset(marks), colour, die, move)


def listed_ruling(number: int, label: Text) -> ListedEvent:
    return ListedEvent(number, frozenset({Mark.RULING}), label=label)


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


def around(listed: Sequence[Turn], number: int, most: int) -> Sequence[Turn]:
    """About ``most`` turns, with the turn of event ``number`` in their middle."""
    at = next((at for at, turn in enumerate(listed) if turn.events[-1].number >= number), len(listed))
    first = max(0, min(at - most // 2, len(listed) - most))
    return listed[first : first + most]


def next_with(events: Collection[ListedEvent], mark: Mark, number: int) -> int | None:
    """The number of the next event so marked after event ``number``; after the last one the first comes again."""
    marked = [event.number for event in events if mark in event.marks]
    return next((each for each in marked if each > number), marked[0] if marked else None)
