"""Throws go before pages, and pages before tasks, where a machine has more to do than it can."""

import os
import subprocess
import sys
from collections.abc import Mapping
from contextlib import closing
from http.client import HTTPConnection
from pathlib import Path

import pytest

from config.priority import NICENESS
from tests import servers
from tests.servers import ROOT

AUTOGROUP = Path("/proc/self/autogroup")
# What each kind does first, and where it stands then: itself, and its session.
STARTED: Mapping[str, str] = {
    "worker": "from celery.signals import worker_init; from config.celery import app; worker_init.send(None)",
    "web": "import os; from config.priority import stand_back; stand_back('web', head=os.getpid())",
    "record": "import os; from config.priority import stand_back; stand_back('record', head=os.getpid())",
}
TOLD = "import os, pathlib; print(os.nice(0), pathlib.Path('/proc/self/autogroup').read_text())"


def of_the_session(told: str) -> list[int]:
    """How far a session stands back, by what Linux tells of it: nothing where nobody has begun one since it started."""
    return [int(each) for each in told.split()[-1:]]


def standing(kind: str, *, of_its_own: bool) -> list[int]:
    """How far a process of this kind stands back, and its session with it."""
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", f"{STARTED[kind]}; {TOLD}"],
        env={**os.environ, "CHANCES": "no", "ANALYSIS": "no"},
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
        start_new_session=of_its_own,
    )
    itself, _, session = done.stdout.partition(" ")
    return [int(itself), *of_the_session(session)]


@pytest.mark.skipif(not AUTOGROUP.exists(), reason="this system shares the processor out in another way")
@pytest.mark.parametrize(("kind", "by"), [("record", 0), ("web", 5), ("worker", 10)])
def test_a_kind_stands_back_with_its_session(kind: str, by: int) -> None:
    assert NICENESS.get(kind, 0) == by
    assert standing(kind, of_its_own=True) == [os.nice(0) + by, by]


@pytest.mark.skipif(not AUTOGROUP.exists(), reason="this system shares the processor out in another way")
def test_whoever_shares_a_session_stands_back_alone() -> None:
    before = of_the_session(AUTOGROUP.read_text())
    assert standing("worker", of_its_own=False) == [os.nice(0) + 10, *before]
    assert of_the_session(AUTOGROUP.read_text()) == before


@pytest.mark.slow
@pytest.mark.process
@pytest.mark.parametrize(("kind", "by"), [("record", 0), ("web", 5)])
def test_the_server_of_a_kind_stands_where_it_belongs(kind: str, by: int) -> None:
    with servers.site(
        {"RAUSWURF_PROCESS": kind}, lambda port: servers.threads(port, 1, "tests.config.own_pid")
    ) as site:
        with closing(HTTPConnection("127.0.0.1", site.port, timeout=10)) as connection:
            connection.request("GET", "/")
            answering = int(connection.getresponse().read())
        assert os.getpriority(os.PRIO_PROCESS, answering) == os.nice(0) + by
        if AUTOGROUP.exists():
            assert of_the_session(Path(f"/proc/{answering}/autogroup").read_text()) == [by]
