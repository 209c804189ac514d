"""What somebody asks for in an address, checked: few words, each with its choices, and a refusal that names it."""

import json
from collections.abc import Callable, Collection, Mapping
from functools import wraps
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.template.loader import render_to_string
from django.utils import translation
from django.utils.translation import get_language

from games.api import problems
from games.errors import BadRequest, RecordingError
from rules import RulesError, Text, languages, quote_value
from rules.i18n import spoken

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
        choices = " / ".join(known)
        raise BadRequest(
            Text(
                "{name}: there is {choices}, not {wanted}",
                name=name,
                choices=choices,
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
