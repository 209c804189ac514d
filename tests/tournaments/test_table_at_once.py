"""A stranger's request for a table goes a short way, and is answered as it would be on the long one."""

from collections.abc import Mapping
from typing import Any
from wsgiref.util import setup_testing_defaults

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from rest_framework.views import APIView

from config.not_modified import with_not_modified
from games.access import rate_limit
from tests.tournaments.conftest import NOW
from tournaments.models import Event
from tournaments.services import change_event

pytestmark = pytest.mark.django_db
TABLE = "/api/v1/events/cup/standings/"
#: What makes a request go the long way, without another answer.
LONG = {"Accept": "application/json, */*"}


@pytest.fixture(autouse=True)
def own_minute(monkeypatch: pytest.MonkeyPatch, settings: Any) -> None:
    """Nobody else's requests count, and no minute ends."""
    monkeypatch.setattr(
        "tournaments.api.standings.READING", reading := rate_limit.RateLimit("reading", lambda: 61.0)
    )
    monkeypatch.setattr("games.api.throttling.READING", reading)
    settings.READS_PER_MINUTE = 5


@pytest.fixture
def framework(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The requests that go the long way."""
    seen: list[str] = []
    usual = APIView.dispatch

    def dispatch(self: APIView, request: object, *args: object, **kwargs: object) -> object:
        seen.append("asked")
        return usual(self, request, *args, **kwargs)  # type: ignore[arg-type]

    monkeypatch.setattr(APIView, "dispatch", dispatch)
    return seen


def ask(client: Client, headers: Mapping[str, str] | None = None) -> tuple[int, dict[str, str], bytes]:
    answer = client.get(TABLE, headers=dict(headers or {}))
    headers = dict(answer.headers)
    headers["Vary"] = ", ".join(sorted(headers.get("Vary", "").split(", ")))
    return answer.status_code, headers, answer.content


def test_both_ways_give_the_same_answer_and_count_as_one(
    cup: Event, client: Client, framework: list[str]
) -> None:
    with CaptureQueriesContext(connection) as statements:
        short = ask(client)
    assert (len(statements), framework) == (1, [])
    long = ask(client, LONG)
    assert framework == ["asked"]
    assert short[1].pop("RateLimit") == '"reading";r=4;t=59'
    assert long[1].pop("RateLimit") == '"reading";r=3;t=59'
    assert short == long
    tag = {"If-None-Match": short[1]["ETag"]}
    known, known_long = ask(client, tag), ask(client, tag | LONG)
    assert known[0] == known_long[0] == 304
    assert known[1].pop("RateLimit") != known_long[1].pop("RateLimit")
    assert known == known_long


def test_whoever_has_spent_the_minute_is_refused_without_a_question(
    cup: Event, client: Client, framework: list[str]
) -> None:
    assert [ask(client)[0] for _ in range(5)] == [200] * 5
    assert framework == []
    with CaptureQueriesContext(connection) as statements:
        status, headers, _ = ask(client)
    assert (status, headers["RateLimit"], len(statements)) == (429, '"reading";r=0;t=59', 0)


@pytest.mark.parametrize(
    "headers",
    [{"Authorization": "Bearer rauswurf_x"}, {"Accept": "text/html"}, {"Cookie": "sessionid=x"}],
)
def test_whoever_tells_more_goes_the_long_way(
    cup: Event, client: Client, framework: list[str], headers: dict[str, str]
) -> None:
    ask(client, headers)
    assert framework == ["asked"]


def test_what_is_not_public_or_not_there_goes_the_long_way(
    cup: Event, client: Client, framework: list[str]
) -> None:
    assert client.get("/api/v1/events/other/standings/").status_code == 404
    assert client.get(TABLE, {"at": "1"}).status_code == 200
    change_event(event_id=cup.pk, changes={"is_public": False}, note="", actor="test", now=NOW)
    assert ask(client)[0] == 404
    assert framework == ["asked"] * 3


# -- the short way to 304 ---------------------------------------------------------------------------


def passed_on(environ: dict[str, Any], start_response: Any) -> list[bytes]:
    """Stands for Django: says that it was asked."""
    start_response("200 OK", [])
    return [b"asked"]


def ask_ahead(path: str, known: str | None, method: str = "GET") -> tuple[str, dict[str, str], bytes]:
    environ: dict[str, Any] = {}
    setup_testing_defaults(environ)
    environ |= {"PATH_INFO": path, "REQUEST_METHOD": method}
    if known is not None:
        environ["HTTP_IF_NONE_MATCH"] = known
    told: list[Any] = []
    body = b"".join(
        with_not_modified(passed_on)(environ, lambda status, headers: told.extend([status, dict(headers)]))
    )
    return told[0], told[1], body


@pytest.mark.both_databases
def test_who_has_the_table_is_told_that_nothing_has_changed_like_by_django(
    cup: Event, client: Client
) -> None:
    tag = client.get(TABLE)["ETag"]
    slow = client.get(TABLE, headers={"If-None-Match": tag})
    status, headers, body = ask_ahead(TABLE, tag)
    assert (status, body) == ("304 Not Modified", b"")
    assert slow.status_code == 304
    assert headers == {name: slow[name] for name in headers}


@pytest.mark.django_db(transaction=True)
@pytest.mark.both_databases
def test_a_connection_that_was_closed_is_opened_again(cup: Event, client: Client) -> None:
    tag = client.get(TABLE)["ETag"]
    assert ask_ahead(TABLE, tag)[0] == "304 Not Modified"
    connection.close()
    assert ask_ahead(TABLE, tag)[0] == "304 Not Modified"
    change_event(event_id=cup.pk, changes={"name": "Cup of Autumn"}, note="", actor="test", now=NOW)
    assert ask_ahead(TABLE, tag)[2] == b"asked"


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
@pytest.mark.both_databases
def test_every_other_request_is_passed_on(cup: Event, path: str, known: str | None, method: str) -> None:
    assert ask_ahead(path, known, method)[2] == b"asked"
