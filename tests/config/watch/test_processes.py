"""A site of many processes has one ``/metrics``: each answers for all that run."""

import os
import signal
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager

import pytest

from tests.config.watch.scraping import Scrape, scrape_site
from tests.servers import ROOT, Site, family, free_port, site, wait_until

pytestmark = [pytest.mark.slow, pytest.mark.process]

PAGES = 24


def opened(url: str) -> str:
    with urllib.request.urlopen(url, timeout=60) as answer:
        return str(answer.headers["X-Request-ID"])


def until(url: str, **processes: int) -> Scrape:
    """What is told once so many processes of each kind are."""

    def are_told() -> bool:
        found = scrape_site(url)
        return all(found.value("processes", kind=kind) == number for kind, number in processes.items())

    wait_until(are_told, pause=0.3)
    return scrape_site(url)


@contextmanager
def running(beside: Site, process: str, *arguments: str) -> Iterator[None]:
    """Another process of the site, started by its name."""
    environment = beside.environment | {"RECORD_PORT": str(free_port())}
    command = [sys.executable, str(ROOT / "manage.py"), "run", process, *arguments]
    with subprocess.Popen(command, env=environment, start_new_session=True) as started:
        try:
            yield
        finally:
            started.terminate()


def web(port: int) -> list[str]:
    """Two processes of threads, started by their name."""
    return [str(ROOT / "manage.py"), "run", "web", "--bind", f"127.0.0.1:{port}", "--workers", "2"]


def pages(found: Scrape) -> float | None:
    return found.value("requests_total", what="pages", status="2xx", process="web")


def test_any_web_process_answers_for_all_and_for_workers_and_beat(
    site_database: dict[str, str], redis_url: str
) -> None:
    with site({**site_database, "REDIS_URL": redis_url}, web) as served:
        with ThreadPoolExecutor(8) as pool:
            ids = list(pool.map(opened, [f"{served.url}/"] * PAGES))
        assert len(set(ids)) == PAGES
        found = until(served.url, web=1)
        assert [pages(found), *(pages(scrape_site(served.url)) for _ in range(4))] == [PAGES] * 5
        with (
            running(served, "worker", "--concurrency", "1"),
            running(served, "beat"),
            running(served, "record"),
        ):
            until(served.url, web=1, record=1, worker=1, beat=1)
            counted = "database_lock_wait_seconds_count"
            wait_until(lambda: scrape_site(served.url).value(counted, process="worker") is not None, 0.5)
        until(served.url, record=0, worker=0, beat=0)
        assert served.process is not None
        _, first, *_ = family(served.process.pid)
        os.kill(first, signal.SIGKILL)
        # Gunicorn starts another in its place; what the one had counted stays.
        assert pages(until(served.url, web=1)) == PAGES
