"""While the database is away everything is answered with 503 and when to come again."""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import InterfaceError, OperationalError, connection
from django.test import Client

from games.enums import Role
from tests.games.conftest import client_of, token_with

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


@contextmanager
def held_by_another_process() -> Iterator[None]:
    """SQLite's right to write is somebody else's, and nobody waits for it."""
    connection.close()
    options = connection.settings_dict["OPTIONS"]
    outside = sqlite3.connect(connection.settings_dict["NAME"], isolation_level=None)
    outside.execute("BEGIN IMMEDIATE")
    patience, options["timeout"] = options["timeout"], 0
    try:
        yield
    finally:
        options["timeout"] = patience
        outside.close()
        connection.close()


@pytest.mark.sqlite
@pytest.mark.django_db(transaction=True)
def test_whoever_writes_while_another_process_holds_sqlite_is_told_when_to_come_again() -> None:
    User.objects.create_user("anna", password="a long password")
    program = client_of(token_with(Role.ORGANISER))
    person = Client(raise_request_exception=False)

    def answers() -> list[Any]:
        throw = {"die": 6, "expected": 1}
        return [
            program.post("/api/v1/players/", {"name": "Änne Öhler"}),
            program.post(f"/api/v1/games/{NOBODY}/throws/", throw),
            person.post("/accounts/login/", {"username": "anna", "password": "a long password"}),
        ]

    with held_by_another_process():
        assert [(each.status_code, each.headers.get("Retry-After")) for each in answers()] == [(503, "2")] * 3
    assert [each.status_code for each in answers()] == [201, 404, 302]


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
