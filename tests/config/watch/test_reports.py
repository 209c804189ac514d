"""Reports of errors: they arrive, and nothing in them that somebody typed, holds or is called."""

import gzip
import http.server
import json
import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.servers import ROOT, Console

pytestmark = pytest.mark.process

#: A site in which a page and a task meet a mistake, with whatever must not be told in reach.
FAILS = """
import sys
import django
django.setup()
from django.conf import settings
settings.ALLOWED_HOSTS = ["*"]
import logging
from django.urls import path
from django.views.decorators.csrf import csrf_exempt
from django.core.handlers.wsgi import WSGIHandler
from django.test import RequestFactory
import config.urls
from config.watch.servers import Watched

@csrf_exempt
def view(request, name):
    typed = "Annegret Unverwechselbar"
    raise ValueError(f"{typed} with sesame-token and {request.body!r}")

config.urls.urlpatterns.insert(0, path("fails/<str:name>/", view))
request = RequestFactory().post(
    "/fails/Annegret/?search=Annegret", b"password=hunter2", content_type="application/json",
    headers={"Authorization": "Bearer sesame-token", "X-Request-ID": "from-the-phone-7"},
)
request.environ["HTTP_COOKIE"] = "sessionid=cookie-of-annegret"
request.environ["REMOTE_ADDR"] = "203.0.113.77"
list(Watched(WSGIHandler())(request.environ, lambda *_: None))
logging.getLogger("x").error("%s was lost", "Annegret")
sys.modules["sentry_sdk"].flush(10)
"""


@contextmanager
def receiver() -> Iterator[tuple[str, list[bytes]]]:
    """The address of a Sentry, and what it was sent."""
    received: list[bytes] = []

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            received.append(gzip.decompress(body) if self.headers.get("Content-Encoding") == "gzip" else body)
            self.send_response(200)
            self.send_header("Content-Length", "2")
            self.end_headers()
            self.wfile.write(b"{}")

        def log_message(self, format: str, *args: object) -> None:
            pass

    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://key@127.0.0.1:{server.server_port}/1", received
        server.shutdown()


def run(folder: Path, dsn: str) -> None:
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", FAILS],
        env={
            **os.environ,
            "SENTRY_DSN": dsn,
            "DATA_DIR": str(folder),
            "DATABASE_URL": "sqlite://:memory:",
            "PYTHONPATH": str(ROOT),
            "DJANGO_SETTINGS_MODULE": "config.settings",
        },
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert done.returncode == 0, done.stderr


def events(received: list[bytes]) -> list[dict[str, Any]]:
    found = []
    for envelope in received:
        for line in envelope.splitlines():
            part = json.loads(line)
            if "event_id" in part and "level" in part:
                found.append(part)
    return found


def test_a_report_says_where_it_happened_and_nothing_of_anybody(tmp_path: Path) -> None:
    with receiver() as (dsn, received):
        run(tmp_path, dsn)
    failed, lost = sorted(events(received), key=lambda event: "exception" not in event)
    (error,) = failed["exception"]["values"]
    assert (error["type"], error["value"]) == ("ValueError", "")
    assert error["stacktrace"]["frames"][-1]["function"] == "view"
    assert failed["transaction"] == "fails/<str:name>/"
    assert failed["tags"]["request_id"] == "from-the-phone-7"
    assert failed["request"] == {"method": "POST"}
    assert lost["logentry"] == {"message": "%s was lost"}
    everything = b"".join(received).decode().lower()
    for secret in ("annegret", "sesame-token", "hunter2", "cookie-of", "203.0.113", "sessionid"):
        assert secret not in everything


def test_without_an_address_nothing_is_loaded(console: Console) -> None:
    environment = {**console.environment, "SENTRY_DSN": ""}
    script = "import sys; print('sentry_sdk' in sys.modules)"
    assert console.run(["shell", "--no-imports", "-c", script], environment).strip() == "False"
