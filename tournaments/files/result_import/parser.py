"""Reading a result list row by row: which rows are one event, who is meant, who led which colours."""

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

from games.models.player import LONGEST_NAME, folded, is_name
from rules import PAWNS, RULE_SETS, Ends, Text, Verbatim, joined, quote_value
from tournaments.files.result_import.cells import (
    CsvRow,
    parse_colours,
    parse_day,
    parse_format,
    parse_integer,
    parse_level,
    parse_rules,
    parse_score,
    parse_seconds,
    parse_settings,
    read_sheet,
)
from tournaments.files.result_import.records import ImportProblem, TypedEvent, TypedGame, WrongError
from tournaments.formats import FORMATS, FormatError, Preset
from tournaments.formats.colour_pairs import USUAL, led_together

# -- results ---------------------------------------------------------------------------------------


def end_game(game: TypedGame, cell: str, named: Callable[[str], str]) -> TypedGame:
    """The game with its result: colours in finishing order, the winner, or players in finishing order."""
    if not cell:
        raise WrongError("result", Text("the result is needed"))
    if places := parse_colours(cell):
        return replace(game, places=places)
    order = [part for part in re.split(r"\s*[>,/]\s*", cell) if part]
    if len(order) == 1:
        winner = named(cell)
        if winner not in game.seats:
            raise WrongError(
                "result",
                Text(
                    "at the board are {at_board}, not {winner}", at_board=", ".join(game.seats), winner=winner
                ),
            )
        return replace(game, winner=winner)
    return _by_players(game, [named(part) for part in order])


def _by_players(game: TypedGame, order: list[str]) -> TypedGame:
    """Places of the colours, given by who led them: which of their colours it was is then assumed, and said."""
    led = {name: list(colours) for name, colours in game.seats.items()}
    needed = sorted(name for name, colours in game.seats.items() for _ in colours)
    if sorted(order) != needed:
        every = ", ".join(f"{name} {len(colours)}×" for name, colours in led.items())
        raise WrongError(
            "result",
            Text("in finishing order every player is needed once for each colour: {every}", every=every),
        )
    places = tuple(led[name].pop(0) for name in order)
    assumed = Text("which of a player's colours came home first is not known; the first-named one is assumed")
    return replace(game, places=places, assumed=assumed)


def with_figures(event: TypedEvent, game: TypedGame, pawns: str, minutes: str) -> TypedGame:
    """The game with its pawns and its time, where they are given; ``FormatError`` where the format needs more."""
    if minutes:
        game = replace(game, seconds=parse_seconds(minutes))
    if pawns:
        game = _scored(game, pawns)
    event.format.check_past_game(game)
    return game


def _scored(game: TypedGame, cell: str) -> TypedGame:
    """A game of two with counted pawns: 2T of the best colour, 2T+ of both (tournament-rules §1)."""
    both = RULE_SETS[game.rules].ends is Ends.FIRST_PLAYER
    most = 2 * PAWNS if both else PAWNS
    won, lost = parse_score(cell) or (0, 0)
    if len(game.seats) != 2 or won != most or lost >= most or (both and PAWNS <= lost < most - 1):
        raise WrongError(
            "pawns",
            Text("{most}-0 to {most}-{pawns} is meant, the winner first", most=most, pawns=PAWNS - 1),
        )
    winner = game.winner or next(name for name, led in game.seats.items() if game.places[-1] in led)
    pawns: dict[str, int] = {}
    for name, led in game.seats.items():
        best = game.places[-1] if game.places and game.places[-1] in led else led[0]
        left = won if name == winner else lost
        for colour in (best, *(each for each in led if each != best)):
            pawns[colour] = min(left, PAWNS)
            left -= pawns[colour]
    assumed = Text("only the counted pawns are known; the other colour's are assumed to be none")
    return replace(game, pawns=pawns, assumed=assumed if not both or lost else game.assumed)


# -- rows ------------------------------------------------------------------------------------------

#: What separates players in a cell: strokes, commas – and dashes and “v” with blanks around them.
_BETWEEN = re.compile(r"\s*[/,;|]\s*|\s+[–—-]\s+|\s+vs?\.?\s+", re.IGNORECASE)
_SEATED = re.compile(r"(.*?)\s*\(([^()]*)\)")


#: What one request imports at most, and one step of a long list: all who write wait for it.
MOST_EVENTS, MOST_GAMES = 10, 100


def is_too_much(events: Sequence[TypedEvent]) -> bool:
    """Whether these are more events or games than one request imports."""
    return len(events) > MOST_EVENTS or sum(len(event.games) for event in events) > MOST_GAMES


class ResultList:
    """A list as it is read row by row, with what is wrong in it by itself: nothing is compared with what is here.

    A cell that is left empty repeats what stood above it in the same event.
    """

    def __init__(self, data: bytes) -> None:
        sheet = read_sheet(data)
        self.data = data
        self.encoding, self.separator = sheet.encoding, sheet.separator
        self.problems = list(sheet.problems)
        self.events: list[TypedEvent] = []
        #: Every name that was typed in full, in order.
        self.names: list[str] = []
        #: What was typed for a name that had been typed in full before.
        self.short: dict[str, str] = {}
        self._seats: dict[str, tuple[str, ...]] = {}
        self._broken = ""
        for row in sheet.rows:
            self._read(row)

    @property
    def is_long(self) -> bool:
        """Whether it is imported in steps."""
        return is_too_much(self.events)

    def _read(self, row: CsvRow) -> None:
        """Take the row; its faults go into ``problems``."""
        event = None
        try:
            event = self._event(row)
            if event is not None:
                self._games(event, row)
        except (WrongError, FormatError) as error:
            if event is not None:
                event.is_whole = False
            column = error.column if isinstance(error, WrongError) else error.field
            self.problems.append(ImportProblem(row.line, column, error.message))

    # -- the event ---------------------------------------------------------------------------------

    def _event(self, row: CsvRow) -> TypedEvent | None:
        """The event to which a row belongs; None for those of an event whose first row was wrong."""
        name = " ".join(row.cells["event"].split())
        current = self.events[-1] if self.events else None
        if name and name == self._broken:
            return None
        if current and not self._broken and name in ("", current.name):
            _check_repeats(current, row)
            return current
        if not name:
            if self._broken:
                return None
            raise WrongError("event", Text("the name of the event is needed"))
        self._broken, self._seats = name, {}
        season = " ".join(row.cells["season"].split())
        if any(each.name == name and season in ("", each.season) for each in self.events):
            raise WrongError(
                "event",
                Text("{name} has stood above already; all rows of an event stand together", name=name),
            )
        event = _first_row(name, row, current)
        self._broken = ""
        self.events.append(event)
        return event

    # -- its games ---------------------------------------------------------------------------------

    def _games(self, event: TypedEvent, row: CsvRow) -> None:
        """The games of a row: one, or several that are separated by ``|`` in its cells."""
        results = [part.strip() for part in row.cells["result"].split("|")]
        pawns, minutes = (_for_each(results, row, column) for column in ("pawns", "minutes"))
        before = event.games[-1].day if event.games else event.day
        day = parse_day(row.cells["date"]) if row.cells["date"] else before
        for number, result in enumerate(results):
            rules = _rules(event, row.cells["rules"])
            seats = self._seated(event, row.cells["players"], rules)
            game = end_game(TypedGame(row.line, day, rules, seats), result, partial(self._named, event))
            event.games.append(with_figures(event, game, pawns[number], minutes[number]))
        _check_number(event, row.cells["game"])

    def _seated(self, event: TypedEvent, cell: str, rules: str) -> dict[str, tuple[str, ...]]:
        """Who led which colours: as entered, or in the order of the pairs of the rules."""
        if not cell:
            if not self._seats:
                raise WrongError("players", Text("the players are needed"))
            names, led = list(self._seats), dict(self._seats)
        else:
            names, led = [], {}
            for part in _BETWEEN.split(cell):
                seated = _SEATED.fullmatch(part)
                name = self._named(event, seated[1] if seated else part, is_new=True)
                names.append(name)
                if seated:
                    colours = parse_colours(seated[2])
                    if colours is None:
                        raise WrongError(
                            "players",
                            Text("colours are needed in brackets, not {cell}", cell=quote_value(seated[2])),
                        )
                    led[name] = colours
            if len(set(names)) < len(names):
                raise WrongError("players", Text("somebody stands twice"))
            for name in names:
                if name not in event.roster:
                    event.roster.append(name)
            self._seats = {name: led.get(name, ()) for name in names}
        led = {name: event.format.colours_in(rules, colours) for name, colours in led.items() if colours}
        free = iter(_free(_led(event, rules, names), list(led.values())))
        return {name: led.get(name) or next(free, ()) for name in names}

    def _named(self, event: TypedEvent, typed: str, is_new: bool = False) -> str:
        """The full name that is meant: itself, or the only one that contains it as a whole part."""
        column = "players" if is_new else "result"
        name = " ".join(typed.split())
        key = folded(name)
        known = self.names if is_new else event.roster
        for full in known:
            # Another spelling of a whole name is doubtful (``name_matching``), but not where it only says who has won.
            if full == name or (not is_new and folded(full) == key):
                return full
        meant = [full for full in known if key and key in folded(full).split()]
        if len(meant) == 1:
            self.short[name] = meant[0]
            return meant[0]
        if meant:
            people = joined(Text(" or "), (Verbatim(full) for full in meant))
            raise WrongError(
                column,
                Text("{name} could be {people}", name=quote_value(name), people=people),
            )
        if not is_new:
            at_board = ", ".join(event.roster)
            raise WrongError(
                column,
                Text(
                    "a colour or a player is needed, not {name}; there play {at_board}",
                    name=quote_value(name),
                    at_board=at_board,
                ),
            )
        if not key or len(name) > LONGEST_NAME or not is_name(name):
            raise WrongError(
                column,
                Text(
                    "a name of at most {longest} printable characters, a letter or a digit among them, is needed, not "
                    "{name}",
                    longest=LONGEST_NAME,
                    name=quote_value(name),
                ),
            )
        self.names.append(name)
        return name


def _first_row(name: str, row: CsvRow, above: TypedEvent | None) -> TypedEvent:
    cells = row.cells
    day, found = parse_day(cells["date"]), parse_format(cells["format"])
    format = FORMATS[found.format] if isinstance(found, Preset) else found
    rules = found.rules if isinstance(found, Preset) else format.rule_sets[0]
    if cells["rules"] and len(format.rule_sets) > 1:
        rules = parse_rules(cells["rules"], format.rule_sets)
    preset = found.settings if isinstance(found, Preset) else {}
    season = " ".join(cells["season"].split()) or (above.season if above else str(day.year))
    return TypedEvent(
        line=row.line,
        head={**cells, "season": season},
        season=season,
        name=name,
        day=day,
        format=format,
        rules=rules,
        level=parse_level(cells["level"]) if cells["level"] else 1,
        settings=parse_settings(cells["settings"], preset, format),
    )


def _check_repeats(event: TypedEvent, row: CsvRow) -> None:
    """What a later row repeats of an event is the same."""
    for column in ("season", "format", "level", "settings"):
        if row.cells[column] not in ("", event.head[column]):
            raise WrongError(
                column,
                Text("this is told in the first row of {event}, and otherwise", event=event.name),
            )


def _for_each(results: Sequence[str], row: CsvRow, column: str) -> list[str]:
    """What a cell says of each of the games of its row; nothing of any where it is empty."""
    if not row.cells[column]:
        return [""] * len(results)
    parts = [part.strip() for part in row.cells[column].split("|")]
    if len(parts) != len(results):
        raise WrongError(
            column,
            Text("{results} games are in this row, not {parts}", results=len(results), parts=len(parts)),
        )
    return parts


def _rules(event: TypedEvent, cell: str) -> str:
    """The rules of the next game: those of the event, or in formats of several disciplines its own."""
    possible = event.format.rules_to_choose(event.rules)
    text = parse_rules(cell, possible) if cell and possible else ""
    return event.format.rules_of_past_game(event.rules, [game.rules for game in event.games], text)


def _led(event: TypedEvent, rules: str, names: list[str]) -> list[tuple[str, ...]]:
    """The colours of players who are named in the order of the pairs (tournament-rules §2)."""
    board = RULE_SETS[rules].layout().colours
    paired = RULE_SETS[event.format.pairs_of_past_game(event.rules, rules)]
    in_doubt = led_together(paired, len(names) or 1, str(event.settings.get("seating", USUAL)))
    if len(names) != len(in_doubt) or not 2 <= len(names) <= len(board):
        raise WrongError(
            "players",
            Text(
                "{in_doubt} players are at the board, not {names}", in_doubt=len(in_doubt), names=len(names)
            ),
        )
    return [event.format.colours_in(rules, led) for led in in_doubt]


def _free(pairs: list[tuple[str, ...]], led: Sequence[tuple[str, ...]]) -> list[tuple[str, ...]]:
    """The pairs that are left for those whose colours are not given."""
    taken = {colour for colours in led for colour in colours}
    return [pair for pair in pairs if not taken & set(pair)]


def _check_number(event: TypedEvent, cell: str) -> None:
    """The number of the (last) game of a row, where it is given and no schedule numbers the games."""
    first = event.format.first_number
    if not cell or first is None or not event.is_whole:
        return
    due = first + len(event.games) - 1
    number = parse_integer("game", cell)
    if number != due:
        raise WrongError(
            "game",
            Text(
                "this is Game {due} of {event}, not {number}: is a row missing, or one too many?",
                due=due,
                event=event.name,
                number=number,
            ),
        )
