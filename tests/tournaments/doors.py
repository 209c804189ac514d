"""Every door of the site: all addresses and all streams, asked in every way that could tell something."""

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from typing import Any
from wsgiref.util import setup_testing_defaults

from django.contrib.auth.models import AnonymousUser
from django.contrib.sessions.backends.db import SessionStore
from django.http import HttpRequest
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver
from django.urls.resolvers import RoutePattern

from config.not_modified import with_not_modified
from games.streams.topics import Views, opening
from tests.endurance.size import sized

_PLACE = re.compile(r"<(?:(\w+):)?(\w+)>")
#: With what stands before it, which says what it is of.
_PLACE_AFTER = re.compile(r"(?:([\w-]+)/)?<(?:(\w+):)?\w+>")
_CSRF = re.compile(rb'name="csrfmiddlewaretoken" value="\w+"')
#: What depends on the code alone, and forms that only send on.
_SILENT = ("/api/v1/schema/", "/api/v1/docs/", "/admin/logout/", "/accounts/", "/i18n/", "/metrics")
#: Beside the plain address: what narrows a list, begins a log later, or asks what a throw allows; and where it is read.
_QUERIES = {
    "?state=created": "games/",
    "?state=running": "games/",
    "?state=ended": "games/",
    "?status=drawn": "events/",
    "?status=running": "events/",
    "?status=finished": "events/",
    "?after=3": "events/",
    "?limit=1": "",
    "?die=6": "moves/",
}
#: In `make test` they are asked where they are read, else everywhere; so is what has no body, which is asked as `get`.
EVERYWHERE = bool(sized(0, 1, thorough=1))
#: ETags that a stranger could guess.
_GUESSED = [f'"{number}{language}"' for number in range(1, 30) for language in ("", "-en")]


def paths(values: Mapping[str, Sequence[object]]) -> list[str]:
    """Every address of the site; ``values`` are those of its variable parts, by converter.

    Those of ``players/uuid`` go before those of ``uuid`` in ``/players/<uuid:pk>/``.
    """
    routes = _routes(get_resolver().url_patterns)
    found = dict.fromkeys(path for route in routes for path in _filled(route, values))
    return [path for path in found if not path.startswith(_SILENT)]


def _routes(patterns: Sequence[Any], before: str = "/") -> Iterator[str]:
    for each in patterns:
        # Patterns that are expressions stand for addresses that do not exist.
        if not isinstance(each.pattern, RoutePattern) and isinstance(each, URLPattern):
            continue
        route = before + str(each.pattern)
        if isinstance(each, URLResolver):
            yield from _routes(each.url_patterns, route)
        else:
            yield route


def _filled(route: str, values: Mapping[str, Sequence[object]]) -> Iterator[str]:
    places = [(after, converter or "str") for after, converter in _PLACE_AFTER.findall(route)]
    wanted = [values.get(f"{after}/{converter}", values[converter]) for after, converter in places]
    for choice in product(*wanted):
        filled = iter(choice)
        yield _PLACE.sub(lambda _, filled=filled: str(next(filled)), route)  # type: ignore[misc]


def answers(client: Client, at: Sequence[str]) -> dict[str, Any]:
    """What whoever ``client`` is gets at these addresses."""
    found: dict[str, Any] = {}
    for path in at:
        plain = client.get(path)
        found[f"get {path}"] = _told(plain)
        for query in _queries(path) if plain.status_code == 200 else ():
            found[f"get {path}{query}"] = _told(client.get(path + query))
        found |= {f"{method} {path}": _told(getattr(client, method)(path)) for method in ("post", "delete")}
        if EVERYWHERE or plain.get("ETag"):
            found[f"head {path}"] = _told(client.head(path))
        if tag := plain.get("ETag"):
            guessed = ", ".join(each for each in _GUESSED if each != tag)
            found[f"guessed {path}"] = _told(client.get(path, headers={"if-none-match": guessed}))
    return found


def _queries(path: str) -> list[str]:
    if not path.startswith("/api/"):
        return []
    return [query for query, where in _QUERIES.items() if EVERYWHERE or path.endswith(where)]


def _told(answer: Any) -> tuple[int, str, bytes]:
    # Files that go out in pieces are closed with the last one.
    content = b"".join(answer.streaming_content) if answer.streaming else answer.content
    return answer.status_code, answer.get("ETag", ""), _CSRF.sub(b"", content)


def streams(watched: Sequence[tuple[Views, str]]) -> dict[str, Any]:
    """What streams tell somebody who is nobody in particular, from the state and from several numbers on."""
    found = {}
    stranger = HttpRequest()
    stranger.user, stranger.session = AnonymousUser(), SessionStore()
    for views, key in watched:
        topic = views.open
        assert topic is not None
        entries = [opening(topic, key, after) for after in (None, 0, 1, 3, 5)]
        found[f"{views.open.name} {key}"] = (dict(topic.numbers([key])), entries)
    return found


def short_way(slug: str) -> bool:
    """Whether the short way answers somebody who guesses ETags."""
    environ: dict[str, Any] = {}
    setup_testing_defaults(environ)
    environ |= {"PATH_INFO": f"/api/v1/events/{slug}/standings/", "HTTP_IF_NONE_MATCH": ", ".join(_GUESSED)}
    passed_on: list[str] = []

    def django(environ: Any, start_response: Any) -> list[bytes]:
        passed_on.append(environ["PATH_INFO"])
        return []

    with_not_modified(django)(environ, lambda *_: None)
    return not passed_on
