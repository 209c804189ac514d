"""What a slip of a table says: who came in which order, or how the pawns stand, four short lines.

A line counts the pawns of one colour: at home, in the yard, and the fields of the others, counted from the colour's
own start field (A, 1, 2 …; a to d are the home fields, where it matters which). From the lines follows the position
(rulebook §3), and from that, with the captures that were made, everything that is counted.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from rules import RuleSet
from rules import outcome as board_outcome
from rules.board import HOME_LETTERS, PAWNS, YARD, Board
from rules.i18n import Text, quote_value
from rules.kernel.tables import compile_tables
from rules.position import read_field
from rules.rule_sets import Ends
from rules.seating import seating
from tournaments.db import refused
from tournaments.formats import EntrantSeating
from tournaments.formats.contest import Contest
from tournaments.formats.open.slips import boards_count

#: More captures in a game are not possible.
MOST_CAPTURES = 99


@dataclass(frozen=True, slots=True)
class PawnLine:
    """The pawns of one colour: numbers at home and in the yard, the others on these fields; captures made."""

    home: int = 0
    yard: int = 0
    fields: tuple[str, ...] = ()
    captures: int = 0

    def as_json(self) -> dict[str, Any]:
        """Serialise; captures stand there where some were made."""
        made = {"captures": self.captures} if self.captures else {}
        return {"home": self.home, "yard": self.yard, "fields": list(self.fields), **made}


@dataclass(frozen=True, slots=True)
class Sheet:
    """The content of a slip: the entrants from first to last, or the lines of all colours.

    ``finished`` are the colours that are home, in the order in which they came in; it is only needed where there are
    several.
    """

    order: tuple[str, ...] = ()
    lines: Mapping[str, PawnLine] = field(default_factory=dict, hash=False)
    finished: tuple[str, ...] = ()

    def as_json(self) -> dict[str, Any]:
        """Serialise: the same slip is always the same JSON."""
        lines = {colour: line.as_json() for colour, line in sorted(self.lines.items())}
        return {"order": list(self.order), "lines": lines, "finished": list(self.finished)}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Sheet:
        """Read what ``as_json`` wrote."""
        lines = {
            colour: PawnLine(line["home"], line["yard"], tuple(line["fields"]), line.get("captures", 0))
            for colour, line in data["lines"].items()
        }
        return cls(tuple(data["order"]), lines, tuple(data["finished"]))

    @property
    def captures(self) -> dict[str, int]:
        return {colour: line.captures for colour, line in self.lines.items() if line.captures}


def checked_sheet(sheet: Sheet, seats: EntrantSeating, rules: RuleSet) -> Sheet:
    """Return the slip in its one form. Raises ``BadRequest`` that names the field and what would be right."""
    if bool(sheet.order) == bool(sheet.lines):
        raise refused("order", Text("either the order of the players is needed, or a line for every colour"))
    if sheet.order:
        if sheet.finished:
            raise refused("finished", Text("only lines need the order of the colours at home"))
        return Sheet(order=_checked_order(sheet.order, seats))
    if sorted(sheet.lines) != sorted(seats.colours):
        there = ", ".join(seats.colours)
        raise refused(
            "lines", Text("a line is needed for each of {there}, and for nothing else", there=there)
        )
    layout = rules.layout()
    lines = {colour: _checked_line(layout, colour, sheet.lines[colour]) for colour in seats.colours}
    return Sheet(lines=lines, finished=_checked_finished(layout, lines, sheet.finished))


def _checked_order(order: Sequence[str], seats: EntrantSeating) -> tuple[str, ...]:
    if sorted(order) != sorted(seats.entrants):
        raise refused(
            "order",
            Text(
                "everybody at the table is needed once, from first to last: {there}",
                there=", ".join(seats.entrants),
            ),
        )
    return tuple(order)


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
    at = [read_field(layout, name) for name in line.fields]
    for name, progress in zip(line.fields, at, strict=True):
        if progress is None or progress < 0:
            raise refused(
                where,
                Text(
                    "{name} is no field; they are A, 1 to {last}, a, b, c, d",
                    name=quote_value(name),
                    last=layout.track - 1,
                ),
            )
    if len(set(at)) < len(at):
        raise refused(where, Text("two pawns cannot stand on one field"))
    known = [progress for progress in at if progress is not None]
    home = {progress - layout.track for progress in known if progress >= layout.track}
    free = [place for place in reversed(range(PAWNS)) if place not in home]
    home |= set(free[: line.home])
    on_track = [layout.field_name(progress) for progress in sorted(known) if progress < layout.track]
    fields = (*on_track, *(HOME_LETTERS[place] for place in sorted(home)))
    return PawnLine(0, line.yard, fields, line.captures)


def _at_home(line: PawnLine) -> bool:
    return sum(name in HOME_LETTERS for name in line.fields) == PAWNS


def _checked_finished(
    layout: Board, lines: Mapping[str, PawnLine], finished: Sequence[str]
) -> tuple[str, ...]:
    home = [colour for colour in layout.colours if colour in lines and _at_home(lines[colour])]
    if len(home) < 2 and not finished:
        return tuple(home)
    if sorted(finished) != sorted(home):
        there = ", ".join(home) or "–"
        raise refused(
            "finished",
            Text(
                "the colours with all pawns at home are needed in the order they came in: {there}",
                there=there,
            ),
        )
    return tuple(finished)


def position_of(sheet: Sheet, seats: EntrantSeating, rules: RuleSet) -> str:
    """Return the position of a checked slip with lines (rulebook §3), with no missed throws."""
    layout = rules.layout()
    pawns = "/".join(
        _written(sheet.lines[colour]) if colour in sheet.lines else "-" for colour in layout.colours
    )
    return f"{layout} {pawns} {_to_throw(sheet, seats, rules)}0"


def _written(line: PawnLine) -> str:
    return ",".join((*(YARD for _ in range(line.yard)), *line.fields))


def _to_throw(sheet: Sheet, seats: EntrantSeating, rules: RuleSet) -> str:
    """Return the letter of the first colour that can throw; a full stop where the game is over."""
    layout = rules.layout()
    made = compile_tables(rules, seating(rules, {seat.entrant: seat.colours for seat in seats.seats}))
    finished = tuple(layout.colours.index(colour) for colour in sheet.finished)
    if board_outcome.is_over(made, finished, neutral_home=False):
        return "."
    colour = next(each for each in layout.colours if each in sheet.lines and each not in sheet.finished)
    return layout.letters[layout.colours.index(colour)]


def check_has_boards(sheet: Sheet, contest: Contest[Any], number: int) -> None:
    """Raise ``BadRequest`` for an order of players in a game in which the boards count."""
    if sheet.order and boards_count(contest, number):
        raise refused(
            "order", Text("the boards count here: tell how the pawns stand, a line for every colour")
        )


def places_of_order(order: Sequence[str], seats: EntrantSeating, rules: RuleSet) -> dict[str, Any]:
    """Return the result that an order of players is: the places of their colours, or only the winner.

    Raises ``BadRequest`` where the rules end the game before the order is known.
    """
    colours = {seat.entrant: seat.colours for seat in seats.seats}
    if len(order) == 2:
        return {"places": [], "winner": order[0]}
    if not order_is_enough(seats, rules):
        raise refused(
            "order",
            Text(
                "by these rules the game is over before the order is known: tell how the pawns stand, "
                "a line for every colour"
            ),
        )
    return {"places": [colours[key][0] for key in order], "winner": None}


def order_is_enough(seats: EntrantSeating, rules: RuleSet) -> bool:
    """Whether a slip may tell the order alone: by these rules a table plays until it is known, or it is only of two."""
    goes_on = rules.ends in (Ends.ALL_COLOURS, Ends.ALL_PLAYERS)
    return len(seats.seats) == 2 or (goes_on and all(len(seat.colours) == 1 for seat in seats.seats))
