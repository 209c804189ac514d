"""Playouts are compiled beside the server and in every worker, soon after their start: nobody waits for it."""

import pytest

from rules.simulate import jit
from tests.servers import Console

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
def test_playouts_warm_up_when_it_starts_and_it_may_end_before(process: str, console: Console) -> None:
    environment = {**console.environment, "CHANCES": "yes", "FORECAST_RUNS": "100", "ANALYSIS": "yes"}
    shell = ["shell", "--no-imports", "-c", TELL + STARTED[process]]
    assert console.run(shell, environment) == "True\n"
