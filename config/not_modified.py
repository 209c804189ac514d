"""The cheapest answer of all, given before anything else is looked at: nothing has changed.

A hall full of phones asks for its table again and again and nearly always has it already. Such a
request – a table, with the ``ETag`` of its present version – is answered here with 304 from one small
query; every other goes on to Django, which would have given the same answer (``StandingsView``).
"""

import re
from collections.abc import Iterable

from django.db import Error, connection

from config.interfaces import Environ, StartResponse, Wsgi
from tournaments.standings.queries import table_version

TABLE = re.compile(r"/api/v1/events/([-a-zA-Z0-9_]+)/standings/")


def with_not_modified(application: Wsgi) -> Wsgi:
    """A WSGI application around another one: 304 where the sender has the table already."""

    def answered(environ: Environ, start_response: StartResponse) -> Iterable[bytes]:
        known = environ.get("HTTP_IF_NONE_MATCH")
        # Another query asks for another table, and a page of another site needs to know that it may read the answer.
        is_plain = environ["REQUEST_METHOD"] == "GET" and not (
            environ.get("QUERY_STRING") or environ.get("HTTP_ORIGIN")
        )
        if known and is_plain and (asked := TABLE.fullmatch(environ["PATH_INFO"])):
            tag = _present_tag(asked[1])
            if tag is not None and tag in known:
                start_response("304 Not Modified", [("ETag", tag), ("Cache-Control", "no-cache")])
                return []
        return application(environ, start_response)

    return answered


def _present_tag(slug: str) -> str | None:
    """The ETag of a table now; ``None`` where there is none or the database does not answer: let Django say so."""
    try:
        version = table_version(slug)
    except Error:
        connection.close()
        return None
    return None if version is None else f'"{version}"'
