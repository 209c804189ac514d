"""A slip as it is typed: places by start numbers or letters, or a short line for every colour; and what it gives.

A line is ``home yard fields captures``: ``2 1 17 x3`` are two pawns at home, one in the yard, one on field 17 and three
captures; what there is none of is left out.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.errors import BadRequest, RecordingError
from rules.adjudication import METHODS, POINTS_ON_START, POINTS_SAVED
from rules.board import COLOUR_NAMES, HOME_LETTERS, LETTERS, PAWNS, Board
from rules.i18n import Text, quote_value
from rules.position import read_field
from tournaments.db import refused
from tournaments.formats import Contest, EntrantSeat, EntrantSeating, Result
from tournaments.formats.open.boards import BOARDS
from tournaments.formats.open.rounds import is_round
from tournaments.formats.open.settings import boards_break_ties
from tournaments.formats.open.slips import HOME_YARD_CAPTURE, counts_captures, score_of_slip
from tournaments.organiser.i18n import translate_text
from tournaments.services.hall.sheets import (
    PawnLine,
    Sheet,
    check_has_boards,
    checked_sheet,
    places_of_order,
    position_of,
)
from tournaments.standings.event_state import EventState
from tournaments.standings.hall import HallTable, round_of_number

#: What is typed for a colour, or for the places, is at most so long.
LONGEST = 60
#: Method → the text of its arithmetic, where it has numbers that were not typed.
_RULES: Mapping[str, Any] = {
    "counting-points": _("75 for a pawn at home; 10 and the number of its field for one on its way."),
    "remaining-steps": _("What four pawns walk until all are at home, less what they have walked."),
    HOME_YARD_CAPTURE: _("10 for a pawn at home, −10 for one in the yard, 1 for a capture."),
}
#: Captures among what is typed for a colour: ``x3``.
_CAPTURES = re.compile("[xX×]([0-9]{1,3})")


@dataclass(frozen=True, slots=True)
class TablePlayer:
    """A person at a table."""

    key: str
    number: int
    name: str
    colours: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class LineValue:
    """A colour, the typed line of its pawns, and what they are worth, with the arithmetic."""

    colour: str
    text: str
    arithmetic: str
    value: int


@dataclass(frozen=True, slots=True)
class PlayerPlace:
    """What a person gets: their place, shared with others or not, and the points, if they are known."""

    place: int
    is_shared: bool
    sitter: TablePlayer
    points: Any


@dataclass(frozen=True, slots=True)
class SlipValue:
    """A slip in its one form, and what it gives; ``rule`` says where the numbers of the arithmetic come from."""

    sheet: Sheet
    lines: tuple[LineValue, ...]
    given: tuple[PlayerPlace, ...]
    rule: Any = ""


class SlipTable:
    """A table for which a slip is typed: who sits there, what can be entered, what it would give."""

    def __init__(self, event_state: EventState, table: HallTable) -> None:
        self.event_state, self.table = event_state, table
        self.rules = event_state.event.rules
        self.seating = EntrantSeating(tuple(EntrantSeat(key, led) for key, led in table.seats.items()))
        entries = {entry.key: entry for entry in event_state.entries}
        self.sitters = tuple(
            TablePlayer(key, entries[key].number, event_state.name(entries[key]), led)
            for key, led in table.seats.items()
        )

    @property
    def number(self) -> int:
        return self.table.number

    @property
    def colours(self) -> tuple[str, ...]:
        return self.seating.colours

    @property
    def method(self) -> str:
        found: str = self._contest.settings.unfinished
        return found

    @property
    def takes_places(self) -> bool:
        """Whether an order of the players can be entered: not where boards count or the game ends earlier."""
        try:
            check_has_boards(Sheet(order=self.seating.entrants), self._contest, self.number)
            places_of_order(self.seating.entrants, self.seating, self.rules)
        except RecordingError:
            return False
        return True

    @property
    def deciding_board(self) -> str:
        """The board figure that separates those who are level, so that it is required from the start; empty: none."""
        settings = self._contest.settings
        if not (boards_break_ties(settings) and self.takes_places):
            return ""
        round_ = round_of_number(self.event_state, self.number)
        counts = round_ is not None and is_round(round_.subject) and not round_.stage.is_annulled
        return translate_text(BOARDS[settings.unfinished].name) if counts else ""

    @property
    def counts_captures(self) -> bool:
        return counts_captures(self._contest.settings)

    @property
    def _contest(self) -> Contest[Any]:
        return self.event_state.contest_without_results

    def sitter(self, key: str) -> TablePlayer:
        return next(each for each in self.sitters if each.key == key)

    def leader(self, colour: str) -> TablePlayer:
        return self.sitter(self.seating.leader(colour))

    @property
    def labels(self) -> dict[str, str]:
        """What its fields are called where something is refused: that of a colour by who leads it."""
        lines = {
            colour: f"{translate_text(COLOUR_NAMES[colour]).capitalize()}, {each.number} {each.name}"
            for colour in self.colours
            for each in (self.leader(colour),)
        }
        places, board = gettext("Places"), gettext("Board")
        return {
            "places": places,
            "order": places,
            "lines": board,
            "finished": gettext("Came home, in order"),
            **{f"line-{colour}": said for colour, said in lines.items()},
            **{f"lines.{colour}": said for colour, said in lines.items()},
        }

    # -- what is typed -----------------------------------------------------------------------------

    def read(self, entered: Mapping[str, str]) -> Sheet:
        """Read a form: ``places``, or ``line-COLOUR`` and ``finished``. Raises ``BadRequest``."""
        if places := entered.get("places", "").strip():
            return Sheet(order=self.read_places(places))
        lines = {colour: self.read_line(colour, entered.get(f"line-{colour}", "")) for colour in self.colours}
        return Sheet(lines=lines, finished=self.read_finished(entered.get("finished", "")))

    def read_places(self, text: str) -> tuple[str, ...]:
        """Read who came in which order: start numbers, or letters of colours, from first to last."""
        _check_length(text, "places")
        names = re.findall(r"[0-9]+|[^\W\d]|[^\s,;.\-]", text)
        order = tuple(self._meant(each) for each in names)
        if sorted(order) != sorted(self.seating.entrants):
            there = ", ".join(f"{each.number} {each.name}" for each in self.sitters)
            raise refused(
                "places",
                Text("everybody at the table is needed once, from first to last: {there}", there=there),
            )
        return order

    def _meant(self, name: str) -> str:
        for each in self.sitters:
            if name.isdecimal() and int(name) == each.number:
                return each.key
            if name.upper() in {LETTERS[colour] for colour in each.colours}:
                return each.key
        numbers = ", ".join(str(each.number) for each in self.sitters)
        letters = ", ".join(LETTERS[colour] for colour in self.colours)
        raise refused(
            "places",
            Text(
                "{told} is not at this table; there are {numbers}, or the letters {letters}",
                told=quote_value(name),
                numbers=numbers,
                letters=letters,
            ),
        )

    def read_line(self, colour: str, text: str) -> PawnLine:
        """Read how the pawns of a colour stand: the number at home, in the yard, the fields of the others, captures."""
        where = f"line-{colour}"
        _check_length(text, where)
        words = text.replace(",", " ").split()
        made = [int(found[1]) for each in words if (found := _CAPTURES.fullmatch(each))]
        words = [each for each in words if not _CAPTURES.fullmatch(each)]
        numbers = [int(each) if re.fullmatch("[0-4]", each) else None for each in words[:2]]
        if not words or None in numbers:
            raise refused(
                where, Text("needed: pawns at home, pawns in the yard, fields of the others; such as 2 1 17")
            )
        home, yard = [each or 0 for each in (*numbers, 0)][:2]
        return PawnLine(home, yard, tuple(words[2:]), sum(made))

    def read_finished(self, text: str) -> tuple[str, ...]:
        """Read in which order colours came home, as letters."""
        _check_length(text, "finished")
        known = {LETTERS[colour]: colour for colour in self.colours}
        letters = re.findall(r"[^\s,;.]", text.upper())
        for letter in letters:
            if letter not in known:
                raise refused(
                    "finished", Text("the letters of colours are needed: {letters}", letters=", ".join(known))
                )
        return tuple(known[letter] for letter in letters)

    # -- what it gives -----------------------------------------------------------------------------

    def evaluate(self, sheet: Sheet) -> SlipValue:
        """Return what a slip gives. Raises ``BadRequest`` for one that cannot be."""
        check_has_boards(sheet, self._contest, self.number)
        sheet = self._checked(sheet)
        result = Result(number=self.number, rules=self.event_state.event.rules_name, seating=self.seating)
        if sheet.order:
            placed = places_of_order(sheet.order, self.seating, self.rules)
            result = replace(result, places=tuple(placed["places"]), awarded_to=placed["winner"])
        else:
            board = position_of(sheet, self.seating, self.rules)
            result = replace(result, places=sheet.finished, board=board, captures=sheet.captures)
        given = tuple(
            PlayerPlace(each.place, each.level > 0, self.sitter(each.entrant), each.points)
            for each in score_of_slip(self._contest, result)
        )
        lines = tuple(self._line_value(colour, line) for colour, line in sheet.lines.items())
        return SlipValue(sheet, lines, given, _RULES.get(self.method, "") if lines else "")

    def _checked(self, sheet: Sheet) -> Sheet:
        """Return the slip in its one form; colours that came home are asked for by their letters, as they are typed."""
        try:
            return checked_sheet(sheet, self.seating, self.rules)
        except BadRequest as error:
            if error.details["field"] != "finished" or sheet.order:
                raise
            home = [colour for colour in self.colours if _are_home(sheet.lines[colour])]
            letters = ", ".join(LETTERS[colour] for colour in home) or "–"
            why = Text(
                "the letters of the colours at home are needed, the first first: {letters}", letters=letters
            )
            raise refused("finished", why) from error

    def _line_value(self, colour: str, line: PawnLine) -> LineValue:
        layout = self.rules.layout()
        arithmetic, value = arithmetic_of(layout, line, self.method)
        return LineValue(colour, line_text(line), arithmetic, value)


def _are_home(line: PawnLine) -> bool:
    return line.home + sum(name in HOME_LETTERS for name in line.fields) == PAWNS


def _check_length(text: str, where: str) -> None:
    if len(text) > LONGEST:
        raise refused(where, Text("at most {most} characters are possible", most=LONGEST))


def line_text(line: PawnLine) -> str:
    """Return a line as it is typed: at home, in the yard, the fields of the others, captures."""
    others = [name for name in line.fields if name not in HOME_LETTERS]
    home = line.home + len(line.fields) - len(others)
    made = [f"x{line.captures}"] if line.captures else []
    return " ".join((str(home), str(line.yard), *others, *made))


def arithmetic_of(layout: Board, line: PawnLine, method: str) -> tuple[str, int]:
    """Return what a checked line is worth, and how that is computed."""
    at = [read_field(layout, name) or 0 for name in line.fields]
    pawns = (*at, *(-1 for _ in range(line.yard)))
    value = METHODS[method].count(layout.track, pawns, line.captures)
    home = sum(each >= layout.track for each in at)
    if method == "counting-points":
        parts = [f"{home} × {POINTS_SAVED}"] if home else []
        parts += [f"({POINTS_ON_START} + {each})" for each in at if each < layout.track]
        return " + ".join(parts) or "0", value
    if method == "remaining-steps":
        return f"{sum(range(layout.track, layout.track + PAWNS))} − {sum(pawns)}", value
    if method == HOME_YARD_CAPTURE:
        return f"10 × ({home} − {line.yard}) + {line.captures}", value
    return str(home), value


def slip_lines(table: SlipTable, sheet: Mapping[str, Any]) -> Sequence[tuple[str, str]]:
    """Return a claim line by line: a place and who has it, or a colour with its leader and its pawns."""
    typed = Sheet.from_json(sheet)
    if typed.order:
        known = {each.key: each for each in table.sitters}
        return [
            (f"{place}.", f"{known[key].number} {known[key].name}" if key in known else key)
            for place, key in enumerate(typed.order, start=1)
        ]
    return [(colour, line_text(line)) for colour, line in typed.lines.items()]
