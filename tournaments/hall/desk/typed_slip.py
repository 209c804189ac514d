"""A slip as it is typed: places by start numbers or letters, or a short line for every colour; and what it gives.

A line is ``home yard fields captures``: ``2 1 17 x3`` are two pawns at home, one in the yard, one on field 17 and three
captures; what there is none of is left out.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext, gettext_lazy as _

from games.access import translate_text
from games.errors import BadRequest
from rules import (
    COLOUR_NAMES,
    HOME_LETTERS,
    LETTERS,
    METHODS,
    PAWNS,
    POINTS_SAVED,
    Board,
    Text,
    quote_value,
    read_field,
)
from rules.adjudication import POINTS_ON_START
from tournaments.db import refused
from tournaments.formats import Contest, EntrantSeating, Result, is_round
from tournaments.formats.open.hall import HOME_YARD_CAPTURE, Line, counts_captures, score
from tournaments.formats.open.settings import BOARDS, boards_break_ties
from tournaments.services.slip import PawnLine, Slip, checked_slip
from tournaments.standings.event_state import EventState
from tournaments.standings.rounds import HallTable, round_of_number

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


#: A colour, the typed line of its pawns, the arithmetic of what they are worth, and the value.
LineValue = tuple[str, str, str, int]


@dataclass(frozen=True, slots=True)
class SlipValue:
    """A slip in its one form, and what it gives to whom; ``rule`` says where the numbers of the arithmetic are from."""

    slip: Slip
    lines: tuple[LineValue, ...]
    given: tuple[tuple[Line, TablePlayer], ...]
    rule: Any = ""


class SlipTable:
    """A table for which a slip is typed: who sits there, what can be entered, what it would give."""

    def __init__(self, event_state: EventState, table: HallTable) -> None:
        self.event_state, self.table = event_state, table
        self.rules = event_state.event.rules
        self.seating = EntrantSeating.from_leaders(table.seats)
        entries = event_state.by_key
        self.sitters = tuple(
            TablePlayer(key, entries[key].number, event_state.name(entries[key]), led)
            for key, led in table.seats.items()
        )
        #: Key → start number and name.
        self.called = {each.key: f"{each.number} {each.name}" for each in self.sitters}

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
            self.checked(Slip(order=self.seating.entrants))
        except BadRequest:
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
            colour: f"{translate_text(COLOUR_NAMES[colour]).capitalize()}, {self.called[self.seating.leader(colour)]}"
            for colour in self.colours
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

    def read(self, entered: Mapping[str, Any]) -> Slip:
        """Read a form: ``places``, or ``line-COLOUR`` and ``finished``. Raises ``BadRequest``."""
        if places := entered.get("places", "").strip():
            return Slip(order=self._read_places(places))
        lines = {
            colour: self._read_line(colour, entered.get(f"line-{colour}", "")) for colour in self.colours
        }
        return Slip(lines=lines, finished=self._read_finished(entered.get("finished", "")))

    def _read_places(self, text: str) -> tuple[str, ...]:
        """Read who came in which order: start numbers, or letters of colours, from first to last."""
        _check_length(text, "places")
        numbers = {str(each.number): each.key for each in self.sitters}
        letters = {LETTERS[colour]: self.seating.leader(colour) for colour in self.colours}
        order = []
        for name in re.findall(r"[0-9]+|[^\W\d]|[^\s,;.\-]", text):
            key = numbers.get(name.lstrip("0")) or letters.get(name.upper())
            if key is None:
                raise refused(
                    "places",
                    Text(
                        "{told} is not at this table; there are {numbers}, or the letters {letters}",
                        told=quote_value(name),
                        numbers=", ".join(numbers),
                        letters=", ".join(letters),
                    ),
                )
            order.append(key)
        if sorted(order) != sorted(self.seating.entrants):
            there = ", ".join(self.called.values())
            raise refused(
                "places",
                Text("everybody at the table is needed once, from first to last: {there}", there=there),
            )
        return tuple(order)

    def _read_line(self, colour: str, text: str) -> PawnLine:
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

    def _read_finished(self, text: str) -> tuple[str, ...]:
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

    def checked(self, slip: Slip) -> Slip:
        return checked_slip(slip, self.seating, self.rules, self._contest, self.number, timezone.now())

    def evaluate(self, slip: Slip) -> SlipValue:
        """Return what a slip gives. Raises ``BadRequest`` for one that cannot be."""
        slip = self.checked(slip)
        placed = slip.of_colours(self.seating) if slip.order else slip
        result = Result(
            number=self.number,
            rules=self.event_state.event.rules_name,
            seating=self.seating,
            places=placed.places or slip.finished,
            awarded_to=placed.winner or None,
            board=slip.position(self.seating, self.rules),
            captures=slip.captures,
        )
        given = tuple((each, self.sitter(each.entrant)) for each in score(self._contest, result))
        layout = self.rules.layout()
        lines = tuple(
            (colour, line_text(line), *arithmetic_of(layout, line, self.method))
            for colour, line in slip.lines.items()
        )
        return SlipValue(slip, lines, given, _RULES.get(self.method, "") if lines else "")

    def described(self, slip: Slip) -> Sequence[tuple[str, str]]:
        """Return a claim line by line: a place and who has it, or a colour and its pawns."""
        if slip.order:
            people = [self.called.get(str(key), str(key)) for key in slip.order]
            return [(f"{place}.", person) for place, person in enumerate(people, start=1)]
        return [(colour, line_text(line)) for colour, line in slip.lines.items()]


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
