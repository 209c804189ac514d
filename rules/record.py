"""Game records: the text that replays to exactly the same game (rulebook §4, [D13], [D24]).

Written canonically; read with any white space, ``{comments}`` left out. A line that starts with
``%`` is a referee's event. One that ends in ``=> POSITION`` (and, where colours are at home,
``finished COLOUR …``) set the board, as an irregular throw or a penalty does ([D26], [D27]):
``% penalty: red touched the die => 4x10 B,B,B,9/… G0 finished red``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NoReturn, TypeVar

from rules.board import COLOUR_NAMES, LETTERS
from rules.errors import OptionError, RecordError, RulesError
from rules.history import Remark
from rules.move import read_token
from rules.options import RuleSet, read_changes, rule_set
from rules.text import Text, shown

if TYPE_CHECKING:
    from rules.game import Game

Made = TypeVar("Made")

#: A longer text is no record of a game that people have played.
LONGEST_TEXT = 2_000_000
LONGEST_REMARK = 2000
#: The tags that stand first, in this order; the colours stand between Options and Starter.
LEADING_TAGS = ("Event", "Site", "Date", "Board")
_COLOUR_TAGS = {colour.capitalize(): colour for colour in COLOUR_NAMES}
_OWN_TAGS = {"Rules", "Options", *_COLOUR_TAGS, "Starter", "Result", "Position", "Finished"}
_TAG_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]{0,39}")
_TAG = re.compile(r'\[([A-Za-z][A-Za-z0-9_]{0,39})\s+"((?:[^"\\]|\\["\\])*)"\s*\]')
_WORD = re.compile(r"[^\s{]+")
_SETS_BOARD = " => "
UNFINISHED = "*"


# -- writing -------------------------------------------------------------------------------------


def write(game: Game) -> str:
    """The canonical record of ``game``."""
    lines = [f'[{name} "{_escaped(value)}"]' for name, value in _tags(game)]
    return "\n".join([*lines, "", *_turns(game)]).rstrip("\n") + "\n"


def _tags(game: Game) -> Iterator[tuple[str, str]]:
    origin = game.origin
    given = dict(origin.tags)
    for name in LEADING_TAGS:
        if name in given:
            yield name, given.pop(name)
    yield "Rules", game.rules.name
    if changes := game.rules.changes_text():
        yield "Options", changes
    for colour in game.setup.board.colours:
        if player := game.seats.player_of(colour):
            yield colour.capitalize(), player
    if origin.position.colour is not None:
        yield "Starter", origin.position.board.colours[origin.position.colour]
    yield "Result", game.winner or UNFINISHED
    if not origin.usual:
        yield "Position", str(origin.position)
    if origin.finished:
        yield "Finished", " ".join(origin.finished)
    yield from given.items()


def _turns(game: Game) -> Iterator[str]:
    line: list[str] = []
    thrower = None
    for told in game.history:
        if isinstance(told, Remark):
            if line:
                yield " ".join(line)
            line, thrower = [], None
            yield _remark_line(told)
            continue
        if told.colour != thrower:
            if line:
                yield " ".join(line)
            line, thrower = [LETTERS[told.colour]], told.colour
        line.append(str(told))
    if line:
        yield " ".join(line)


def _remark_line(remark: Remark) -> str:
    text = f"% {remark.text}"
    if remark.position is not None:
        text += f"{_SETS_BOARD}{remark.position}"
        if remark.finished:
            text += f" finished {' '.join(remark.finished)}"
    return text


def _escaped(value: str) -> str:
    return value.replace("\\", "\\\\").replace('"', '\\"')


def checked_tags(tags: Mapping[str, str] | None) -> dict[str, str]:
    """Tags that somebody hands in with a game; raises ``OptionError`` for one that no record can hold.

    The tags that the game itself writes (Rules, colours, Result …) are left out.
    """
    tags = {} if tags is None else tags
    if not isinstance(tags, Mapping) or not all(map(_is_tag, tags.items())):
        raise OptionError(
            Text(
                "tags: each needs a name of letters, digits and _ (40 at most) and a printable value",
                "tags (Kopfzeilen): nötig ist je ein Name aus Buchstaben, Ziffern und _ (höchstens 40)"
                " und ein druckbarer Wert",
            )
        )
    return {name: value for name, value in tags.items() if name not in _OWN_TAGS}


def _is_tag(tag: tuple[Any, Any]) -> bool:
    name, value = tag
    return (
        isinstance(name, str)
        and _TAG_NAME.fullmatch(name) is not None
        and isinstance(value, str)
        and value.isprintable()
    )


def checked_remark(text: str) -> str:
    """A referee's event as one line of a record; raises ``OptionError`` if it cannot stand there."""
    if (
        not isinstance(text, str)
        or not text.strip()
        or len(text) > LONGEST_REMARK
        or not text.isprintable()
        or _SETS_BOARD.strip() in text
    ):
        raise OptionError(
            Text(
                f"remark: one line of 1 to {LONGEST_REMARK} printable characters without => is needed",
                f"remark (Vermerk): nötig ist eine Zeile von 1 bis {LONGEST_REMARK} druckbaren Zeichen ohne =>",
            )
        )
    return " ".join(text.split())


# -- reading -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Place:
    """A line and column of the text, both from 1; what stands there can be refused."""

    line: int
    column: int

    def refuse(self, en: str, de: str) -> NoReturn:
        raise RecordError(Text(en, de), self.line, self.column)


@dataclass(frozen=True, slots=True)
class _Word:
    """A word of the turns, or a whole referee's line, and where it stands."""

    text: str
    place: _Place
    is_remark: bool = False


@dataclass(slots=True)
class _Header:
    """The tags with their places."""

    values: dict[str, str] = field(default_factory=dict)
    places: dict[str, _Place] = field(default_factory=dict)
    end: int = 0

    def place(self, name: str) -> _Place:
        return self.places.get(name, _Place(1, 1))


def read(text: str, kind: type[Game]) -> Game:
    """The game (of class ``kind``) that the record tells; raises ``RecordError`` with line and column."""
    start = _Place(1, 1)
    if not isinstance(text, str):
        start.refuse("a text is needed", "erwartet wird ein Text")
    if len(text) > LONGEST_TEXT:
        start.refuse(
            f"the text is longer than {LONGEST_TEXT} characters",
            f"der Text ist länger als {LONGEST_TEXT} Zeichen",
        )
    lines = text.removeprefix("\ufeff").split("\n")
    header = _read_header(lines)
    game = _begun(header, kind)
    turn = None
    for word in _words(lines, header.end):
        if word.is_remark:
            game = _remarked(game, word)
        elif len(word.text) == 1 and word.text.isalpha():
            turn = _check_turn(game, word)
        else:
            game = _thrown(game, turn, word)
    _check_result(game, header)
    return game


def _read_header(lines: list[str]) -> _Header:
    header = _Header()
    for number, line in enumerate(lines):
        at = len(line) - len(line.lstrip())
        if at < len(line) and line[at] != "[":
            break
        while at < len(line.rstrip()):
            place = _Place(number + 1, at + 1)
            found = _TAG.match(line, at)
            if found is None or not found[2].isprintable():
                place.refuse(
                    'a tag is needed here, such as [Rules "schmidt"]',
                    'hier fehlt ein Kopf wie [Rules "schmidt"]',
                )
            if found[1] in header.values:
                place.refuse(f"the tag {found[1]} stands twice", f"der Kopf {found[1]} steht doppelt")
            header.values[found[1]] = re.sub(r"\\(.)", r"\1", found[2])
            header.places[found[1]] = place
            at = found.end() + len(line[found.end() :]) - len(line[found.end() :].lstrip())
        header.end = number + 1
    return header


def _begun(header: _Header, kind: type[Game]) -> Game:
    """The game before its first throw, as the tags tell it."""
    tags = header.values
    if "Rules" not in tags:
        header.place("Rules").refuse(
            'the tag Rules is missing, such as [Rules "schmidt"]',
            'es fehlt der Kopf Rules, etwa [Rules "schmidt"]',
        )
    rules = _wrapped(header.place("Rules"), rule_set, tags["Rules"])
    if "Options" in tags:
        rules = _wrapped(header.place("Options"), read_changes, rules, tags["Options"])
    seats = _seats(header, rules)
    if "Position" not in tags:
        if "Starter" not in tags:
            header.place("Rules").refuse(
                "the tag Starter is missing: the colour that begins",
                "es fehlt der Kopf Starter: die Farbe, die beginnt",
            )
        return _wrapped(header.place("Starter"), kind.start, rules, seats, starter=tags["Starter"], tags=tags)
    finished = tags["Finished"].split() if "Finished" in tags else None
    game = _wrapped(
        header.place("Position"), kind.at, tags["Position"], rules, seats, finished=finished, tags=tags
    )
    if tags.get("Starter", game.colour) != game.colour:
        header.place("Starter").refuse(
            f"Starter says {tags['Starter']}, Position says {game.colour}",
            f"Starter nennt {tags['Starter']}, Position nennt {game.colour}",
        )
    return game


def _seats(header: _Header, rules: RuleSet) -> dict[str, list[str]]:
    seats: dict[str, list[str]] = {}
    for colour in rules.layout().colours:
        if player := header.values.get(colour.capitalize()):
            seats.setdefault(player, []).append(colour)
    for tag, colour in _COLOUR_TAGS.items():
        if tag in header.values and colour not in rules.layout().colours:
            header.place(tag).refuse(
                f"board {rules.board} has no colour {colour}",
                f"das Brett {rules.board} hat keine Farbe {colour}",
            )
    return seats


def _wrapped(place: _Place, made: Callable[..., Made], *args: Any, **kwargs: Any) -> Made:
    """What ``made`` returns; what it refuses is refused with its place in the text."""
    try:
        return made(*args, **kwargs)
    except RulesError as error:
        raise RecordError(error.message, place.line, place.column) from error


def _words(lines: list[str], first: int) -> Iterator[_Word]:
    """The words from line number ``first`` (from 0) on, without comments; referee's lines as one word."""
    opened: _Place | None = None
    for number, line in enumerate(lines[first:], start=first + 1):
        at = 0
        if opened is None and line.lstrip().startswith("%"):
            yield _Word(line.strip(), _Place(number, line.index("%") + 1), is_remark=True)
            continue
        while at < len(line):
            if opened is not None:
                closed = line.find("}", at)
                if closed < 0:
                    break
                opened, at = None, closed + 1
            elif line[at] == "{":
                opened = _Place(number, at + 1)
                at += 1
            elif line[at].isspace():
                at += 1
            else:
                found = _WORD.match(line, at)
                assert found is not None
                yield _Word(found[0], _Place(number, at + 1))
                at = found.end()
    if opened is not None:
        opened.refuse("this comment is not closed by }", "dieser Kommentar wird nicht mit } geschlossen")


def _check_turn(game: Game, word: _Word) -> str:
    """The letter of a turn, which must be that of the colour to throw."""
    due = None if game.colour is None else LETTERS[game.colour]
    if due is None:
        word.place.refuse(
            "the game is over, no turn follows", "das Spiel ist zu Ende, es folgt kein Zug mehr"
        )
    if word.text != due:
        word.place.refuse(
            f"{shown(word.text)} stands here, but it is the turn of {game.colour} ({due})",
            f"hier steht {shown(word.text)}, am Wurf ist aber {COLOUR_NAMES[game.colour or ''].de} ({due})",
        )
    return due


def _thrown(game: Game, turn: str | None, word: _Word) -> Game:
    """The game after one throw of the text."""
    if game.colour is None:
        word.place.refuse(
            "the game is over, no throw follows", "das Spiel ist zu Ende, es folgt kein Wurf mehr"
        )
    if turn != LETTERS[game.colour]:
        word.place.refuse(
            f"the letter of the colour to throw is due here, {LETTERS[game.colour]}",
            f"hier gehört der Buchstabe der Farbe am Wurf hin, {LETTERS[game.colour]}",
        )
    written = read_token(game.setup.board, word.text)
    if written is None:
        word.place.refuse(
            f"{shown(word.text)} is no throw; one is written like 5, 6:B-A or 3:5-8xR",
            f"{shown(word.text)} ist kein Wurf; Würfe schreibt man wie 5, 6:B-A oder 3:5-8xR",
        )
    return _wrapped(word.place, game.play, written.die, word.text)


def _remarked(game: Game, word: _Word) -> Game:
    """The game with a referee's line, which may set the board."""
    text, sets_board, board = word.text[1:].strip().rpartition(_SETS_BOARD)
    if not sets_board:
        return _wrapped(word.place, game.remarked, board) if board else game
    position, _, finished = board.partition(" finished ")
    order = finished.split() if finished else None
    return _wrapped(word.place, game.ruled, text, position, finished=order)


def _check_result(game: Game, header: _Header) -> None:
    """The tag Result may leave the winner open, but not contradict the game."""
    told = header.values.get("Result", UNFINISHED)
    if told in (UNFINISHED, "?", "", game.winner):
        return
    place = header.place("Result")
    if game.winner is None:
        place.refuse(
            f"Result says {told}, but the game is not over: write {UNFINISHED}",
            f"Result nennt {told}, aber das Spiel ist nicht zu Ende: richtig wäre {UNFINISHED}",
        )
    place.refuse(
        f"Result says {told}, but {game.winner} has won",
        f"Result nennt {told}, gewonnen hat aber {game.winner}",
    )
