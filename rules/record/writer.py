"""Game records: the text that replays to exactly the same game (rulebook §4, [D13], [D24]).

Written here, canonically; ``rules.record.reader`` reads them. A line that starts with ``%`` is a referee's
event. One that ends in ``=> POSITION`` (and, where colours are at home, ``finished COLOUR …``) set the
board, as an irregular throw or a penalty does ([D26], [D27]):
``% penalty: red touched the die => 4x10 B,B,B,9/… G0 finished red``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from rules.board import COLOUR_NAMES, LETTERS
from rules.errors import OptionError
from rules.history import Remark
from rules.i18n import Text

if TYPE_CHECKING:
    from rules.game import Game

LONGEST_REMARK = 2000
#: The tags that stand first, in this order; the colours stand between Options and Starter.
LEADING_TAGS = ("Event", "Site", "Date", "Board")
COLOUR_TAGS = {colour.capitalize(): colour for colour in COLOUR_NAMES}
_OWN_TAGS = {"Rules", "Options", *COLOUR_TAGS, "Starter", "Result", "Position", "Finished"}
_TAG_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]{0,39}")
SETS_BOARD = " => "
UNFINISHED = "*"


def write_record(game: Game) -> str:
    """The canonical record of ``game``."""
    lines = [_tag_of(name, value) for name, value in _tags(game)]
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
    for step in game.history:
        if isinstance(step, Remark):
            if line:
                yield " ".join(line)
            line, thrower = [], None
            yield _line_of(step)
            continue
        if step.colour != thrower:
            if line:
                yield " ".join(line)
            line, thrower = [LETTERS[step.colour]], step.colour
        line.append(str(step))
    if line:
        yield " ".join(line)


def _line_of(remark: Remark) -> str:
    """The line of a referee's event."""
    text = f"% {remark.text}"
    if remark.position is not None:
        text += f"{SETS_BOARD}{remark.position}"
        if remark.finished:
            text += f" finished {' '.join(remark.finished)}"
    return text


def _tag_of(name: str, value: str) -> str:
    escaped = value.replace("\\", "\\\\").replace('"', '\\"')
    return f'[{name} "{escaped}"]'


# -- what a record can hold ------------------------------------------------------------------------


def checked_tags(tags: Mapping[str, str] | None) -> dict[str, str]:
    """Tags that somebody hands in with a game; raises ``OptionError`` for one that no record can hold.

    The tags that the game itself writes (Rules, colours, Result …) are left out.
    """
    tags = {} if tags is None else tags
    if not isinstance(tags, Mapping) or not all(map(_is_tag, tags.items())):
        raise OptionError(
            Text("tags: each needs a name of letters, digits and _ (40 at most) and a printable value")
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
        or SETS_BOARD.strip() in text
    ):
        raise OptionError(
            Text(
                "remark: one line of 1 to {longest_remark} printable characters without => is needed",
                longest_remark=LONGEST_REMARK,
            )
        )
    return " ".join(text.split())
