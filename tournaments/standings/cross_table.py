"""The cross table of a round robin: what each game between two players brought."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from games.enums import GameState
from tournaments.standings.presenters import EventPresenter
from tournaments.standings.schedule import rounds_of


@dataclass(frozen=True, slots=True)
class Meeting:
    """A game of two players as one of them sees it: its id, number, and counted pawns such as ``4–2``.

    Where a League knows no pawns of it the score is ``1–0`` or ``0–1``.
    """

    game: str
    number: int
    score: str
    won: bool


@dataclass(frozen=True, slots=True)
class CrossRow:
    """The row of a player; ``cells`` are their meetings with the players of all rows, None with themselves."""

    place: int
    player: str
    name: str
    cells: Sequence[Sequence[Meeting] | None]


def cross_table(shown: EventPresenter) -> list[CrossRow]:
    """List the rows in the order of the table; none where it is no round robin, or nothing has ended."""
    last = max((each["last"] for each in rounds_of(shown)), default=0)
    meetings: dict[tuple[str, str], list[Meeting]] = defaultdict(list)
    if shown.event.format.is_round_robin:
        for game in shown.projection["games"]:
            if game["counts"] and game["state"] == GameState.ENDED and game["number"] <= last:
                one, other = shown.seats(game)
                for own, against in ((one, other), (other, one)):
                    pawns = (own.pawns, against.pawns)
                    score = pawns if None not in pawns else (int(own.won), int(against.won))
                    found = Meeting(game["game"], game["number"], f"{score[0]}–{score[1]}", own.won)
                    meetings[own.key, against.key].append(found)
    if not meetings:
        return []
    rows = shown.projection["rows"]
    keys = [row["entrant"] for row in rows]
    return [
        CrossRow(
            row["place"],
            row["player"],
            row["name"],
            [None if key == row["entrant"] else meetings[row["entrant"], key] for key in keys],
        )
        for row in rows
    ]
