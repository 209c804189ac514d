"""How the text of a file is laid out and opened: small things on one line, so that people can read and compare it."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from games.validation.json_value import JsonValue
from games.validation.strict_json import read_json
from rules.i18n import Text

#: The first member of every file, ``"rauswurf"``: what it is, and by which version of the format.
VERSION = "event/4"
#: In version 1 logs began with the start or the result; in version 2 there were no throws of draws, no departures,
#: no report and no hold; in version 3 other rules were meant by ``schmidt-classic`` (``archive.legacy``).
READABLE = ("event/1", "event/2", "event/3", VERSION)
#: Whatever fits in so many characters stands on one line.
_WIDTH = 100
#: Below this depth of an event everything stands on one line: the events of a log.
DEEPEST = 5


def format_archive(value: Any, depth: int = 0, deepest: int = DEEPEST) -> str:
    """The value as JSON text; the same value gives the same text. Below ``deepest`` it stands on one line."""
    line = json.dumps(value, ensure_ascii=False)
    if not isinstance(value, dict | list) or not value or depth >= deepest or len(line) <= _WIDTH:
        return line
    margin = " " * (depth + 1)
    if isinstance(value, list):
        inside = [format_archive(item, depth + 1, deepest) for item in value]
        opening, closing = "[", "]"
    else:
        inside = [
            f"{json.dumps(name)}: {format_archive(item, depth + 1, deepest)}" for name, item in value.items()
        ]
        opening, closing = "{", "}"
    return opening + ",".join(f"\n{margin}{each}" for each in inside) + f"\n{' ' * depth}{closing}"


def in_order(value: Any) -> Any:
    """The same value with the members of its objects sorted: databases keep them in whatever order they like."""
    if isinstance(value, dict):
        return {name: in_order(value[name]) for name in sorted(value)}
    return [in_order(item) for item in value] if isinstance(value, list) else value


def parse_archive(text: str, readable: Sequence[str]) -> JsonValue:
    """The JSON text as a part to read: it says that it is of one of the ``readable`` versions, the newest last."""
    value = read_json(text)
    version = value.get("rauswurf") if isinstance(value, dict) else None
    if version not in readable:
        raise JsonValue(version, "rauswurf").refused(
            Text(
                'this is no file of a version that can be read here, "{readable}" is needed',
                readable=readable[-1],
            ),
        )
    return JsonValue(value, "")
