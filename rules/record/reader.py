"""Reading game records (rulebook §4, [D24]): any white space, ``{comments}`` left out, every refusal with its place."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, NoReturn, TypeVar

from rules.board import COLOUR_NAMES, LETTERS
from rules.errors import FinishingOrderError, RecordError, RulesError
from rules.i18n import Text, quote_value
from rules.move import read_token
from rules.record.writer import COLOUR_TAGS, SETS_BOARD, UNFINISHED
from rules.rule_sets import RuleSet, read_changes, rule_set

if TYPE_CHECKING:
    from rules.game import Game

Made = TypeVar("Made")

#: A longer text is no record of a game that people have played.
LONGEST_TEXT = 2_000_000
_TAG = re.compile(r'\[([A-Za-z][A-Za-z0-9_]{0,39})\s+"((?:[^"\\]|\\["\\])*)"\s*\]')
_WORD = re.compile(r"[^\s{]+")


def read_record(text: str, kind: type[Game]) -> Game:
    """The game (of class ``kind``) of the record; raises ``RecordError`` with line and column."""
    reader = RecordReader(text)
    return reader.played(reader.begun(kind))


@dataclass(frozen=True, slots=True)
class TextPosition:
    """A line and column of the text, both from 1; what is there can be refused."""

    line: int
    column: int

    def refuse(self, message: Text) -> NoReturn:
        """Raises ``RecordError`` that says so."""
        raise RecordError(message, self.line, self.column)


@dataclass(frozen=True, slots=True)
class _Word:
    """A word of the turns, or a whole referee's line, and its place."""

    text: str
    place: TextPosition
    is_remark: bool = False


class RecordReader:
    """A record as it is read: its tags, how the game begins, then its throws and referee's lines."""

    def __init__(self, text: str) -> None:
        start = TextPosition(1, 1)
        if not isinstance(text, str):
            start.refuse(Text("a text is needed"))
        if len(text) > LONGEST_TEXT:
            start.refuse(
                Text("the text is longer than {longest_text} characters", longest_text=LONGEST_TEXT),
            )
        self.tags: dict[str, str] = {}
        self._places: dict[str, TextPosition] = {}
        self._lines = text.removeprefix("\ufeff").split("\n")
        self._end_of_tags = self._read_tags()

    def place(self, tag: str) -> TextPosition:
        """The place of a tag; the beginning of the text if it is missing."""
        return self._places.get(tag, TextPosition(1, 1))

    @cached_property
    def rules(self) -> RuleSet:
        """The rules, as the tags Rules and Options tell them."""
        if "Rules" not in self.tags:
            self.place("Rules").refuse(
                Text('the tag Rules is missing, such as [Rules "schmidt"]'),
            )
        rules = _wrapped(self.place("Rules"), rule_set, self.tags["Rules"])
        if "Options" in self.tags:
            rules = _wrapped(self.place("Options"), read_changes, rules, self.tags["Options"])
        return rules

    @cached_property
    def seats(self) -> dict[str, list[str]]:
        """Player → colours, as the tags of the colours tell them."""
        seats: dict[str, list[str]] = {}
        colours = self.rules.layout().colours
        for colour in colours:
            if player := self.tags.get(colour.capitalize()):
                seats.setdefault(player, []).append(colour)
        for tag, colour in COLOUR_TAGS.items():
            if tag in self.tags and colour not in colours:
                self.place(tag).refuse(
                    Text("board {board} has no colour {colour}", board=self.rules.board, colour=colour),
                )
        return seats

    def begun(self, kind: type[Game]) -> Game:
        """The game (of class ``kind``) before the first step, as the tags tell it."""
        rules, seats, tags = self.rules, self.seats, self.tags
        if "Position" not in tags:
            if "Starter" not in tags:
                self.place("Rules").refuse(
                    Text("the tag Starter is missing: the colour that begins"),
                )
            return _wrapped(
                self.place("Starter"), kind.start, rules, seats, starter=tags["Starter"], tags=tags
            )
        finished = tags["Finished"].split() if "Finished" in tags else None
        try:
            game = kind.at(tags["Position"], rules, seats, finished=finished, tags=tags)
        except FinishingOrderError as error:
            self.place("Finished").refuse(error.message)
        except RulesError as error:
            self.place("Position").refuse(error.message)
        if tags.get("Starter", game.colour) != game.colour:
            self.place("Starter").refuse(
                Text(
                    "Starter says {Starter}, Position says {colour}",
                    Starter=tags["Starter"],
                    colour=game.colour,
                ),
            )
        return game

    def played(self, game: Game) -> Game:
        """The game that has ``begun`` after all that happened in it; the tag Result must fit."""
        turn = None
        for word in self._words():
            if word.is_remark:
                game = _remarked(game, word)
            elif len(word.text) == 1 and word.text.isalpha():
                turn = _check_turn(game, word)
            else:
                game = _thrown(game, turn, word)
        self._check_result(game)
        return game

    # -- the pieces --------------------------------------------------------------------------------

    def _read_tags(self) -> int:
        """Take the tags in; the number (from 0) of the line after them."""
        end = 0
        for number, line in enumerate(self._lines):
            line = line.rstrip()
            at = _past_space(line, 0)
            if at < len(line) and line[at] != "[":
                break
            while at < len(line):
                place = TextPosition(number + 1, at + 1)
                found = _TAG.match(line, at)
                if found is None or not found[2].isprintable():
                    place.refuse(
                        Text('a tag is needed here, such as [Rules "schmidt"]'),
                    )
                if found[1] in self.tags:
                    place.refuse(Text("the tag {tag} stands twice", tag=found[1]))
                self.tags[found[1]] = re.sub(r"\\(.)", r"\1", found[2])
                self._places[found[1]] = place
                at = _past_space(line, found.end())
            end = number + 1
        return end

    def _words(self) -> Iterator[_Word]:
        """The words after the tags, without comments; referee's lines as one word."""
        opened: TextPosition | None = None
        for number, line in enumerate(self._lines[self._end_of_tags :], start=self._end_of_tags + 1):
            at = 0
            if opened is None and line.lstrip().startswith("%"):
                yield _Word(line.strip(), TextPosition(number, line.index("%") + 1), is_remark=True)
                continue
            while at < len(line):
                if opened is not None:
                    closed = line.find("}", at)
                    if closed < 0:
                        break
                    opened, at = None, closed + 1
                elif line[at] == "{":
                    opened = TextPosition(number, at + 1)
                    at += 1
                elif line[at].isspace():
                    at += 1
                else:
                    found = _WORD.match(line, at)
                    assert found is not None
                    yield _Word(found[0], TextPosition(number, at + 1))
                    at = found.end()
        if opened is not None:
            opened.refuse(Text("this comment is not closed by }"))

    def _check_result(self, game: Game) -> None:
        """The tag Result may leave the winner open, but not contradict the game."""
        result = self.tags.get("Result", UNFINISHED)
        if result in (UNFINISHED, "?", "", game.winner):
            return
        place = self.place("Result")
        if game.winner is None:
            place.refuse(
                Text(
                    "Result says {told}, but the game is not over: write {unfinished}",
                    told=result,
                    unfinished=UNFINISHED,
                ),
            )
        place.refuse(
            Text("Result says {told}, but {winner} has won", told=result, winner=game.winner),
        )


def _wrapped(place: TextPosition, made: Callable[..., Made], *args: Any, **kwargs: Any) -> Made:
    """What ``made`` returns; what it refuses is refused with its place in the text."""
    try:
        return made(*args, **kwargs)
    except RulesError as error:
        raise RecordError(error.message, place.line, place.column) from error


def _check_turn(game: Game, word: _Word) -> str:
    """The letter of a turn, which must be that of the colour to throw."""
    due = None if game.colour is None else LETTERS[game.colour]
    if due is None:
        word.place.refuse(Text("the game is over, no turn follows"))
    if word.text != due:
        word.place.refuse(
            Text(
                "{word} stands here, but it is the turn of {colour} ({due})",
                word=quote_value(word.text),
                colour=COLOUR_NAMES[game.colour or ""],
                due=due,
            ),
        )
    return due


def _thrown(game: Game, turn: str | None, word: _Word) -> Game:
    """The game after one throw of the text."""
    if game.colour is None:
        word.place.refuse(Text("the game is over, no throw follows"))
    if turn != LETTERS[game.colour]:
        word.place.refuse(
            Text("the letter of the colour to throw is due here, {colour}", colour=LETTERS[game.colour]),
        )
    written = read_token(game.setup.board, word.text)
    if written is None:
        word.place.refuse(
            Text("{word} is no throw; one is written like 5, 6:B-A or 3:5-8xR", word=quote_value(word.text)),
        )
    return _wrapped(word.place, game.play, written.die, word.text)


def _remarked(game: Game, word: _Word) -> Game:
    """The game with a referee's line, which may set the board."""
    text, sets_board, board = word.text[1:].strip().rpartition(SETS_BOARD)
    if not sets_board:
        return _wrapped(word.place, game.remarked, board) if board else game
    position, _, finished = board.partition(" finished ")
    return _wrapped(word.place, game.ruled, text, position, finished=finished.split() if finished else None)


def _past_space(line: str, at: int) -> int:
    """The place of the next character that is no white space; without a copy of the rest of the line."""
    while at < len(line) and line[at].isspace():
        at += 1
    return at
