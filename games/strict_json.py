"""JSON from outside, taken only where it means one thing to every reader and every database can keep it.

What RFC 8259 leaves open and RFC 7493 (I-JSON) forbids is refused with its place, instead of being made
something of that was not meant: a name that stands twice in an object, half a character, a number beyond all
numbers. The character NUL is refused with them, which no text of PostgreSQL can hold.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator
from typing import Any

from games.errors import Unreadable
from games.parts import Part
from rules.text import Text, shown

_HELD_BY_NO_TEXT = re.compile("[\x00\ud800-\udfff]")
#: Nothing that is meant is nested as deeply.
DEEPEST = 50


def read_json(text: str | bytes) -> Any:
    """The value that the text tells, bytes in UTF-8.

    Raises ``Unreadable`` where it tells none, ``BadRequest`` that names the place of a text that cannot be kept.
    """
    try:
        written = text if isinstance(text, str) else text.decode()
        value = json.loads(
            written,
            object_pairs_hook=_named_once,
            parse_constant=_number,
            parse_float=_number,
            parse_int=_whole,
        )
    except UnicodeDecodeError as error:
        raise no_utf8(error) from None
    except json.JSONDecodeError as error:
        line, column = error.lineno, error.colno
        raise _refused(
            f"line {line}, column {column}: this is no JSON ({error.msg})",
            f"Zeile {line}, Spalte {column}: das ist kein JSON",
        ) from None
    except RecursionError:
        raise _nested("") from None
    for part in _parts(Part(value, "")):
        _check_text(part)
    return value


def no_utf8(error: UnicodeDecodeError) -> Unreadable:
    """What is told to whoever sent bytes that are no UTF-8."""
    return _refused(f"byte {error.start + 1} is no UTF-8", f"Byte {error.start + 1} ist kein UTF-8")


def _named_once(members: list[tuple[str, Any]]) -> dict[str, Any]:
    value = dict(members)
    if len(value) < len(members):
        names = [name for name, _ in members]
        twice = next(name for name in names if names.count(name) > 1)
        raise _refused(
            f"{shown(twice)} stands more than once in an object; once is meant",
            f"{shown(twice)} steht mehrmals in einem Objekt; gemeint ist es einmal",
            field=shown(twice).strip("'"),
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


def _no_number(written: str) -> Unreadable:
    return _refused(
        f"{written:.40} is no number that can be kept", f"{written:.40} ist keine Zahl, die man behalten kann"
    )


def _parts(whole: Part, depth: int = 0) -> Iterator[Part]:
    """The value itself and everything in it, names of members included, each with its place."""
    yield whole
    if not isinstance(whole.value, dict | list):
        return
    if depth == DEEPEST:
        raise _nested(whole.place)
    if isinstance(whole.value, dict):
        for name in whole.value:
            yield Part(name, whole.place)
        inside = iter(whole.members(optional=whole.value).values())
    else:
        inside = whole.items()
    for part in inside:
        yield from _parts(part, depth + 1)


def _check_text(part: Part) -> None:
    if not isinstance(part.value, str):
        return
    if odd := _HELD_BY_NO_TEXT.search(part.value):
        code = f"U+{ord(odd[0]):04X}"
        raise part.refused(
            f"{code} is no character that a text can hold",
            f"{code} ist kein Zeichen, das in einem Text stehen kann",
        )


def _nested(place: str) -> Unreadable:
    where = f"{place:.100}: " if place else ""
    return _refused(
        f"{where}nested more than {DEEPEST} deep", f"{where}mehr als {DEEPEST}-fach ineinandergeschachtelt"
    )


def _refused(en: str, de: str, **details: str) -> Unreadable:
    return Unreadable(Text(en, de), **details)
