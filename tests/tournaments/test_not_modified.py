"""The short way to 304 gives the answer that the long way would have given, and no other request is touched."""

from typing import Any
from wsgiref.util import setup_testing_defaults

import pytest
from django.db import connection
from django.test import Client

from config.not_modified import NothingNew
from tests.tournaments.conftest import NOW
from tournaments.models import Event
from tournaments.services import change_event

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]
TABLE = "/api/v1/events/cup/standings/"


def passed_on(environ: dict[str, Any], start_response: Any) -> list[bytes]:
    """Stands for Django: says that it was asked."""
    start_response("200 OK", [])
    return [b"asked"]


def ask(path: str, known: str | None, method: str = "GET") -> tuple[str, dict[str, str], bytes]:
    environ: dict[str, Any] = {}
    setup_testing_defaults(environ)
    environ |= {"PATH_INFO": path, "REQUEST_METHOD": method}
    if known is not None:
        environ["HTTP_IF_NONE_MATCH"] = known
    told: list[Any] = []
    body = b"".join(
        NothingNew(passed_on)(environ, lambda status, headers: told.extend([status, dict(headers)]))
    )
    return told[0], told[1], body


def test_who_has_the_table_is_told_that_nothing_has_changed_like_by_django(
    cup: Event, client: Client
) -> None:
    tag = client.get(TABLE)["ETag"]
    slow = client.get(TABLE, headers={"If-None-Match": tag})
    status, headers, body = ask(TABLE, tag)
    assert (status, body) == ("304 Not Modified", b"")
    assert slow.status_code == 304
    assert headers == {name: slow[name] for name in headers}


@pytest.mark.django_db(transaction=True)
def test_a_connection_that_was_closed_is_opened_again(cup: Event, client: Client) -> None:
    tag = client.get(TABLE)["ETag"]
    assert ask(TABLE, tag)[0] == "304 Not Modified"
    connection.close()
    assert ask(TABLE, tag)[0] == "304 Not Modified"
    change_event(event_id=cup.pk, changes={"name": "Cup of Autumn"}, note="", actor="test", now=NOW)
    assert ask(TABLE, tag)[2] == b"asked"


def test_who_has_an_older_table_is_passed_on(cup: Event, client: Client) -> None:
    tag = client.get(TABLE)["ETag"]
    change_event(event_id=cup.pk, changes={"name": "Cup of Autumn"}, note="", actor="test", now=NOW)
    assert ask(TABLE, tag)[2] == b"asked"
    assert client.get(TABLE)["ETag"] != tag


@pytest.mark.parametrize(
    ("path", "known", "method"),
    [
        (TABLE, None, "GET"),
        (TABLE, '"x"', "GET"),
        (TABLE, '"1"', "POST"),
        ("/api/v1/events/other/standings/", '"1"', "GET"),
        ("/api/v1/events/cup/", '"1"', "GET"),
        ("/api/v1/events/c%20up/standings/", '"1"', "GET"),
    ],
)
def test_every_other_request_is_passed_on(cup: Event, path: str, known: str | None, method: str) -> None:
    assert ask(path, known, method)[2] == b"asked"
