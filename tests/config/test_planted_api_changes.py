"""Whatever breaks programs is found wherever it is planted in the interface as it is, not only in a small example."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

import pytest

from config.api_promise.differences import differences
from config.api_promise.page import described

pytestmark = pytest.mark.sqlite
#: So many plants are looked at in one run; there are some thousands.
LOOKED_AT = 150
GONE = object()
NEW_MEMBER = {"type": "string"}


@dataclass(frozen=True)
class Plant:
    """A change at a place of a description: its last step gets this value, or goes."""

    steps: tuple[Any, ...]
    value: Any = GONE

    def put_into(self, description: dict[str, Any]) -> dict[str, Any]:
        """The description with it; only what leads there is copied."""
        whole = place = copy.copy(description)
        *way, last = self.steps
        for step in way:
            place[step] = place = copy.copy(place[step])
        if self.value is GONE:
            del place[last]
        else:
            place[last] = self.value
        return whole


def plants(description: dict[str, Any]) -> Iterator[Plant]:
    """Everything that breaks programs and can be planted by one change."""
    for path, methods in description["paths"].items():
        for method, operation in methods.items():
            here = ("paths", path, method)
            yield Plant(here)
            parameters = operation.get("parameters", [])
            needed = {"in": "query", "name": "planted", "required": True, "schema": NEW_MEMBER}
            yield Plant((*here, "parameters"), [*parameters, needed])
            for number in range(len(parameters)):
                yield Plant((*here, "parameters"), parameters[:number] + parameters[number + 1 :])
            for status in operation["responses"]:
                yield Plant((*here, "responses", status))
    for steps, schema, is_sent in places(description):
        yield from plants_in(steps, schema, is_sent)


def plants_in(steps: tuple[Any, ...], schema: dict[str, Any], is_sent: bool) -> Iterator[Plant]:
    """The same in one schema."""
    if "type" in schema:
        yield Plant((*steps, "type"), "array" if "object" in schema["type"] else "object")
    if "const" in schema:
        yield Plant((*steps, "const"), "planted")
    members, needed = schema.get("properties", {}), schema.get("required", [])
    for name in members:
        yield Plant((*steps, "properties", name))
        if is_sent and name not in needed:
            yield Plant((*steps, "required"), [*needed, name])
        if not is_sent and name in needed:
            yield Plant((*steps, "required"), [each for each in needed if each != name])
    if is_sent and "default" in schema:
        yield Plant((*steps, "default"), "planted")
    if is_sent and len(schema.get("enum", ())) > 1:
        yield Plant((*steps, "enum"), schema["enum"][1:])
    if is_sent and members:
        yield Plant(
            steps,
            {**schema, "properties": {**members, "planted": NEW_MEMBER}, "required": [*needed, "planted"]},
        )


def places(description: dict[str, Any]) -> Iterator[tuple[tuple[Any, ...], dict[str, Any], bool]]:
    """Every schema that is sent or answered, where it stands, each component once for each direction."""
    seen: set[tuple[str, bool]] = set()

    def inside(steps: tuple[Any, ...], schema: Any, is_sent: bool) -> Iterator[Any]:
        if "$ref" in schema:
            name = schema["$ref"].rpartition("/")[2]
            if (name, is_sent) not in seen:
                seen.add((name, is_sent))
                component = ("components", "schemas", name)
                yield from inside(component, description["components"]["schemas"][name], is_sent)
            return
        yield steps, schema, is_sent
        for way, part in parts(schema):
            yield from inside((*steps, *way), part, is_sent)

    for path, methods in description["paths"].items():
        for method, operation in methods.items():
            for way, schema, is_sent in outermost(operation):
                yield from inside(("paths", path, method, *way), schema, is_sent)


def parts(schema: dict[str, Any]) -> Iterator[tuple[tuple[Any, ...], Any]]:
    """The schemas in a schema, and the way to each."""
    yield from ((("properties", name), member) for name, member in schema.get("properties", {}).items())
    for key in ("items", "additionalProperties"):
        if isinstance(schema.get(key), dict):
            yield (key,), schema[key]
    for key in ("oneOf", "allOf"):
        yield from (((key, number), each) for number, each in enumerate(schema.get(key, ())))


def outermost(operation: dict[str, Any]) -> Iterator[tuple[tuple[Any, ...], Any, bool]]:
    """The schemas of an operation itself, the way to each, and whether it is sent."""
    for number, each in enumerate(operation.get("parameters", ())):
        yield ("parameters", number, "schema"), each["schema"], True
    messages: list[tuple[tuple[str, ...], Any, bool]] = [
        (("requestBody",), operation.get("requestBody", {}), True),
        *((("responses", status), each, False) for status, each in operation["responses"].items()),
    ]
    for way, message, is_sent in messages:
        for kind, content in message.get("content", {}).items():
            yield (*way, "content", kind, "schema"), content.get("schema", {}), is_sent


@pytest.fixture(scope="module")
def today() -> dict[str, Any]:
    return described()


def test_whatever_breaks_programs_is_found_wherever_it_is_planted(today: dict[str, Any]) -> None:
    there = list(plants(today))
    assert len(there) > 3000
    missed = [
        plant
        for plant in Random(1).sample(there, LOOKED_AT)
        if not any(each.is_breaking for each in differences(today, plant.put_into(today)))
    ]
    assert not missed, "\n".join(f"{plant.steps}: {plant.value}" for plant in missed)


def test_a_plant_changes_nothing_else(today: dict[str, Any]) -> None:
    before = copy.deepcopy(today)
    plant = next(each for each in plants(today) if "const" in each.steps)
    assert plant.put_into(today) != today == before
    assert differences(today, before) == []
