"""The query of an address held to the description of its operation: the parameters that it declares, and no others.

One mechanism for all views: what they declare – filters, pages, ``@extend_schema(parameters=…)`` – is described once,
and what is described is what is read. Values are checked as far as the description says what they are.
"""

from collections.abc import Callable, Mapping
from functools import cache
from threading import Lock
from typing import Any

from django.http import QueryDict
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.plumbing import ComponentRegistry

from games.api.query_params import read_choice, read_number, refuse_unknown, text
from games.validation.json_value import JsonValue
from games.validation.strict_json import check_text
from rules import Text

#: Of numbers whose description names no greatest.
_GREATEST = 10**9 - 1
#: Views of a class share what describes them: one is described at a time, here and where all of them are.
describing = Lock()


def check_query(view: Callable[..., Any], method: str, query: QueryDict) -> None:
    """Refuse what an operation does not declare, what is given twice, and values that cannot be.

    Raises ``BadRequest`` that names the parameter. A view that is not described is left alone.
    """
    declared = declared_parameters(view, "GET" if method == "HEAD" else method)
    if declared is None:
        return
    refuse_unknown(query, declared)
    for name, values in query.lists():
        if len(values) > 1:
            raise JsonValue(values, name).refused(Text("one value is needed, not {given}", given=len(values)))
        check_text(values[0], [name])
        if values[0]:
            _check_value(query, name, declared[name])


def methods_of(view: Callable[..., Any]) -> list[str]:
    """The methods that a view of the interface takes, OPTIONS among them; none of any other view."""
    cls = getattr(view, "cls", None)
    if cls is None:
        return []
    actions: Mapping[str, str] | None = getattr(view, "actions", None)
    taken = {
        name
        for name in cls.http_method_names
        if (name in actions if actions is not None else hasattr(cls, name))
    }
    heads = {"head"} if "get" in taken else set()
    return sorted(name.upper() for name in taken | heads | {"options"})


@cache
def declared_parameters(view: Callable[..., Any], method: str) -> Mapping[str, Any] | None:
    """The schemas of the parameters of a query by their names; ``None`` where the operation is not described.

    Computed once in a process for each operation, in some milliseconds.
    """
    if method not in methods_of(view):
        return None
    with describing:
        generator = SchemaGenerator()  # what holds the schemas of its views
        described: Any = generator.create_view(view, method)
        operation = described.schema.get_operation("", "", "", method, ComponentRegistry())
    if operation is None:
        return None
    parameters = operation.get("parameters", ())
    return {each["name"]: each["schema"] for each in parameters if each["in"] == "query"}


def _check_value(query: QueryDict, name: str, schema: Mapping[str, Any]) -> None:
    value = str(query[name])
    if "enum" in schema:
        read_choice(query, name, [str(each) for each in schema["enum"]], "")
    elif schema["type"] == "boolean":
        read_choice(query, name, ("true", "false"), "")
    elif schema["type"] == "integer":
        least, most = schema.get("minimum", 0), schema.get("maximum", _GREATEST)
        read_number(query, name, range(least, most + 1), least)
    elif schema.get("format") == "uuid":
        JsonValue(value, name).uuid()
    elif schema.get("format") == "date":
        JsonValue(value, name).date()
    elif schema.get("format") == "date-time":
        JsonValue(value, name).datetime()
    elif "maxLength" in schema:
        text(query, name, schema["maxLength"])
