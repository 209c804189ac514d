"""Signatures: as the Standard Webhooks specification has them, and as its receivers check them."""

import os
import re
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from tests.servers import ROOT, free_port
from tournaments import webhook_signing

#: The example of the specification's authors, with the signature that they give for it.
SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
MESSAGE: dict[str, Any] = {
    "message_id": "msg_p5jXN8AQM9LWM0D4loKWxJek",
    "now": datetime.fromtimestamp(1614265330, UTC),
    "body": '{"test": 2432232314}',
}
SIGNATURE = "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="


def test_the_known_answer_of_the_specification() -> None:
    assert webhook_signing.headers(**MESSAGE, signers=[SECRET]) == {
        "webhook-id": "msg_p5jXN8AQM9LWM0D4loKWxJek",
        "webhook-timestamp": "1614265330",
        "webhook-signature": SIGNATURE,
    }


def test_secrets_are_made_at_random_and_long_enough() -> None:
    secrets = {webhook_signing.new_secret() for _ in range(100)}
    assert len(secrets) == 100
    assert all(re.fullmatch(r"whsec_[A-Za-z0-9+/]{43}=", secret) for secret in secrets)


# -- the receiver that docs/reference/webhooks.md shows -------------------------------------------------------


@pytest.fixture
def documented_receiver(tmp_path: Path) -> Iterator[tuple[str, subprocess.Popen[str]]]:
    """Its address, and the process that prints what it takes."""
    text = (ROOT / "docs/reference/webhooks.md").read_text(encoding="utf-8")
    (code,) = re.findall(r"```python\n(.*?)```", text, re.DOTALL)
    program = tmp_path / "receiver.py"
    program.write_text(code, encoding="utf-8")
    port = free_port()
    process = subprocess.Popen(
        [sys.executable, str(program)],
        env={**os.environ, "WEBHOOK_SECRET": SECRET, "PORT": str(port)},
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    with process:
        deadline = time.monotonic() + 60
        while not listens(port):
            assert time.monotonic() < deadline
        yield f"http://127.0.0.1:{port}/", process
        process.kill()


def listens(port: int) -> bool:
    with socket.socket() as client:
        return client.connect_ex(("127.0.0.1", port)) == 0


def status_of(url: str, body: str, headers: dict[str, str]) -> int:
    try:
        with urllib.request.urlopen(
            urllib.request.Request(url, body.encode(), headers), timeout=60
        ) as answer:
            status: int = answer.status
            return status
    except urllib.error.HTTPError as error:
        with error:
            return error.code


@pytest.mark.process
def test_the_documented_receiver_takes_what_is_genuine_once_and_nothing_else(
    documented_receiver: tuple[str, subprocess.Popen[str]],
) -> None:
    url, process = documented_receiver
    now, body = datetime.now(UTC), '{"type": "game.ended", "data": {"who": "Änne"}}'

    def headers(**changed: Any) -> dict[str, str]:
        wanted = {
            "message_id": "one",
            "now": now,
            "body": body,
            "signers": [webhook_signing.new_secret(), SECRET],
        }
        return webhook_signing.headers(**{**wanted, **changed})

    assert status_of(url, body, headers()) == 204
    assert status_of(url, body, headers()) == 204
    assert status_of(url, body.replace("Änne", "Anne"), headers()) == 401
    assert status_of(url, body, headers(signers=[webhook_signing.new_secret()])) == 401
    assert status_of(url, body, {**headers(), "webhook-id": "two"}) == 401
    assert status_of(url, body, headers(now=now - timedelta(minutes=10))) == 401
    assert status_of(url, body, {}) == 401
    other = '{"type": "ping", "data": {}}'
    assert status_of(url, other, headers(message_id="two", body=other)) == 204
    assert process.stdout is not None
    assert [process.stdout.readline() for _ in range(2)] == ["game.ended\n", "ping\n"]
    process.kill()
    assert process.stdout.read() == ""
