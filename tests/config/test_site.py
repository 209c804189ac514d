"""The site as `manage.py serve` runs it, met over HTTP."""

import gzip
import json
import urllib.error
import urllib.request
from concurrent.futures import ThreadPoolExecutor
from email.message import Message

import pytest
from django.db import OperationalError
from django.test import Client
from playwright.sync_api import Page

from tests.servers import Site, family, site, threads


def get(url: str, **headers: str) -> tuple[int, Message, bytes]:
    """Status, headers and body of one request."""
    request = urllib.request.Request(url, headers=headers)
    try:
        with urllib.request.urlopen(request, timeout=30) as answer:
            return answer.status, answer.headers, answer.read()
    except urllib.error.HTTPError as error:
        with error:
            return error.code, error.headers, error.read()


def test_it_says_that_it_is_alive_and_ready(live_asgi_server: Site) -> None:
    assert json.loads(get(f"{live_asgi_server.url}/healthz")[2]) == {"alive": True}
    assert json.loads(get(f"{live_asgi_server.url}/readyz")[2]) == {"ready": True}


def test_static_texts_travel_packed_to_whoever_can_unpack_them(live_asgi_server: Site) -> None:
    url = f"{live_asgi_server.url}/static/games/game.js"
    _, plain, body = get(url)
    assert (plain["Vary"], plain["Content-Encoding"]) == ("Accept-Encoding", None)
    _, headers, packed = get(url, **{"Accept-Encoding": "gzip"})
    assert (headers["Vary"], headers["Content-Encoding"]) == ("Accept-Encoding", "gzip")
    assert int(headers["Content-Length"]) == len(packed) < len(body) / 2
    assert gzip.decompress(packed) == body
    assert get(url, **{"Accept-Encoding": "gzip", "If-None-Match": headers["ETag"]})[0] == 304


def test_every_page_forbids_inline_scripts_and_styles(live_asgi_server: Site) -> None:
    for path in ("/admin/login/", "/api/v1/docs/"):
        policy = get(f"{live_asgi_server.url}{path}")[1]["Content-Security-Policy"]
        assert "default-src 'self'" in policy
        assert "unsafe" not in policy


def test_the_openapi_pages_work_under_the_policy(live_asgi_server: Site, page: Page) -> None:
    page.goto(f"{live_asgi_server.url}/api/v1/docs/")
    page.get_by_role("heading", name="Rauswurf").wait_for()


def test_a_strange_host_is_refused(live_asgi_server: Site) -> None:
    assert get(f"{live_asgi_server.url}/healthz", Host="elsewhere.example")[0] == 400


@pytest.mark.process
@pytest.mark.postgresql
def test_production_serves_pages_from_several_processes(
    site_database: dict[str, str], redis_url: str
) -> None:
    production = {**site_database, "REDIS_URL": redis_url, "WEB_CONCURRENCY": "2"}
    with site(production, threads) as served:
        with ThreadPoolExecutor(8) as pool:
            answers = list(pool.map(get, [f"{served.url}/readyz", f"{served.url}/static/api-docs.css"] * 20))
        assert {status for status, _, _ in answers} == {200}
        assert served.stop() == 0


@pytest.mark.process
@pytest.mark.postgresql
def test_streams_are_one_process_beside_several_of_pages(
    site_database: dict[str, str], redis_url: str
) -> None:
    with site({**site_database, "REDIS_URL": redis_url, "WEB_CONCURRENCY": "2"}) as served:
        assert served.process is not None
        assert list(family(served.process.pid)) == [served.process.pid]


@pytest.mark.django_db
def test_ready_says_so_when_the_database_is_gone(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    def gone(*_: object) -> None:
        raise OperationalError("gone")

    monkeypatch.setattr("django.db.backends.base.base.BaseDatabaseWrapper.cursor", gone)
    answer = client.get("/readyz")
    assert (answer.status_code, answer.json()["ready"]) == (503, False)
