"""The embedded server works out forecasts beside its requests, in a process of its own."""

import signal
from collections.abc import Iterator

import pytest

from tests.endurance.size import sized
from tests.servers import Console, Site, family, forked_site, lives
from tests.tournaments.forecasts.evening import LeagueEvening

pytestmark = pytest.mark.process

#: Enough to be killed in the middle of it.
MANY = sized(200, 300)


@pytest.fixture(scope="module")
def served(site_database: dict[str, str], console: Console) -> Iterator[Site]:
    """A running site."""
    with forked_site(console, {**site_database, "FORECAST_RUNS": str(sized(10, 50))}) as served:
        yield served


@pytest.fixture(scope="module")
def evening(served: Site) -> LeagueEvening:
    """A League on it, that all play on with."""
    return LeagueEvening(served)


def test_a_table_is_forecast_of_itself_and_again_when_it_has_changed(evening: LeagueEvening) -> None:
    def is_about_the_table() -> bool:
        told = evening.forecasts["as_it_stands"]
        versions = [(each["version"], each["state"]) for each in told]
        return versions == [(evening.table["version"], "finished")] * 2

    evening.wait_until(is_about_the_table)
    before = [each["results"] for each in evening.forecasts["as_it_stands"]]
    evening.win()
    evening.wait_until(is_about_the_table)
    assert [each["results"] for each in evening.forecasts["as_it_stands"]] == [each + 1 for each in before]


def test_a_server_that_is_killed_goes_on_where_it_was(served: Site, evening: LeagueEvening) -> None:
    asked = evening.ask_if(3, "entry-1", MANY)
    evening.wait_until(lambda: evening.one(asked)["done"] > 0)
    served.kill()
    served.start()
    assert 0 < evening.one(asked)["done"] < MANY
    evening.give_up_waiting()
    evening.wait_until(lambda: evening.one(asked)["state"] == "finished")
    found = evening.forecasts
    evening.wait_until(lambda: len(evening.forecasts["as_it_stands"]) == 2 and evening.are_all_finished)
    assert found["if"][0]["id"] == asked
    assert evening.not_as_without_workers == []


def test_a_server_ends_also_while_it_works_something_out(served: Site, evening: LeagueEvening) -> None:
    asked = evening.ask_if(3, "entry-1", 20_000)
    evening.wait_until(lambda: evening.one(asked)["done"] > 0)
    assert served.process is not None
    processes = list(family(served.process.pid))
    assert len(processes) > 1
    assert served.stop() == -signal.SIGTERM
    evening.wait_until(lambda: not any(map(lives, processes)))
