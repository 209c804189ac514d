"""Halls of people, and short ways to write their rounds: who sits where, and how a table ends."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from random import Random
from typing import Any

from tests.tournaments.formats import entered
from tournaments.formats import (
    FORMATS,
    Contest,
    Departure,
    DrawMethod,
    DrawOutcome,
    Entrant,
    EntrantSeat,
    EntrantSeating,
    NextGame,
    Result,
    Verdict,
)

FORMAT = FORMATS["open"]
RULES = "schmidt-classic"
SEATS = 4


def people(number: int, teams: int = 0) -> tuple[Entrant, ...]:
    """P1, P2 … with start numbers; of as many teams in turn."""
    return tuple(
        Entrant(f"p{n}", f"P{n}", n, team=f"T{(n - 1) % teams + 1}" if teams else "")
        for n in range(1, number + 1)
    )


def hall(entrants: int | Sequence[Entrant], rules: str = RULES, **settings: Any) -> Contest[Any]:
    there = people(entrants) if isinstance(entrants, int) else tuple(entrants)
    return Contest(FORMAT.settings.read(settings), rules, there)


def drawn(contest: Contest[Any], subject: str, *tables: str, **more: Any) -> Contest[Any]:
    """The draw of these tables: ``"1 2 3 4"`` are the numbers of who sits there, ``-`` is an empty seat."""
    order: list[str] = []
    for table in tables:
        seats = ["" if seat == "-" else f"p{seat}" for seat in table.split()]
        order += [*seats, *[""] * (SEATS - len(seats))]
    made = DrawOutcome(subject, tuple(order), DrawMethod.BY_HAND, **more)
    return replace(contest, draws=(*contest.draws, made))


def ended(contest: Contest[Any], number: int, groups: str, **more: Any) -> Contest[Any]:
    """The result of a game by who came in: ``"3 1=2 4"``, level ones with ``=``; who is missing was absent."""
    game = FORMAT.dues_before(contest)(number)
    assert game is not None
    level = tuple(tuple(f"p{one}" for one in group.split("=")) for group in groups.split())
    return replace(contest, results=(*contest.results, ranked(game, level, **more)))


def ranked(game: NextGame, level: Sequence[Sequence[str]], **more: Any) -> Result:
    """The game as it was adjudicated, with these groups of equal boards."""
    there = {key for group in level for key in group}
    seats = tuple(seat for seat in game.seating.seats if seat.entrant in there)
    return Result(
        game.number,
        game.rules,
        EntrantSeating(seats),
        level=tuple(map(tuple, level)),
        is_adjudicated=True,
        **more,
    )


def played_out(game: NextGame, order: Sequence[str], **more: Any) -> Result:
    """The game played to its end: everybody comes in, in this order."""
    led = {seat.entrant: seat.colours for seat in game.seating.seats}
    return Result(
        game.number, game.rules, game.seating, tuple(colour for key in order for colour in led[key]), **more
    )


def in_any_order(game: NextGame, lots: Random) -> Result:
    """The game played to its end, by lot."""
    return played_out(game, lots.sample(game.seating.entrants, len(game.seating.entrants)))


def played_on(
    contest: Contest[Any], seed: int, play: Callable[[NextGame, Random], Result] = in_any_order
) -> tuple[Contest[Any], list[Verdict]]:
    """To the end by lot, round after round; and what was said on the way."""
    states = entered.played_on("open", contest, play, Random(seed))
    return states[-1][0], [verdict for _, verdict in states]


def seats_of(*led: tuple[str, str]) -> EntrantSeating:
    return EntrantSeating(tuple(EntrantSeat(key, (colour,)) for key, colour in led))


def left(contest: Contest[Any], *keys: str) -> Contest[Any]:
    return replace(contest, departures=tuple(Departure(key, 0) for key in keys))


def judged(contest: Contest[Any]) -> Verdict:
    return FORMAT.judge(contest)


def figures(verdict: Verdict, key: str) -> tuple[Any, ...]:
    """A column of the table, by entrant."""
    at = [column.key for column in verdict.standings.columns].index(key)
    return tuple(
        row.figures[at] for row in sorted(verdict.standings.rows, key=lambda row: int(row.entrant[1:]))
    )


def shifted(number: int, tables: int, by: int) -> list[str]:
    """A simple draw of a round: the seats of table t are those of a grid, each column moved on by its own steps."""
    grid = [
        [seat * tables + (table + seat * by) % tables + 1 for seat in range(SEATS)] for table in range(tables)
    ]
    return [" ".join(str(one) if one <= number else "-" for one in table) for table in grid]


def names(texts: Iterable[Any]) -> list[str]:
    return [text.en for text in texts]
