"""Writes models.py and api.py of the client from the site's description of itself: `make client`.

`python generate_client.py openapi.json` takes what `manage.py spectacular --format openapi-json` prints. Only what our
description uses is understood; anything else is an error here, not a wrong type there.
"""

from __future__ import annotations

import json
import keyword
import re
import subprocess
import sys
import textwrap
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

PACKAGE = Path(__file__).resolve().parent / "rauswurf_client"
PLAIN = {"string": "str", "integer": "int", "number": "float", "boolean": "bool", "null": "None"}
METHODS = ("get", "post", "put", "patch", "delete")
# A page of a list is one generic type.
PAGE = re.compile(r"Paginated(\w+)List")
MADE = '"""{subject}\n\nMade by `make client` from the description of the site: not changed by hand.\n"""'
MODELS_HEAD = """
from __future__ import annotations

from typing import Any, Generic, Literal, NotRequired, TypeAlias, TypedDict, TypeVar

Item = TypeVar("Item")


class Page(TypedDict, Generic[Item]):
    \"\"\"A page of a list, with the addresses of the next and the previous one.\"\"\"

    count: int
    next: NotRequired[str | None]
    previous: NotRequired[str | None]
    results: list[Item]
"""
API_HEAD = """
from __future__ import annotations

from rauswurf_client import models as m
from rauswurf_client.calls import Call, segment
"""


def main() -> int:
    """Write the two modules from the description whose file is named."""
    for name, text in generated(described(Path(sys.argv[1]).read_bytes())).items():
        (PACKAGE / name).write_text(text, encoding="utf-8")
    return 0


def described(document: bytes) -> dict[str, Any]:
    """The description that a document has."""
    found: dict[str, Any] = json.loads(document)
    return found


def generated(description: Mapping[str, Any]) -> dict[str, str]:
    """The names of the modules and what stands in them."""
    bodies = dict(unnamed_bodies(description["paths"]))
    return {
        "models.py": formatted("models.py", models({**description["components"]["schemas"], **bodies})),
        "api.py": formatted("api.py", api(description["paths"])),
    }


def formatted(name: str, lines: Iterable[str]) -> str:
    """Code in the form that ruff gives it."""
    command = [
        sys.executable,
        "-m",
        "ruff",
        "format",
        "--isolated",
        "--line-length=110",
        f"--stdin-filename={name}",
    ]
    text = "\n".join(lines)
    return subprocess.run([*command, "-"], input=text, capture_output=True, text=True, check=True).stdout


# --- what is asked for and answered ---------------------------------------------------------------------


def models(schemas: Mapping[str, Any]) -> Iterator[str]:
    """The lines of models.py: a name for every schema."""
    yield MADE.format(subject="What the site is told and what it answers.")
    yield MODELS_HEAD
    named = {name: schema for name, schema in schemas.items() if not PAGE.fullmatch(name)}
    dictionaries = {name: each for name, each in sorted(named.items()) if "properties" in each}
    for name, schema in sorted(named.items()):
        if name not in dictionaries:
            yield from comment(schema)
            yield (
                f"{name}: TypeAlias = {type_of(schema, name)!r}"
                if refers(schema)
                else (f"{name}: TypeAlias = {type_of(schema, name)}")
            )
    for name, schema in dictionaries.items():
        yield from dictionary(name, schema)


def unnamed_bodies(paths: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """Objects that are sent and have no name, by that of their operation."""
    for _, _, operation in operations(paths):
        schema = json_schema(operation.get("requestBody", {}))
        if "properties" in schema:
            doc = {"description": f"What `{operation['operationId']}` is told."}
            yield body_name(operation), {**doc, **schema}


def refers(schema: Mapping[str, Any]) -> bool:
    """Whether a schema names another one."""
    return "$ref" in json.dumps(schema)


def dictionary(name: str, schema: Mapping[str, Any]) -> Iterator[str]:
    """A class for an object; for those inside it too, which have no name of their own."""
    required = set(schema.get("required", ()))
    fields = {}
    for key, value in schema["properties"].items():
        inner = value.get("additionalProperties") or value.get("items")
        if isinstance(inner, dict) and "properties" in inner:
            yield from dictionary(inner_name(name, key), inner)
        kind = type_of(value, inner_name(name, key))
        fields[key] = kind if key in required else f"NotRequired[{kind}]"
    doc = sentence(schema) or f"`{name}` of the description."
    if all(key.isidentifier() and not keyword.iskeyword(key) for key in fields):
        yield f"\n\nclass {name}(TypedDict):"
        yield textwrap.indent(docstring(doc), "    ")
        for key, kind in fields.items():
            yield from (f"    {line}" for line in comment(schema["properties"][key]))
            yield f"    {key}: {kind}"
    else:
        yield f"\n\n{name} = TypedDict({name!r}, {{"
        yield from (f"    {key!r}: {kind!r}," for key, kind in fields.items())
        yield "})"
        yield docstring(doc)


def inner_name(name: str, key: str) -> str:
    """What an object without a name is called, by where it stands."""
    return name + "".join(part.capitalize() for part in key.split("_"))


def type_of(schema: Mapping[str, Any], name: str = "", prefix: str = "") -> str:
    """The annotation of a schema; `name` for an object that has none of its own."""
    if not schema:
        return "Any"
    if "$ref" in schema:
        referred = schema["$ref"].rpartition("/")[2]
        page = PAGE.fullmatch(referred)
        return f"{prefix}Page[{prefix}{page[1]}]" if page else f"{prefix}{referred}"
    for several in ("oneOf", "anyOf", "allOf"):
        if several in schema:
            return " | ".join(dict.fromkeys(type_of(each, name, prefix) for each in schema[several]))
    if "const" in schema:
        return f"Literal[{schema['const']!r}]"
    if "enum" in schema:
        return f"Literal[{', '.join(map(repr, schema['enum']))}]"
    if "type" not in schema:
        return "Any"
    kinds = schema["type"] if isinstance(schema["type"], list) else [schema["type"]]
    return " | ".join(plain_type(kind, schema, name, prefix) for kind in kinds)


def plain_type(kind: str, schema: Mapping[str, Any], name: str, prefix: str) -> str:
    """The annotation of one JSON type."""
    if kind == "array":
        return f"list[{type_of(schema.get('items', {}), name, prefix)}]"
    if kind == "object":
        if "properties" in schema:
            return f"{prefix}{name}"
        inner = schema.get("additionalProperties", {})
        return f"dict[str, {type_of(inner if isinstance(inner, dict) else {}, name, prefix)}]"
    return PLAIN[kind]


def sentence(schema: Mapping[str, Any]) -> str:
    """What is said of a schema, without the list of its values."""
    said: str = schema.get("description", "").partition("\n\n")[0].strip()
    return "" if said.startswith("* ") else " ".join(said.split())


def comment(schema: Mapping[str, Any]) -> list[str]:
    """The same as a comment."""
    said = sentence(schema)
    return textwrap.wrap(said, 100, initial_indent="#: ", subsequent_indent="#: ") if said else []


def docstring(text: str) -> str:
    """The same as a docstring, over as many lines as it needs."""
    text = text.replace("\\", "\\\\").replace('"""', "'''")
    text = text[0].upper() + text[1:]
    lines = textwrap.wrap(text, 100)
    return f'"""{text}"""' if len(lines) == 1 else '"""' + "\n".join(lines) + '\n"""'


# --- what can be asked ----------------------------------------------------------------------------------


def api(paths: Mapping[str, Any]) -> Iterator[str]:
    """The lines of api.py: a function for every operation, by its name."""
    yield MADE.format(subject="A call for everything that the site can be asked.")
    yield API_HEAD
    found = {each[2]["operationId"]: each for each in operations(paths)}
    for name in sorted(found):
        yield from function(*found[name])


def operations(paths: Mapping[str, Any]) -> Iterator[tuple[str, str, Mapping[str, Any]]]:
    """Every operation with its path and method."""
    for path, methods in paths.items():
        yield from ((path, method, methods[method]) for method in METHODS if method in methods)


def json_schema(message: Mapping[str, Any]) -> Mapping[str, Any]:
    """The schema of what is sent or answered as JSON."""
    schema: Mapping[str, Any] = message.get("content", {}).get("application/json", {}).get("schema", {})
    return schema


def body_name(operation: Mapping[str, Any]) -> str:
    """What a body without a name is called."""
    return "".join(part.capitalize() for part in operation["operationId"].split("_")) + "Request"


def function(path: str, method: str, operation: Mapping[str, Any]) -> Iterator[str]:
    """A function that makes the call of an operation."""
    parameters = operation.get("parameters", ())
    placed = [each for name in re.findall(r"{(\w+)}", path) for each in parameters if each["name"] == name]
    query = [each for each in parameters if each["in"] == "query"]
    headers = {each["name"] for each in parameters if each["in"] == "header"}
    told = [f"{python_name(each['name'])}: {PLAIN[each['schema']['type']]}" for each in placed]
    address = repr(re.sub(r"{(\w+)}", address_part, path))
    arguments = [repr(method.upper()), f"f{address}" if placed else address]
    answer, kind = answered(operation)
    if kind != "json":
        arguments.append(f"answer={kind!r}")
    if body := operation.get("requestBody"):
        told.append(body_argument(operation, body))
        arguments.append("body=body")
    if optional := [
        *query,
        *([{"name": "If-Match", "schema": {"type": "integer"}}] if "If-Match" in headers else []),
    ]:
        told.append("*")
        told += [
            f"{python_name(each['name'])}: {PLAIN[each['schema']['type']]} | None = None" for each in optional
        ]
    if query:
        pairs = ", ".join(f"{each['name']!r}: {python_name(each['name'])}" for each in query)
        arguments.append(f"query={{{pairs}}}")
    if "If-Match" in headers:
        arguments.append("if_match=if_match")
    if "Idempotency-Key" in headers:
        arguments.append("keyed=True")
    yield f"\n\ndef {operation['operationId']}({', '.join(told)}) -> Call[{answer}]:"
    yield textwrap.indent(docstring(operation["summary"].rstrip(".") + "."), "    ")
    yield f"    return Call({', '.join(arguments)})"


def address_part(found: re.Match[str]) -> str:
    """What stands in an address for a parameter in it."""
    return f"{{segment({python_name(found[1])})}}"


def body_argument(operation: Mapping[str, Any], body: Mapping[str, Any]) -> str:
    """The parameter for what is sent."""
    schema = json_schema(body)
    kind = type_of(schema, body_name(operation), "m.") if schema else "str | bytes"
    return f"body: {kind}" if body.get("required") else f"body: {kind} | None = None"


def answered(operation: Mapping[str, Any]) -> tuple[str, str]:
    """The type of the answer and how it is read."""
    answers = [each for status, each in operation["responses"].items() if status.startswith("2")]
    contents = [each.get("content", {}) for each in answers]
    schemas = [schema for each in answers if (schema := json_schema(each))]
    if schemas:
        kinds = dict.fromkeys(type_of(each, prefix="m.") for each in schemas)
        return " | ".join([*kinds, *(["None"] if not all(contents) else [])]), "json"
    kinds_told = {kind for content in contents for kind in content}
    if not kinds_told:
        return "None", "nothing"
    return ("str", "text") if kinds_told == {"text/plain"} else ("bytes", "bytes")


def python_name(name: str) -> str:
    """A parameter's name in Python."""
    changed = re.sub(r"\W", "_", name).lower()
    return f"{changed}_" if keyword.iskeyword(changed) else changed


if __name__ == "__main__":
    sys.exit(main())
