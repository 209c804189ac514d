"""Playouts are compiled beside the server and in every worker, soon after their start: nobody waits for it."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from rules.simulate import jit
from tests.servers import ROOT

pytestmark = pytest.mark.process

STARTED = {
    "the embedded server": """
import asyncio
from config.asgi import application
from config import asgi_layers
asgi_layers.AFTER_START = 0

async def lived():
    asked = iter([{"type": "lifespan.startup"}, {"type": "lifespan.shutdown"}])
    async def receive():
        return next(asked)
    async def send(message):
        if message["type"] == "lifespan.startup.complete":
            await asyncio.sleep(0.1)
            tell()
    await application({"type": "lifespan"}, receive, send)

asyncio.run(lived())
""",
    "a process of a worker": """
from config.celery import app
from celery.signals import worker_process_init
worker_process_init.send(sender=None)
tell()
""",
}
#: A thread that compiles takes far longer than it takes to look whether there is one.
TELL = """
import threading
def tell():
    print("playouts-warm-up" in [thread.name for thread in threading.enumerate()])
"""


@pytest.mark.skipif(not jit.available(), reason="numba is not installed")
@pytest.mark.parametrize("process", STARTED)
def test_playouts_warm_up_when_it_starts_and_it_may_end_before(process: str, tmp_path: Path) -> None:
    embedded = {
        name: value for name, value in os.environ.items() if name not in ("REDIS_URL", "DATABASE_URL")
    }
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", TELL + STARTED[process]],
        env={**embedded, "DATA_DIR": str(tmp_path), "DJANGO_SETTINGS_MODULE": "config.settings"},
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert (done.returncode, done.stdout) == (0, "True\n"), done.stderr
