"""The result of a game on a slip from any source: one value, one check, and what the log stores of it.

A line counts the pawns of one colour: at home, in the yard, and the fields of the others, counted from the colour's
own start field (A, 1, 2 …; a to d are the home fields, where it matters which). From the lines follows the position
(rulebook §3), and from that, with the captures that were made, everything that is counted.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from games.domain.events.fields import to_utc
from games.enums import EventKind
from rules import (
    HOME_LETTERS,
    LETTERS,
    PAWNS,
    YARD,
    Board,
    Ends,
    Game,
    PositionError,
    RuleSet,
    Text,
    outcome as board_outcome,
    quote_value,
    read_field,
)
from rules.kernel.tables import compile_tables
from rules.seating import seating
from tournaments.db import refused
from tournaments.formats import Contest, EntrantSeating
from tournaments.formats.open.hall import boards_count
from tournaments.models.validators import YEARS

#: More captures in a game are not possible.
MOST_CAPTURES = 99
#: No game takes longer than a week.
LONGEST_SECONDS = 7 * 24 * 3600
TIME_IS_UP = "time limit"
_ON_A_SLIP = "as on the slip of the table"


@dataclass(frozen=True, slots=True)
class PawnLine:
    """The pawns of one colour: numbers at home and in the yard, the others on these fields; captures made."""

    home: int = 0
    yard: int = 0
    fields: tuple[str, ...] = ()
    captures: int = 0

    def as_json(self) -> dict[str, Any]:
        """Serialise; captures are left out where none were made."""
        made = {"captures": self.captures} if self.captures else {}
        return {"home": self.home, "yard": self.yard, "fields": list(self.fields), **made}

    @property
    def is_home(self) -> bool:
        return self.home + sum(name in HOME_LETTERS for name in self.fields) == PAWNS


@dataclass(frozen=True, slots=True)
class Slip:
    """A result: the colours in finishing order, or the entry that has won; at a table of a hall also the players in
    order (keys or start numbers), or the lines of all colours.

    ``finished`` are the colours that are home by the lines, in the order in which they came in; needed where there are
    several. ``pawns`` are those at home at the end, by colour; a League counts them ([T7]). ``played_at`` is when the
    game ended.
    """

    places: tuple[str, ...] = ()
    winner: str = ""
    order: tuple[str | int, ...] = ()
    lines: Mapping[str, PawnLine] = field(default_factory=dict, hash=False)
    finished: tuple[str, ...] = ()
    pawns: Mapping[str, int] = field(default_factory=dict, hash=False)
    seconds: int | None = None
    played_at: datetime | None = None

    def as_json(self) -> dict[str, Any]:
        """Serialise what a slip of a hall has: the same slip is always the same JSON."""
        lines = {colour: line.as_json() for colour, line in sorted(self.lines.items())}
        return {"order": list(self.order), "lines": lines, "finished": list(self.finished)}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Slip:
        """Read what ``as_json`` wrote."""
        lines = {
            colour: PawnLine(line["home"], line["yard"], tuple(line["fields"]), line.get("captures", 0))
            for colour, line in data["lines"].items()
        }
        return cls(order=tuple(data["order"]), lines=lines, finished=tuple(data["finished"]))

    @property
    def captures(self) -> dict[str, int]:
        return {colour: line.captures for colour, line in self.lines.items() if line.captures}

    def of_colours(self, seats: EntrantSeating) -> Slip:
        """Return the slip with the places of the colours for its order of players; of two players only the winner."""
        colours = seats.leaders
        order = [str(key) for key in self.order]
        if len(order) == 2:
            return replace(self, order=(), winner=order[0])
        return replace(self, order=(), places=tuple(colours[key][0] for key in order))

    def position(self, seats: EntrantSeating, rules: RuleSet) -> str:
        """Return the position of a checked slip's lines (rulebook §3), with no missed throws; empty without any."""
        if not self.lines:
            return ""
        layout = rules.layout()
        seated = seating(rules, seats.leaders)
        home = tuple(layout.colours.index(colour) for colour in self.finished)
        if board_outcome.is_over(compile_tables(rules, seated), home, neutral_home=False):
            to_throw = "."
        else:
            playing = (each for each in layout.colours if each in self.lines and each not in self.finished)
            to_throw = layout.letters[layout.colours.index(next(playing))]
        pawns = "/".join(
            ",".join((*(YARD for _ in range(line.yard)), *line.fields)) if line else "-"
            for line in map(self.lines.get, layout.colours)
        )
        return f"{layout} {pawns} {to_throw}0"


# -- what the log gets -----------------------------------------------------------------------------

#: A kind of event and its payload.
KindAndPayload = tuple[EventKind, dict[str, Any]]


def slip_events(
    slip: Slip,
    seats: EntrantSeating,
    rules: RuleSet,
    contest: Contest[Any],
    players: Mapping[str, str],
    starter: str = "",
    *,
    over_throws: bool,
) -> list[KindAndPayload]:
    """Return what the log gets of a checked slip: a typed-in result, or the board of its lines and its adjudication.

    The adjudication is left out where the game is over with its board. ``players`` are the ids of those who are
    entered, by their keys.
    """
    if not slip.lines:
        if slip.order:
            slip = slip.of_colours(seats)
        if slip.winner and slip.winner not in players:
            raise refused("winner", Text("one of the entries is needed: {known}", known=", ".join(players)))
        result = {
            "places": list(slip.places),
            "winner": players[slip.winner] if slip.winner else None,
            "pawns": dict(slip.pawns),
            "seconds": slip.seconds,
            "starter": starter,
            "played_at": None if slip.played_at is None else to_utc(slip.played_at),
            "over_throws": over_throws,
        }
        return [(EventKind.RESULT, result)]
    board = {
        "position": slip.position(seats, rules),
        "finished": list(slip.finished),
        "reason": _ON_A_SLIP,
        "captures": slip.captures,
    }
    method = contest.settings.unfinished
    return [
        (EventKind.POSITION, board),
        (EventKind.ADJUDICATION, {"method": method, "throws": [], "reason": TIME_IS_UP}),
    ]


# -- the check -------------------------------------------------------------------------------------


def checked_slip(
    slip: Slip, seats: EntrantSeating, rules: RuleSet, contest: Contest[Any], number: int, now: datetime
) -> Slip:
    """Return the slip of game ``number`` in its one form. Raises ``BadRequest`` that names the field.

    Places, the winner and pawns are checked by the game itself (``games.domain.events.endings``).
    """
    if slip.played_at is not None and not (slip.played_at <= now and slip.played_at.year > YEARS[0]):
        raise refused("played_at", Text("the game is over, so it ended before now"))
    if slip.seconds is not None and not 0 < slip.seconds <= LONGEST_SECONDS:
        raise refused(
            "seconds", Text("1 to {longest_seconds} seconds are possible", longest_seconds=LONGEST_SECONDS)
        )
    if slip.order:
        return replace(slip, order=_checked_order(slip, seats, rules, contest, number))
    if not slip.lines:
        return slip
    if sorted(slip.lines) != sorted(seats.colours):
        there = ", ".join(seats.colours)
        raise refused(
            "lines", Text("a line is needed for each of {there}, and for nothing else", there=there)
        )
    layout = rules.layout()
    lines = {colour: _checked_line(layout, colour, slip.lines[colour]) for colour in seats.colours}
    slip = replace(slip, lines=lines, finished=_checked_finished(layout, lines, slip.finished))
    try:
        Game.at(slip.position(seats, rules), rules, seats.leaders, finished=slip.finished)
    except PositionError as error:
        raise refused("lines", error.message) from error
    return slip


def _checked_order(
    slip: Slip, seats: EntrantSeating, rules: RuleSet, contest: Contest[Any], number: int
) -> tuple[str | int, ...]:
    if slip.lines:
        raise refused("order", EITHER)
    if slip.finished:
        raise refused("finished", Text("only lines need the order of the colours at home"))
    if boards_count(contest, number):
        raise refused(
            "order", Text("the boards count here: tell how the pawns stand, a line for every colour")
        )
    if sorted(map(str, slip.order)) != sorted(seats.entrants):
        there = ", ".join(seats.entrants)
        raise refused(
            "order",
            Text("everybody at the table is needed once, from first to last: {there}", there=there),
        )
    if not order_is_enough(seats, rules):
        raise refused(
            "order",
            Text(
                "by these rules the game is over before the order is known: tell how the pawns stand, "
                "a line for every colour"
            ),
        )
    return slip.order


#: Why a slip that has neither, or both, is refused.
EITHER = Text("either the order of the players is needed, or a line for every colour")


def order_is_enough(seats: EntrantSeating, rules: RuleSet) -> bool:
    """Check whether a slip may have the order alone: the rules let the table play on, or only two sit there."""
    goes_on = rules.ends in (Ends.ALL_COLOURS, Ends.ALL_PLAYERS)
    return len(seats.seats) == 2 or (goes_on and all(len(seat.colours) == 1 for seat in seats.seats))


def _checked_line(layout: Board, colour: str, line: PawnLine) -> PawnLine:
    """Return the line with its home fields named, the deepest first where only their number is given."""
    where = f"lines.{colour}"
    if not 0 <= line.home <= PAWNS or not 0 <= line.yard <= PAWNS:
        raise refused(where, Text("0 to {pawns} pawns can be at home, and in the yard", pawns=PAWNS))
    if not 0 <= line.captures <= MOST_CAPTURES:
        raise refused(where, Text("0 to {most} captures are possible", most=MOST_CAPTURES))
    pawns = line.home + line.yard + len(line.fields)
    if pawns != PAWNS:
        raise refused(
            where,
            Text(
                "{home} at home, {yard} in the yard and {others} on fields make {told} pawns; {pawns} are needed",
                home=line.home,
                yard=line.yard,
                others=len(line.fields),
                told=pawns,
                pawns=PAWNS,
            ),
        )
    at = {}
    for name in line.fields:
        progress = read_field(layout, name)
        if progress is None or progress < 0:
            raise refused(
                where,
                Text(
                    "{name} is no field; they are A, 1 to {last}, a, b, c, d",
                    name=quote_value(name),
                    last=layout.track - 1,
                ),
            )
        at[progress] = layout.field_name(progress)
    if len(at) < len(line.fields):
        raise refused(where, Text("two pawns cannot stand on one field"))
    free = [place for place in reversed(range(layout.track, layout.track + PAWNS)) if place not in at]
    at |= {place: layout.field_name(place) for place in free[: line.home]}
    return PawnLine(0, line.yard, tuple(at[progress] for progress in sorted(at)), line.captures)


def _checked_finished(
    layout: Board, lines: Mapping[str, PawnLine], finished: tuple[str, ...]
) -> tuple[str, ...]:
    home = [colour for colour in layout.colours if colour in lines and lines[colour].is_home]
    if len(home) < 2 and not finished:
        return tuple(home)
    if sorted(finished) != sorted(home):
        raise refused(
            "finished",
            Text(
                "the colours with all pawns at home are needed in the order they came in: {there}",
                there=", ".join(f"{colour} ({LETTERS[colour]})" for colour in home) or "–",
            ),
        )
    return finished
