"""How often a process that serves requests looks for garbage."""

import subprocess
import sys

import pytest

from config.memory import MADE_BETWEEN_LOOKS


@pytest.mark.parametrize("entry", ["config.wsgi", "config.asgi"])
def test_whoever_serves_requests_looks_for_garbage_rarely(entry: str) -> None:
    told = f"import gc, {entry}; print(gc.get_threshold()[0], gc.isenabled())"
    found = subprocess.run([sys.executable, "-c", told], capture_output=True, text=True, check=True)
    assert found.stdout.split()[-2:] == [str(MADE_BETWEEN_LOOKS), "True"]
