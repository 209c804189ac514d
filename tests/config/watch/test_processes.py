"""A site of many processes has one ``/metrics``: whoever is asked answers for all, and for those that have ended."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager

import pytest

from tests.config.watch.scraping import Scrape, scrape_site
from tests.servers import ROOT, Site, celery, family, free_port, site, threads

pytestmark = pytest.mark.process

PAGES = 24


def opened(url: str) -> str:
    with urllib.request.urlopen(url, timeout=60) as answer:
        return str(answer.headers["X-Request-ID"])


def until(url: str, **processes: int) -> Scrape:
    """What is told once so many processes of each kind are."""
    deadline = time.monotonic() + 120
    while True:
        found = scrape_site(url)
        if all(found.value("processes", kind=kind) == number for kind, number in processes.items()):
            return found
        assert time.monotonic() < deadline, found.families["rauswurf_processes"]
        time.sleep(0.3)


@contextmanager
def recording(beside: Site) -> Iterator[None]:
    """A process for whoever writes, started by its name."""
    environment = beside.environment | {"RECORD_PORT": str(free_port())}
    command = [sys.executable, str(ROOT / "manage.py"), "run", "record"]
    with subprocess.Popen(command, env=environment, start_new_session=True) as process:
        try:
            yield
        finally:
            process.terminate()


def pages(found: Scrape) -> float | None:
    return found.value("requests_total", what="pages", status="2xx")


def test_any_web_process_answers_for_all_and_for_workers_and_beat(
    site_database: dict[str, str], redis_url: str
) -> None:
    with site({**site_database, "REDIS_URL": redis_url}, threads) as served:
        with ThreadPoolExecutor(8) as pool:
            ids = list(pool.map(opened, [f"{served.url}/"] * PAGES))
        assert len(set(ids)) == PAGES
        found = until(served.url, web=2)
        assert [pages(found), *(pages(scrape_site(served.url)) for _ in range(4))] == [PAGES] * 5
        with (
            celery(served.environment, "worker", "--concurrency", "1"),
            celery(served.environment, "beat"),
            recording(served),
        ):
            until(served.url, web=2, record=1, worker=1, beat=1)
            deadline = time.monotonic() + 60
            while not scrape_site(served.url).value(
                "job_last_done_timestamp_seconds", job="count what has ended"
            ):
                assert time.monotonic() < deadline
                time.sleep(0.5)
        until(served.url, record=0, worker=0, beat=0)
        assert served.process is not None
        _, first, *_ = family(served.process.pid)
        os.kill(first, signal.SIGKILL)
        # Gunicorn starts another in its place; what the one had counted stays.
        assert pages(until(served.url, web=2)) == PAGES
