"""Chances on a running site: in the stream, and after a burst of throws those of the last."""

import time
from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any

import pytest

from tests import servers
from tests.games.viewing import NDJSON, SSE, Referee, Viewer, token_of
from tests.servers import Console, Site, forked_site, site, threads, wait_until

pytestmark = pytest.mark.process

COUNTED = {"CHANCES": "yes"}


@pytest.fixture(scope="module")
def served(site_database: dict[str, str], console: Console) -> Iterator[Site]:
    with forked_site(console, {**site_database, **COUNTED}) as served:
        yield served


def chances(referee: Referee) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = referee.ask("GET", referee.path + "chances/?limit=200")["results"]
    return found


def numbers_of(viewer: Viewer, name: str) -> list[int]:
    return [told.number for told in list(viewer.told) if told.name == name]


@pytest.mark.parametrize("accept", [SSE, NDJSON])
def test_chances_are_streamed_beside_the_events_and_do_not_disturb_them(served: Site, accept: str) -> None:
    referee = Referee(served, token_of(served))
    with Viewer(served, referee.stream, accept) as viewer:
        wait_until(lambda: bool(numbers_of(viewer, "chances")))
        referee.throw(3)
        wait_until(lambda: chances(referee)[:1] != [] and chances(referee)[0]["number"] == referee.number)
        wait_until(
            lambda: any(
                told.data["number"] == referee.number for told in viewer.told if told.name == "chances"
            )
        )
        assert viewer.numbers == [3, 4, 5]
    with Viewer(served, referee.stream, accept, **{"Last-Event-ID": "3"}) as again:
        wait_until(lambda: bool(numbers_of(again, "chances")))
        assert again.numbers == [4, 5]
        assert again.told[-1].data["number"] == referee.number


@pytest.mark.postgresql
def test_in_production_a_worker_counts_and_the_streaming_process_tells(site_database: dict[str, str]) -> None:
    with ExitStack() as stack:
        try:
            url = stack.enter_context(servers.redis())
        except Exception as reason:
            pytest.skip(f"no Redis-compatible server can run here: {reason}")
        variables = {**site_database, **COUNTED, "REDIS_URL": url, "LOG_LEVEL": "CRITICAL"}
        web = stack.enter_context(site(variables, threads))
        streaming = Site({**web.environment})
        streaming.start()
        stack.callback(streaming.kill)
        worker = ("worker", "--concurrency", "1", "--loglevel", "CRITICAL")
        stack.enter_context(servers.celery(web.environment, *worker))
        referee = Referee(web, token_of(web))
        with Viewer(streaming, referee.stream) as viewer:
            # Until the worker is there tasks are dropped, and nobody sweeps: beat is away.
            while not numbers_of(viewer, "chances"):
                referee.throw()
                time.sleep(0.5)
            wait_until(lambda: viewer.told[-1].data["number"] == referee.number)
            assert viewer.numbers == list(range(3, referee.number + 1))
