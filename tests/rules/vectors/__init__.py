"""The public vectors of the rulebook, as they were handed out; `README.md` says what each key means."""

import json
from pathlib import Path
from typing import Any

import pytest
from _pytest.mark import ParameterSet

Vector = dict[str, Any]
HERE = Path(__file__).parent


def vectors(name: str) -> list[ParameterSet]:
    """The vectors of one file (`moves`, `starts`, `refusals`), each under its own id."""
    lines = (HERE / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
    return [pytest.param(vector, id=vector["id"]) for vector in map(json.loads, lines)]


def games() -> list[ParameterSet]:
    """The complete games: the text of each, and what is told about it."""
    return [
        pytest.param(
            path.read_text(encoding="utf-8"),
            json.loads(path.with_suffix(".json").read_text(encoding="utf-8")),
            id=path.stem,
        )
        for path in sorted((HERE / "games").glob("*.txt"))
    ]


def changes(vector: Vector) -> dict[str, Any]:
    """The options changed on top of the rule set, lists as tuples."""
    return {key: hashable(value) for key, value in vector.get("options", {}).items()}


def furniture(vector: Vector) -> dict[str, Any]:
    """Where the trapdoors or wormholes of a start stand."""
    return {key: hashable(vector[key]) for key in ("trapdoors", "wormholes") if key in vector}


def hashable(value: Any) -> Any:
    return tuple(map(hashable, value)) if isinstance(value, list) else value
