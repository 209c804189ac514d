"""How the text of an event file is laid out: small things on one line, so that people can read and compare it."""

from __future__ import annotations

import json
from typing import Any

#: The first member of every file, ``"rauswurf"``: what it is, and by which version of the format.
VERSION = "event/2"
#: In version 1 logs began with the start or the result.
READABLE = ("event/1", VERSION)
#: Whatever fits in so many characters stands on one line.
_WIDTH = 100
#: Below this depth everything stands on one line: the events of a log.
_DEEPEST = 5


def laid_out(value: Any, depth: int = 0) -> str:
    """The value as JSON text; the same value gives the same text."""
    line = json.dumps(value, ensure_ascii=False)
    if not isinstance(value, dict | list) or not value or depth >= _DEEPEST or len(line) <= _WIDTH:
        return line
    margin = " " * (depth + 1)
    if isinstance(value, list):
        inside = [laid_out(item, depth + 1) for item in value]
        opening, closing = "[", "]"
    else:
        inside = [f"{json.dumps(name)}: {laid_out(item, depth + 1)}" for name, item in value.items()]
        opening, closing = "{", "}"
    return opening + ",".join(f"\n{margin}{each}" for each in inside) + f"\n{' ' * depth}{closing}"


def in_order(value: Any) -> Any:
    """The same value with the members of its objects sorted: databases keep them in whatever order they like."""
    if isinstance(value, dict):
        return {name: in_order(value[name]) for name in sorted(value)}
    return [in_order(item) for item in value] if isinstance(value, list) else value
