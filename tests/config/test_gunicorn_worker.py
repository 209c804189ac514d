"""Requests are shared out among the processes of gunicorn."""

import os
import signal
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing, contextmanager
from http.client import HTTPConnection

import pytest

from tests import servers

pytestmark = pytest.mark.process
#: On a busy machine a process reads the next request before it has counted that the last one is answered.
TRIES = 5


@pytest.fixture(scope="module")
def two_processes() -> Iterator[servers.Site]:
    """Two processes of one thread each."""
    with servers.site({}, lambda port: servers.threads(port, 1, "tests.config.slow_application")) as site:
        yield site


def answer(connection: HTTPConnection, path: str) -> tuple[str, bool]:
    """Which process answers, and whether it closes the connection."""
    connection.request("GET", path)
    response = connection.getresponse()
    return response.read().decode(), response.headers.get("Connection") == "close"


@contextmanager
def kept_by_one_process(site: servers.Site, number: int) -> Iterator[list[HTTPConnection]]:
    """So many connections that the same process keeps."""
    kept: dict[str, list[HTTPConnection]] = {}
    with ExitStack() as stack:
        while not any(len(each) == number for each in kept.values()):
            connection = stack.enter_context(closing(HTTPConnection("127.0.0.1", site.port, timeout=10)))
            process, _ = answer(connection, "/")
            kept.setdefault(process, []).append(connection)
        yield next(each for each in kept.values() if len(each) == number)


def answer_to_new(site: servers.Site) -> str:
    """Which process answers on a new connection."""
    with closing(HTTPConnection("127.0.0.1", site.port, timeout=10)) as new:
        return answer(new, "/")[0]


def test_a_process_without_a_free_thread_takes_no_new_connection(two_processes: servers.Site) -> None:
    with kept_by_one_process(two_processes, 1) as (connection,), ThreadPoolExecutor(2) as threads:
        slow = threads.submit(answer, connection, "/slow")
        time.sleep(0.3)
        idle = answer_to_new(two_processes)
        busy, _ = slow.result()
        slow = threads.submit(answer, connection, "/slow")
        time.sleep(0.3)
        # Only the busy one could take the connection while the other sleeps.
        os.kill(int(idle), signal.SIGSTOP)
        new = threads.submit(answer_to_new, two_processes)
        time.sleep(0.2)
        os.kill(int(idle), signal.SIGCONT)
        assert (slow.result()[0], new.result()) == (busy, idle)


def test_a_process_lets_connections_go_while_requests_wait_for_it(two_processes: servers.Site) -> None:
    for _ in range(TRIES):
        with kept_by_one_process(two_processes, 3) as kept, ThreadPoolExecutor(3) as threads:
            alone = [answer(each, "/") for each in kept]
            if any(closed for _, closed in alone) or len({process for process, _ in alone}) > 1:
                continue
            answers = list(threads.map(lambda each: answer(each, "/slow"), kept))
        assert len({process for process, _ in answers}) == 1
        assert any(closed for _, closed in answers)
        return
    pytest.fail("a process lets connections go though no request waits for it")
