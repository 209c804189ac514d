"""Logs as JSON: one line a request, one id from the phone to the worker, nothing that somebody typed or holds."""

import io
import json
import logging
import os
import re
import shutil
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from django.db import IntegrityError
from django.urls import get_resolver

from config.watch.logs import JsonFormatter, PlainFormatter, without_secrets
from games.enums import Role
from games.models import Game, Player
from tests.config.watch.conftest import NAME
from tests.config.watch.scraping import ask
from tests.games.conftest import token_with
from tests.servers import ROOT, Site, migrated_sqlite, wait_until

Lines = list[dict[str, Any]]


@contextmanager
def written(formatter: logging.Formatter | None = None) -> Iterator[io.StringIO]:
    """What is logged meanwhile, by everybody."""
    stream = io.StringIO()
    handler = logging.StreamHandler(stream)
    handler.setFormatter(formatter or JsonFormatter())
    root, requests = logging.getLogger(), logging.getLogger("config.watch.servers")
    before = root.level, requests.level
    root.addHandler(handler)
    root.setLevel("DEBUG")
    requests.setLevel("INFO")
    try:
        yield stream
    finally:
        root.removeHandler(handler)
        root.setLevel(before[0])
        requests.setLevel(before[1])


def lines(stream: io.StringIO, *, logger: str = "") -> Lines:
    found = [json.loads(line) for line in stream.getvalue().splitlines()]
    return [line for line in found if line["logger"].startswith(logger)]


@pytest.mark.django_db
def test_each_request_is_one_line_with_its_id_and_where_it_went(game: Game) -> None:
    with written() as stream:
        answer = ask("GET", f"/api/v1/games/{game.pk}/", **{"X-Request-ID": "phone-12.7_b"})
        ask("GET", "/api/v1/nowhere/")
    assert answer.headers["x-request-id"] == "phone-12.7_b"
    first, second = lines(stream, logger="config.watch.servers")
    assert first.pop("milliseconds") > 0
    assert first.pop("time").endswith("+00:00")
    assert first == {
        "level": "INFO",
        "logger": "config.watch.servers",
        "message": "request",
        "request_id": "phone-12.7_b",
        "method": "GET",
        "route": "api/v1/games/<uuid:pk>/",
        "pk": str(game.pk),
        "what": "rest",
        "status": 200,
    }
    assert (second["status"], second["reason"]) == (404, "not-found")


@pytest.mark.django_db
@pytest.mark.parametrize(
    "told", ["short", "x" * 65, "two words", 'a"quote-1', "line\r\nX-Evil: 1", "ümlaut-ümlaut", ""]
)
def test_an_id_that_is_not_well_formed_is_replaced(told: str) -> None:
    answer = ask("GET", "/healthz", **{"X-Request-ID": told} if told else {})
    assert len(answer.headers["x-request-id"]) == 32
    assert answer.headers["x-request-id"].isalnum()


@pytest.mark.django_db
def test_no_line_has_a_name_or_a_token(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    token = token_with(Role.REFEREE)
    player = Player.objects.get(name=NAME)
    secrets = [NAME, "Annegret", token, token.removeprefix("rauswurf_"), "1xVTi9", "hunter2hunter2"]

    def refuses(*_: object) -> None:
        raise IntegrityError(f"Key (name)=({NAME}) already exists")

    with written() as stream:
        ask("GET", f"/players/{player.pk}/", Authorization=f"Bearer {token}")
        ask("GET", f"/players/?search={NAME.replace(' ', '+')}")
        ask("GET", "/events/annegret-cup/")
        ask("GET", f"/enter/{token}/")
        ask("GET", "/setup/1xVTi9.z6SdcPXD59RnQ2p2/")
        ask("POST", "/accounts/login/", "username=Annegret&password=hunter2hunter2")
        ask("POST", "/api/v1/players/", json.dumps({"name": NAME}), Authorization=f"Bearer {token}")
        with monkeypatch.context() as patch:
            patch.setattr("games.models.player.Player.save", refuses)
            organiser = token_with(Role.ORGANISER)
            broken = ask(
                "POST",
                "/api/v1/players/",
                json.dumps({"name": NAME, "new": True}),
                Authorization=f"Bearer {organiser}",
            )
        logging.getLogger("x").warning("says %s of %s", IntegrityError(NAME), f"Bearer {token}")
    text = stream.getvalue()
    assert broken.status == 500
    assert "IntegrityError" in text
    assert len(lines(stream, logger="config.watch.servers")) == 8
    assert [secret for secret in [*secrets, organiser] if secret in text] == []


def test_plain_lines_have_no_tokens_either() -> None:
    with written(PlainFormatter("{message}", style="{")) as stream:
        logging.getLogger("django.request").warning("Not Found: %s", "/enter/abc-DEF_1/")
        logging.getLogger("x").warning("Authorization: Bearer sesame, rauswurf_0123456789abcdef")
    assert stream.getvalue() == "Not Found: /enter/[…]/\nAuthorization: Bearer […] […]\n"
    assert without_secrets("/accounts/join/7/c4-abc/ ?token=x&y=1") == "/accounts/join/7/[…]/ ?token=[…]&y=1"


def _addresses(patterns: list[Any], before: str = "") -> Iterator[str]:
    for pattern in patterns:
        address = before + str(pattern.pattern)
        if hasattr(pattern, "url_patterns"):
            yield from _addresses(pattern.url_patterns, address)
        else:
            yield "/" + address


def test_no_address_that_lets_somebody_in_is_logged_with_what_opens_it() -> None:
    opens = re.compile(r"<\w+:(?:token|code|text)>")
    found = [address for address in _addresses(get_resolver().url_patterns) if opens.search(address)]
    assert len(found) >= 10
    told = [re.sub(r"<[^>]+>", "7", opens.sub("Sesame", address)) for address in found]
    assert [address for address in told if "Sesame" in without_secrets(f"Not Found: {address}")] == []


def test_a_running_site_writes_json_alone_one_line_a_refused_host(
    site_database: dict[str, str], tmp_path: Path
) -> None:
    settings = {"DATA_DIR": str(tmp_path), "LOG_FORMAT": "json", "LOG_LEVEL": "INFO"}
    database = {"DATABASE_URL": f"sqlite:///{shutil.copy(migrated_sqlite(), tmp_path)}", **site_database}
    site = Site({**os.environ, **settings, **database})
    with (tmp_path / "log").open("wb") as log:
        command = [sys.executable, *site.server(site.port)]
        site.process = subprocess.Popen(
            command, env=site.environment, cwd=ROOT, stderr=log, start_new_session=True
        )
        wait_until(site.answers)
        elsewhere = urllib.request.Request(site.url, headers={"Host": "elsewhere.example"})
        with pytest.raises(urllib.error.HTTPError):
            urllib.request.urlopen(elsewhere, timeout=60)
        site.stop()
    lines_of_log = [json.loads(line) for line in (tmp_path / "log").read_text(encoding="utf-8").splitlines()]
    asked = [line for line in lines_of_log if line.get("route") == "readyz"]
    assert asked[-1]["request_id"]
    (refused,) = [line for line in lines_of_log if "elsewhere.example" in line["message"]]
    assert refused["logger"] == "django.security.DisallowedHost"
    assert "Traceback" not in json.dumps(refused)


#: A web process asks for a task under the id of a request; the worker says under which it works.
ROUND_TRIP = """
import logging.config
from celery.contrib.testing.worker import start_worker
import django
django.setup()
from django.conf import settings
from config.celery import app
from config.watch.context import request_id
from threading import Event
import logging
done = Event()

@app.task(name="ring")
def ring(**later: object) -> None:
    logging.getLogger("of the task").warning("rang")
    done.set()

with start_worker(app, perform_ping_check=False, loglevel="ERROR"):
    assert not app.conf.task_always_eager
    logging.config.dictConfig(settings.LOGGING)
    token = request_id.set("from-the-phone-7")
    ring.delay()
    request_id.reset(token)
    assert done.wait(20)
"""


@pytest.mark.slow
@pytest.mark.process
def test_the_id_of_a_request_reaches_the_worker(redis_url: str, tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", ROUND_TRIP],
        env={
            **os.environ,
            "REDIS_URL": redis_url,
            "DATA_DIR": str(tmp_path),
            "PYTHONPATH": str(ROOT),
            "DJANGO_SETTINGS_MODULE": "config.settings",
            "LOG_FORMAT": "json",
        },
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert done.returncode == 0, done.stderr
    (rang,) = [json.loads(line) for line in done.stderr.splitlines() if '"of the task"' in line]
    assert (rang["message"], rang["request_id"]) == ("rang", "from-the-phone-7")
