"""The client as a distribution, and what of it needs no site."""

from __future__ import annotations

import ast
import json
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from rauswurf_client import Client, Stale, WebhookError, verify_webhook
from rauswurf_client.client import NOT_REPEATABLE
from rauswurf_client.errors import BESIDE_THE_BOARD
from tests.servers import ROOT

pytestmark = pytest.mark.sqlite
PYTHON = ROOT / "clients/python"


def test_the_client_imports_nothing_but_httpx_and_the_standard_library() -> None:
    allowed = sys.stdlib_module_names | {"httpx", "rauswurf_client"}
    foreign = set()
    for file in PYTHON.rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            if isinstance(node, ast.ImportFrom):
                names = [str(node.module)]
            foreign |= {(file.name, name) for name in names if name.partition(".")[0] not in allowed}
    assert not foreign


def test_what_the_client_does_not_repeat_is_what_the_site_keeps_no_answer_of() -> None:
    described = json.loads((ROOT / "docs/reference/openapi.json").read_text(encoding="utf-8"))
    without_key = {
        path
        for path, operations in described["paths"].items()
        if "post" in operations
        and all(each["name"] != "Idempotency-Key" for each in operations["post"].get("parameters", ()))
    }
    # Asking for the legal moves of a position changes nothing.
    assert without_key - {"/api/v1/rules/moves/"} == {NOT_REPEATABLE}


@pytest.mark.parametrize(
    ("kinds", "is_same"),
    [([*BESIDE_THE_BOARD], True), (["note", "throw"], False), (["take back"], False), ([], False)],
)
def test_what_others_have_recorded_beside_the_board_leaves_it_the_same(
    kinds: list[str], is_same: bool
) -> None:
    missed = [{"kind": kind, "number": number} for number, kind in enumerate(kinds, start=3)]
    assert Stale(409, {"current": {"number": 2 + len(kinds)}, "missed": missed}).is_same_board == is_same
    # A list that was cut off says nothing of what comes after it.
    assert not Stale(409, {"current": {"number": 900}, "missed": missed}).is_same_board


def test_a_stream_is_read_by_whole_lines_however_it_is_cut_and_what_comes_twice_is_left_out() -> None:
    def line(number: int, kind: str = "event") -> bytes:
        text = "a note\u2028of two lines\x85" if kind == "event" else ""
        return (
            json.dumps(
                {"message": kind, "number": number, "data": {"text": text}}, ensure_ascii=False
            ).encode()
            + b"\n"
        )

    connections = [
        line(3, "state") + b"\n" + line(4) + line(5)[:20],
        line(3) + line(4) + line(5) + line(5, "chances") + line(5, "resync"),
        line(6) + line(6, "end"),
    ]
    resumed: list[str | None] = []

    def answered(sent: bytes, *, is_error: bool) -> Iterator[bytes]:
        yield from (sent[at : at + 7] for at in range(0, len(sent), 7))
        if is_error:
            raise httpx.ReadError("the line was cut")

    def answer(request: httpx.Request) -> httpx.Response:
        resumed.append(request.headers.get("Last-Event-ID"))
        sent = connections[len(resumed) - 1]
        return httpx.Response(200, content=answered(sent, is_error=len(resumed) == 1))

    transport = httpx.MockTransport(answer)
    with Client("http://site.example", transport=transport, sleep=lambda _: None) as client:
        seen = [(each.kind, each.number) for each in client.follow("game")]
    assert resumed == [None, "4", "5"]
    assert seen == [("state", 3), ("event", 4), ("event", 5), ("chances", 5), ("event", 6), ("end", 6)]


def test_a_webhook_is_verified_as_the_specification_has_it() -> None:
    # The example of https://github.com/standard-webhooks/standard-webhooks.
    secret, message = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", "msg_p5jXN8AQM9LWM0D4loKWxJek"
    headers = {
        "Webhook-Id": message,
        "Webhook-Timestamp": "1614265330",
        "Webhook-Signature": "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
    }
    body = b'{"test": 2432232314}'
    with pytest.raises(KeyError, match="type"):  # it is genuine, and not one of ours
        verify_webhook(secret, body, headers, now=1614265330)
    with pytest.raises(WebhookError, match="timestamp"):
        verify_webhook(secret, body, headers, now=1614265330 + 301)
    with pytest.raises(ValueError, match="whsec_"):
        verify_webhook("whsec_!", body, headers, now=1614265330)


@pytest.mark.process
def test_the_distribution_has_its_types(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", str(tmp_path)]
    subprocess.run(command, cwd=PYTHON, check=True, capture_output=True)
    (built,) = tmp_path.glob("rauswurf_client-*-py3-none-any.whl")
    names = set(zipfile.ZipFile(built).namelist())
    assert "rauswurf_client/py.typed" in names
    assert all(name.startswith("rauswurf_client") for name in names)
