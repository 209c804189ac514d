"""What a command works with: the site, the language, and what the terminal can show."""

from __future__ import annotations

import json
import os
import re
import shutil
import sys
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import TextIO

from rauswurf_client import Client
from rauswurf_client.cli.board import LETTERS, Pen, draw
from rauswurf_client.cli.words import Voice
from rauswurf_client.models import Game

CLEAR = "\x1b[H\x1b[2J"
#: So many lines are left free below a board, for what is asked and answered there.
PROMPTS = 3
#: Texts are told beside a board where there are so many columns for them, else below it.
LEAST_ROOM, GAP = 12, 2
_INK = re.compile(r"\x1b\[[\d;]*m")


@dataclass(frozen=True)
class Terminal:
    """Where a command speaks."""

    client: Client
    voice: Voice
    pen: Pen
    is_json: bool

    def line(self, text: str = "") -> None:
        """A line, at once."""
        tell(text, sys.stdout)

    def json(self, value: object) -> None:
        """A value as one line of JSON."""
        print(json.dumps(value, ensure_ascii=False), flush=True)

    def table(self, rows: Iterable[Sequence[str]], *, right: Iterable[int] = ()) -> None:
        """Rows under one another, the first being the head; the columns in `right` have figures."""
        lines = [list(row) for row in rows]
        widths = [max(map(width, column)) for column in zip(*lines, strict=True)]
        figures = set(right)
        for line in lines:
            cells = [
                " " * (widest - width(cell)) + cell
                if number in figures
                else cell + " " * (widest - width(cell))
                for number, (cell, widest) in enumerate(zip(line, widths, strict=True))
            ]
            self.line("  ".join(cells).rstrip())

    def board(self, game: Game, *below: str) -> None:
        """The board, who plays, whose throw it is and what else is told; alone on a screen, where it is one."""
        head = [f"{game['title'] or game['id']}  ({game['rules']})"]
        for seat in game["seats"]:
            signs = " ".join(self.pen.pawn(colour) for colour in seat["colours"])
            head.append(f"{signs}  {seat['player']['name']}")
        told = [self.turn(game), *below]
        if not sys.stdout.isatty():
            drawn = [draw(game["position"], self.pen)] if game["position"] else []
            self.line("\n".join([*head, "", *drawn, "", *told]))
            return
        size = shutil.get_terminal_size()
        drawn = draw(game["position"], self.pen, size.lines - PROMPTS).split("\n") if game["position"] else []
        print(CLEAR + "\n".join(beside(drawn, [*head, "", *told], size.columns)), flush=True)

    def turn(self, game: Game) -> str:
        """Whose throw it is, or how it ended."""
        if game["state"] == "created":
            return self.voice.say("The game has not started.")
        if game["winner"]:
            return self.voice.say("{name} wins.", name=game["winner"]["name"])
        if game["state"] != "running" or not game["colour"]:
            return self.voice.say("The game is over.")
        return self.voice.say("{name} to throw", name=self.who(game, game["colour"]))

    def who(self, game: Game, colour: str) -> str:
        """A colour with its letter and its player."""
        for seat in game["seats"]:
            if colour in seat["colours"]:
                return f"{self.pen.pawn(colour)} {seat['player']['name']}"
        return LETTERS.get(colour, colour)


def pen() -> Pen:
    """What the terminal can show: shapes where its letters allow, colours where it is one and wants them."""
    encoding = (sys.stdout.encoding or "ascii").lower()
    has_colours = sys.stdout.isatty() and "NO_COLOR" not in os.environ and os.environ.get("TERM") != "dumb"
    return Pen(has_shapes=encoding.startswith("utf"), has_colours=has_colours)


def tell(text: str, file: TextIO) -> None:
    """Print a line, at once; on a screen no word of it is broken."""
    lines = fold(text, shutil.get_terminal_size().columns) if file.isatty() else [text]
    print("\n".join(lines), file=file, flush=True)


def beside(drawn: Sequence[str], told: Sequence[str], columns: int) -> list[str]:
    """A drawing with texts to its right, each in as many lines as it needs; below it where there is no room."""
    widest = max(map(width, drawn), default=0)
    room = columns - widest - GAP
    if not drawn or room < LEAST_ROOM:
        return [*drawn, *told]
    texts = [line for text in told for line in fold(text, room)]
    return [
        (line + " " * (widest + GAP - width(line)) + text).rstrip()
        for line, text in zip_longest(drawn, texts, fillvalue="")
    ]


def fold(text: str, room: int) -> list[str]:
    """A text in lines of at most so many columns; only a word that is wider by itself makes a wider one."""
    first, *words = text.split(" ")
    lines = [first]
    for word in words:
        longer = f"{lines[-1]} {word}"
        if lines[-1].strip() and width(longer) > room:
            lines.append(word)
        else:
            lines[-1] = longer
    return lines


def width(text: str) -> int:
    """How many columns a text takes; its colours take none."""
    return sum(
        0 if unicodedata.combining(each) else 2 if unicodedata.east_asian_width(each) in "WF" else 1
        for each in _INK.sub("", text)
    )
