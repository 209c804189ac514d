"""The description of the interface is made once, and costs nothing afterwards."""

import html
import json
import re
from concurrent.futures import ThreadPoolExecutor
from difflib import unified_diff
from itertools import islice
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from drf_spectacular.generators import SchemaGenerator
from pytest_django import DjangoAssertNumQueries

from config import openapi_cache
from games.access import RateLimit
from tests.openapi import FILE, described

pytestmark = pytest.mark.django_db
SCHEMA, DOCS = "/api/v1/schema/", "/api/v1/docs/"


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How often the description was made; none is there yet."""
    openapi_cache._schema.cache_clear()
    openapi_cache._rendered.cache_clear()
    times: list[int] = []
    make = SchemaGenerator.get_schema

    def counted(self: Any, **asked: Any) -> Any:
        times.append(1)
        return make(self, **asked)

    monkeypatch.setattr(SchemaGenerator, "get_schema", counted)
    return times


@pytest.fixture
def logged_in(db: None) -> Client:
    client = Client()
    client.force_login(User.objects.create_user("anna"))
    return client


def test_it_is_made_once_whoever_asks(made: list[int]) -> None:
    with ThreadPoolExecutor(4) as pool:
        answers = list(
            pool.map(
                lambda language: Client().get(SCHEMA, headers={"accept-language": language}), ["en", "de"] * 4
            )
        )
    assert made == [1]
    (content,) = {answer.content for answer in answers}
    assert json.loads(content)["paths"]["/api/v1/games/"]
    assert {answer["Content-Type"] for answer in answers} == {"application/json"}
    named = Client().get(SCHEMA, headers={"accept": "application/vnd.oai.openapi+json"})
    assert (named.status_code, made) == (200, [1])


def test_whoever_has_it_is_told_so_and_nobody_costs_a_query(
    logged_in: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    first = logged_in.get(SCHEMA)
    assert (first.status_code, "max-age=300" in first["Cache-Control"]) == (200, True)
    for cookie in (True, False):
        client = logged_in if cookie else Client()
        with django_assert_num_queries(0):
            again = client.get(SCHEMA, headers={"if-none-match": first["ETag"]})
        assert (again.status_code, again.content, again["ETag"]) == (304, b"", first["ETag"])
    assert logged_in.get(SCHEMA, headers={"if-none-match": '"other"'}).content == first.content


def test_the_script_that_carries_a_readers_secret_is_kept_by_nobody(
    logged_in: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    with django_assert_num_queries(0):
        answer = logged_in.get(DOCS + "?script=")
    assert (answer.status_code, "CSRF" in answer.content.decode()) == (200, True)
    assert {"no-store", "private"} <= set(answer["Cache-Control"].split(", "))


@pytest.mark.parametrize(("language", "heading"), [("en", "Get a token"), ("de", "Token holen")])
def test_the_page_begins_with_calls_that_work(client: Client, language: str, heading: str) -> None:
    page = client.get(DOCS, headers={"accept-language": language})
    text = page.content.decode()
    assert heading in text.partition('id="swagger-ui"')[0]
    first = html.unescape(text).partition("curl 'http://testserver")[2].partition("'")[0]
    assert client.get(first).status_code == 200
    links = set(re.findall(r'href="(/[^"]*)"', text.partition('id="swagger-ui"')[0].partition("<main")[2]))
    assert {"/api/v1/docs/api.md", "/api/v1/formats/", "/api/v1/rule-sets/"} <= links
    assert {
        link: client.get(html.unescape(link)).status_code for link in links if "/access/" not in link
    } == {link: 200 for link in links if "/access/" not in link}


def test_the_reference_is_handed_out_and_nothing_else(client: Client) -> None:
    told = client.get("/api/v1/docs/api.md")
    assert told["Content-Type"] == "text/plain; charset=utf-8"
    assert told.content.decode().startswith("# ")
    for name in ("nothing", "../../README", "..%2f..%2fREADME", "api.md%00"):
        assert client.get(f"/api/v1/docs/{name}.md").status_code == 404, name


def test_who_asks_too_often_has_to_wait(
    client: Client, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.READS_PER_MINUTE = 2
    monkeypatch.setattr("games.api.throttling.READING", RateLimit("reading", clock=lambda: 90.0))
    assert [client.get(SCHEMA).status_code for _ in range(3)] == [200, 200, 429]


def test_the_committed_description_is_what_the_site_answers() -> None:
    kept, now = FILE.read_text(encoding="utf-8"), described()
    if kept != now:
        lines = unified_diff(
            kept.splitlines(), now.splitlines(), "openapi.json", "the site", n=1, lineterm=""
        )
        pytest.fail("`make openapi` writes it; read the difference:\n" + "\n".join(islice(lines, 60)))
