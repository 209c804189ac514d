"""While the database is away everything is answered with 503 and when to come again."""

from collections.abc import Callable

import pytest
from django.db import InterfaceError, OperationalError
from django.test import Client

from tests.games.conftest import client_of

pytestmark = pytest.mark.django_db
NOBODY = "00000000-0000-4000-8000-000000000000"
PROGRAMS = (
    ("GET", "/api/v1/games/"),
    ("GET", "/api/v1/events/nothing/standings/"),
    ("POST", f"/api/v1/games/{NOBODY}/throws/"),
    ("PATCH", "/api/v1/events/nothing/"),
)
Breaks = Callable[[Exception], None]


@pytest.fixture
def database_raises(monkeypatch: pytest.MonkeyPatch) -> Breaks:
    """A function that lets every question to the database raise an error."""

    def breaks(error: Exception) -> None:
        def gone(*_: object) -> None:
            raise error

        monkeypatch.setattr("django.db.backends.base.base.BaseDatabaseWrapper.cursor", gone)

    return breaks


@pytest.mark.parametrize("error", [OperationalError("gone"), InterfaceError("gone")])
@pytest.mark.parametrize(("method", "path"), PROGRAMS)
def test_programs_are_told_in_a_problem_document_when_to_come_again(
    database_raises: Breaks, error: Exception, method: str, path: str
) -> None:
    database_raises(error)
    answer = client_of("rauswurf_x").generic(method, path, '{"die": 1, "expected": 1}', "application/json")
    assert (answer.status_code, answer["Content-Type"]) == (503, "application/problem+json")
    assert (answer.json()["type"], answer["Retry-After"]) == ("urn:rauswurf:problem:no-database", "2")


@pytest.mark.both_databases
@pytest.mark.parametrize(
    ("language", "said"), [("de", "Die Datenbank antwortet nicht"), ("en", "The database does")]
)
def test_people_are_told_on_a_page_in_their_language(
    database_raises: Breaks, language: str, said: str
) -> None:
    client = Client(raise_request_exception=False, headers={"accept-language": language})
    client.cookies["sessionid"] = "somebody who was logged in"
    database_raises(OperationalError("gone"))
    answer = client.get("/")
    assert (answer.status_code, answer["Content-Type"], answer["Retry-After"]) == (
        503,
        "text/html; charset=utf-8",
        "2",
    )
    assert f'<html lang="{language}">' in answer.content.decode()
    assert said in answer.content.decode()


def test_what_is_no_fault_of_the_database_stays_an_error_of_ours(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object, **__: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr("games.api.views.game_for", broken)
    monkeypatch.setattr("games.views.game.game_for", broken)
    client = Client(raise_request_exception=False)
    answer = client.get(f"/api/v1/games/{NOBODY}/")
    assert (answer.status_code, answer["Content-Type"]) == (500, "application/problem+json")
    assert answer.json()["type"] == "urn:rauswurf:problem:error"
    page = client.get(f"/games/{NOBODY}/")
    assert (page.status_code, "<h1>The request failed</h1>" in page.content.decode()) == (500, True)
