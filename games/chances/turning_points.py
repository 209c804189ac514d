"""Turning points: where the chances of a game have moved most."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

#: The most that are shown, the greatest, and the least move of a chance that counts.
MOST, LEAST = 5, 0.05


@dataclass(frozen=True, slots=True)
class ChancesPoint:
    """The chances to win after a valid event, which is throw number ``throw``; player → 0 to 1."""

    number: int
    throw: int
    chances: dict[str, float]
    margin: float
    #: Whether it is a result that was ruled and not played: no throw has turned the game there.
    is_ruled: bool = False


@dataclass(frozen=True, slots=True)
class TurningPoint:
    """From ``before`` to ``after`` the chance of ``player`` has moved more than that of any other."""

    before: ChancesPoint
    after: ChancesPoint
    player: str

    @property
    def moved(self) -> float:
        """By how much, up or down."""
        return abs(self.after.chances[self.player] - self.before.chances[self.player])

    @property
    def is_one_throw(self) -> bool:
        """Whether it was a single throw; between chances that were counted there may be several."""
        return self.after.throw - self.before.throw == 1


def turning_points(course: Sequence[ChancesPoint]) -> list[TurningPoint]:
    """The greatest moves from one point of the course to the next, in the order in which they came.

    What may be nothing but the uncertainty of both figures is none; neither is a result that was ruled.
    """
    found = sorted(_turns(course), key=lambda turn: -turn.moved)[:MOST]
    return sorted(found, key=lambda turn: turn.after.number)


def _turns(course: Sequence[ChancesPoint]) -> Iterator[TurningPoint]:
    for before, after in pairwise(course):
        if after.is_ruled:
            continue
        player = max(after.chances, key=lambda each: abs(after.chances[each] - before.chances[each]))
        turn = TurningPoint(before, after, player)
        if turn.moved >= max(LEAST, before.margin + after.margin):
            yield turn


def thinned(course: Sequence[ChancesPoint], most: int, turns: Sequence[TurningPoint]) -> list[ChancesPoint]:
    """About ``most`` points of a course, evenly spread; the first, the last and both ends of every turn stay."""
    last = len(course) - 1
    chosen = {round(last * at / max(most - 1, 1)) for at in range(most)}
    marked = {point.number for turn in turns for point in (turn.before, turn.after)}
    return [point for at, point in enumerate(course) if at in chosen or point.number in marked]
