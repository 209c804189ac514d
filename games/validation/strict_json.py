"""JSON from outside, taken only where it means one thing to every reader and every database can store it.

What RFC 8259 leaves open and RFC 7493 (I-JSON) forbids is refused with its place, instead of being made
something of that was not meant: a name that comes twice in an object, half a character, a number beyond all
numbers. The character NUL is refused with them, which no text of PostgreSQL can hold.
"""

import json
import math
import re
from collections import Counter
from typing import Any

from games.errors import Unreadable
from games.validation.json_value import JsonValue
from rules import Text, quote_value

_HELD_BY_NO_TEXT = re.compile("[\x00\ud800-\udfff]")
#: Nothing that is meant is nested as deeply.
DEEPEST = 50


def read_json(text: str | bytes) -> Any:
    """The value of the text, bytes in UTF-8.

    Raises ``Unreadable`` where it has none, ``BadRequest`` that names the place of a text that cannot be stored.
    """
    try:
        value = _DECODER.decode(text if isinstance(text, str) else text.decode())
    except UnicodeDecodeError as error:
        raise Unreadable(Text("byte {start} is no UTF-8", start=error.start + 1)) from None
    except json.JSONDecodeError as error:
        line, column = error.lineno, error.colno
        raise Unreadable(
            Text(
                "line {line}, column {column}: this is no JSON ({error})",
                line=line,
                column=column,
                error=error.msg,
            ),
        ) from None
    except RecursionError:
        raise Unreadable(Text("nested too deeply")) from None
    _check(value, [])
    return value


def _named_once(members: list[tuple[str, Any]]) -> dict[str, Any]:
    value = dict(members)
    if len(value) < len(members):
        twice = Counter(name for name, _ in members).most_common(1)[0][0]
        raise Unreadable(
            Text("{twice} stands more than once in an object; once is meant", twice=quote_value(twice)),
            field=quote_value(twice).strip("'"),
        )
    return value


def _whole(written: str) -> int:
    if len(written) > 1000:  # Python itself reads no more than some thousands of digits
        raise _no_number(written)
    return int(written)


def _number(written: str) -> float:
    value = float(written)
    if not math.isfinite(value):
        raise _no_number(written)
    return value


#: Made once: ``json.loads`` makes one for each text.
_DECODER = json.JSONDecoder(
    object_pairs_hook=_named_once, parse_constant=_number, parse_float=_number, parse_int=_whole
)


def _no_number(written: str) -> Unreadable:
    return Unreadable(Text("{written} is no number that can be kept", written=f"{written:.40}"))


def _check(value: Any, path: list[str | int]) -> None:
    """Refuse what no text can hold, in the value and in everything in it, names of members included."""
    if isinstance(value, str):
        check_text(value, path)
        return
    if not isinstance(value, dict | list):
        return
    if len(path) == DEEPEST:
        raise Unreadable(
            Text("{place}: nested more than {deepest} deep", place=_place(path), deepest=DEEPEST),
        )
    for step, inside in value.items() if isinstance(value, dict) else enumerate(value):
        if isinstance(step, str):
            check_text(step, path)
        path.append(step)
        _check(inside, path)
        path.pop()


def check_text(text: str, path: list[str | int]) -> None:
    """Raise ``BadRequest`` that names the path of a text with a character that no text can hold."""
    if odd := _HELD_BY_NO_TEXT.search(text):
        raise JsonValue(text, _place(path)).refused(
            Text("{code} is no character that a text can hold", code=f"U+{ord(odd[0]):04X}"),
        )


def _place(path: list[str | int]) -> str:
    """Where that is, in the notation of ``JsonValue``; written only of what is refused, as names may be long."""
    steps = (f"[{step}]" if isinstance(step, int) else f".{step:.40}" for step in path)
    return "".join(steps).removeprefix(".")
