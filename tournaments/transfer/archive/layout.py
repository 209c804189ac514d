"""How the text of a file is laid out and opened: small things on one line, so that people can read and compare it."""

import json
from typing import Any

from games.validation.json_value import JsonValue
from games.validation.strict_json import read_json
from rules import Text

#: The first member of every file, ``"rauswurf"``: what it is, and by which version of the format.
VERSION = "event/4"
#: Versions that are not read any more, and the commit that is the last to read them and to write those of today.
EARLIER = ("event/1", "event/2", "event/3", "season/1")
LAST_READER = "82eb0c6a"
#: What fits in this number of characters is written on one line.
_WIDTH = 100
#: Below this depth of an event everything is written on one line: the events of a log.
DEEPEST = 5


def format_archive(value: Any, depth: int = 0, deepest: int = DEEPEST) -> str:
    """The value as JSON text; the same value gives the same text. Below ``deepest`` it is written on one line."""
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


def parse_archive(text: str, readable: str) -> JsonValue:
    """Parse the JSON text of a file of the ``readable`` version; raise ``BadRequest`` for any other."""
    value = read_json(text)
    version = value.get("rauswurf") if isinstance(value, dict) else None
    if version in EARLIER:
        raise JsonValue(version, "rauswurf").refused(
            Text(
                '"{version}" is read by the program up to commit {commit} only: import the file there and export'
                ' it again; "{readable}" is needed here',
                version=version,
                commit=LAST_READER,
                readable=readable,
            ),
        )
    if version != readable:
        raise JsonValue(version, "rauswurf").refused(
            Text(
                'this is no file of a version that can be read here, "{readable}" is needed',
                readable=readable,
            )
        )
    return JsonValue(value, "")
