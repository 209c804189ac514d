"""What an address asks for, checked: few words, each with its choices, and no others than its operation declares."""

import json
from collections.abc import Callable, Collection, Mapping
from functools import cache, wraps
from threading import Lock
from typing import Any

from django.http import HttpRequest, HttpResponse, QueryDict
from django.http.response import HttpResponseBase
from django.template.loader import render_to_string
from django.utils import translation
from django.utils.translation import get_language
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.plumbing import ComponentRegistry

from games.api import problems
from games.errors import BadRequest, RecordingError
from games.validation.json_value import JsonValue
from games.validation.strict_json import check_text
from rules import RulesError, Text, languages, quote_value, spoken

THEMES = ("light", "dark")


def refuse_unknown(data: Collection[str], known: Collection[str]) -> None:
    """Raise ``BadRequest`` for the first name that is not known, as it may be misspelt; it says what there is."""
    for name in data:
        if name in known:
            continue
        field = f"{name:.40}"
        if not known:
            raise BadRequest(Text("{field}: no parameters are read here", field=field), field=field)
        raise BadRequest(
            Text(
                "{field}: there is no such parameter here; there are: {known}",
                field=field,
                known=", ".join(known),
            ),
            field=field,
        )


def read_choice(data: Mapping[str, str], name: str, known: Collection[str], default: str) -> str:
    """What ``name`` was given as, ``default`` where it was not. Raises ``BadRequest`` that names what there is."""
    wanted = data.get(name)
    if wanted is None:
        return default
    if wanted not in known:
        raise BadRequest(
            Text(
                "{name}: there is {choices}, not {wanted}",
                name=name,
                choices=" / ".join(known),
                wanted=quote_value(wanted),
            ),
            field=name,
        )
    return wanted


def read_number(data: Mapping[str, str], name: str, known: range, default: int) -> int:
    """The whole number that ``name`` was given as. Raises ``BadRequest`` that names the first and the last."""
    wanted = data.get(name)
    if wanted is None:
        return default
    # No digits but 0 to 9: int() would read those of other scripts, and very many of them for a long time.
    if not (wanted.isascii() and wanted.isdecimal() and len(wanted) < 10 and int(wanted) in known):
        raise BadRequest(
            Text(
                "{name}: a whole number from {first} to {last} is needed, not {wanted}",
                name=name,
                first=known[0],
                last=known[-1],
                wanted=quote_value(wanted),
            ),
            field=name,
        )
    return int(wanted)


def text(data: Mapping[str, str], name: str, longest: int) -> str:
    """The text that ``name`` was given as, empty where it was not. Raises ``BadRequest`` where it is longer."""
    wanted = data.get(name, "").strip()
    if len(wanted) > longest:
        raise BadRequest(
            Text(
                "{name}: at most {longest} characters are looked for, not {wanted}",
                name=name,
                longest=longest,
                wanted=len(wanted),
            ),
            field=name,
        )
    return wanted


def language(data: Mapping[str, str]) -> str:
    """The requested language, else that of the reader."""
    return read_choice(data, "language", sorted(languages()), spoken(get_language() or "en"))


def for_the_reader(request: HttpRequest, answer: HttpResponse) -> HttpResponse:
    """A refusal for the caller: programs get the problem document that it is, people a page that says the same."""
    if not request.path.startswith("/api/"):
        data = {"problem": json.loads(answer.content), "language": get_language()}
        answer.content = render_to_string("failed.html", data).encode()
        answer["Content-Type"] = "text/html; charset=utf-8"
    return answer


def in_the_readers_language(request: HttpRequest, refusal: Callable[[], HttpResponse]) -> HttpResponse:
    """A refusal for the caller, made where no middleware has set the language yet."""
    with translation.override(translation.get_language_from_request(request)):
        return for_the_reader(request, refusal())


def handle_bad_query(view: Callable[..., HttpResponseBase]) -> Callable[..., HttpResponseBase]:
    """A view that answers what cannot be meant with a problem document (docs/reference/api.md) in both languages."""

    @wraps(view)
    def answering(request: HttpRequest, **address: Any) -> HttpResponseBase:
        try:
            return view(request, **address)
        except (RecordingError, RulesError) as error:
            return problems.refusal_response(error)

    return answering


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
    return {each["name"]: each["schema"] for each in operation.get("parameters", ()) if each["in"] == "query"}


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
