"""Pages of other sites read the interface as strangers, and write nothing."""

from typing import Any

import pytest
from django.test import Client

from config.not_modified import NothingNew
from tests.tournaments.conftest import new_event
from tests.tournaments.dashboard import staff
from tournaments.models import Season

pytestmark = pytest.mark.django_db
ELSEWHERE = "https://stats.example"
#: What browsers send and read without asking anybody (Fetch, "CORS-safelisted").
SAFELISTED = {"accept", "accept-language"}


def names(answer: Any, header: str) -> set[str]:
    return {name.strip().lower() for name in answer.get(header, "").split(",")} - {""}


def preflight(path: str, method: str, *headers: str) -> Any:
    asked = {"origin": ELSEWHERE, "access-control-request-method": method}
    return Client().options(path, headers={**asked, "access-control-request-headers": ", ".join(headers)})


def is_let_through(answer: Any, method: str, *headers: str) -> bool:
    """Whether a browser sends the request after this answer, as Fetch has it: POST needs no permission."""
    origin = answer.get("Access-Control-Allow-Origin")
    methods = names(answer, "Access-Control-Allow-Methods") | {"get", "head", "post"}
    allowed = names(answer, "Access-Control-Allow-Headers") | SAFELISTED
    return (
        answer.status_code < 300 and origin == "*" and method.lower() in methods and set(headers) <= allowed
    )


@pytest.mark.parametrize("headers", [(), ("if-none-match",), ("accept", "last-event-id")])
def test_reading_is_let_through(headers: tuple[str, ...]) -> None:
    assert is_let_through(preflight("/api/v1/players/", "GET", *headers), "GET", *headers)


@pytest.mark.parametrize(
    ("method", "headers"),
    [
        ("POST", ("content-type",)),
        ("PUT", ("content-type",)),
        ("PATCH", ("content-type",)),
        ("DELETE", ()),
        ("GET", ("authorization",)),
        ("POST", ("idempotency-key",)),
    ],
)
@pytest.mark.parametrize("path", ["/api/v1/players/", "/api/v1/rules/moves/", "/api/v1/nothing/"])
def test_writing_and_tokens_are_not(path: str, method: str, headers: tuple[str, ...]) -> None:
    assert not is_let_through(preflight(path, method, *headers), method, *headers)


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data"])
def test_what_browsers_post_without_asking_is_not_read_and_its_answer_not_shown(kind: str) -> None:
    answer = Client().generic("POST", "/api/v1/rules/moves/", "{}", kind, headers={"origin": ELSEWHERE})
    assert answer.status_code == 415
    assert "Access-Control-Allow-Origin" not in answer


@pytest.mark.parametrize("query", ["", "?limit=0"])
def test_what_is_read_is_shown_with_what_it_needs(query: str) -> None:
    answer = Client().get(f"/api/v1/players/{query}", headers={"origin": ELSEWHERE})
    assert answer["Access-Control-Allow-Origin"] == "*"
    assert "Access-Control-Allow-Credentials" not in answer
    assert names(answer, "Access-Control-Expose-Headers") >= {"etag", "ratelimit", "retry-after", "link"}


def test_a_table_and_its_repeat_are_shown_too(season: Season) -> None:
    event = new_event(season)
    path = f"/api/v1/events/{event.slug}/standings/"
    first = Client().get(path, headers={"origin": ELSEWHERE})
    again = Client().get(path, headers={"origin": ELSEWHERE, "if-none-match": first["ETag"]})
    assert [each["Access-Control-Allow-Origin"] for each in (first, again)] == ["*", "*"]
    assert (first.status_code, again.status_code) == (200, 304)
    passed_on: list[Any] = []

    def django(environ: Any, start_response: Any) -> list[bytes]:
        passed_on.append(environ)
        return []

    environ = {"REQUEST_METHOD": "GET", "PATH_INFO": path, "HTTP_IF_NONE_MATCH": first["ETag"]}
    NothingNew(django)(environ | {"HTTP_ORIGIN": ELSEWHERE}, lambda *_: None)
    assert passed_on, "the short way knows nothing of other sites"


def test_who_is_signed_in_is_a_stranger_to_other_sites(db: None) -> None:
    """A browser shows an answer to a request with cookies only where it allows credentials and names the origin."""
    client = staff("dora", is_superuser=True)
    for path in ("/api/v1/players/", "/api/v1/tokens/", "/api/v1/docs/?script"):
        answer = client.get(path, headers={"origin": ELSEWHERE})
        assert answer["Access-Control-Allow-Origin"] == "*", path
        assert "Access-Control-Allow-Credentials" not in answer


@pytest.mark.parametrize("path", ["/", "/players/", "/accounts/login/", "/admin/login/", "/healthz"])
def test_pages_are_shown_to_no_other_site(path: str) -> None:
    assert "Access-Control-Allow-Origin" not in Client().get(path, headers={"origin": ELSEWHERE})
