"""The embedded server works out forecasts beside its requests, in a process of its own."""

import signal
import time
from collections.abc import Callable
from typing import Any

import pytest

from tests.endurance.size import sized
from tests.games.viewing import Writer, token_of
from tests.servers import Console, Site, family, forked_site, lives

pytestmark = pytest.mark.process

#: A run of it takes some milliseconds, a step a quarter of a second.
LEAGUE = {"format": "league", "rules": "xmadn-2t", "settings": {"drrs": 2, "head_start": 0}}
SECONDS = 120.0


class LeagueEvening(Writer):
    """A League of three, two of its games played, and whoever organises it."""

    def __init__(self, site: Site, slug: str = "league") -> None:
        super().__init__(site, token_of(site))
        season = {"slug": slug, "name": slug, "starts_on": "2026-01-01", "ends_on": "2026-12-31"}
        self.ask("POST", "/api/v1/seasons/", season)
        event = {"season": slug, "slug": slug, "name": slug, "starts_on": "2026-11-21"}
        self.ask("POST", "/api/v1/events/", {**event, **LEAGUE})
        self.event = f"/api/v1/events/{slug}/"
        for name in ("Anna", "Bert", "Cora"):
            player = self.ask("POST", "/api/v1/players/", {"name": name, "new": True})["id"]
            self.ask("POST", f"{self.event}entries/", {"player": player})
        for draw in self.table["draws_needed"]:
            self.ask("POST", f"{self.event}draws/", {"method": "seed order", "subject": draw["subject"]})
        self.win()

    @property
    def table(self) -> dict[str, Any]:
        """The table as it stands."""
        found: dict[str, Any] = self.ask("GET", f"{self.event}standings/")
        return found

    @property
    def forecasts(self) -> dict[str, Any]:
        """What has been found so far."""
        found: dict[str, Any] = self.ask("GET", f"{self.event}forecast/")
        return found

    def win(self) -> None:
        """The next game, typed in as won by the first of its players."""
        game = self.table["next_games"][0]
        winner, colours = next(iter(game["seating"].items()))
        slip, starter = {"number": game["number"], "winner": winner}, game["starter"] or colours[0]
        override = {"starter": starter, "reason": "agreed"}
        self.ask("POST", f"{self.event}results/", {**slip, "override": override})

    def wait_until(self, reached: Callable[[], bool]) -> None:
        """Look again and again."""
        deadline = time.monotonic() + SECONDS
        while not reached():
            assert time.monotonic() < deadline, self.forecasts
            time.sleep(0.1)


def test_a_table_is_forecast_of_itself_and_again_when_it_has_changed(
    site_database: dict[str, str], console: Console
) -> None:
    with forked_site(console, {**site_database, "FORECAST_RUNS": str(sized(10, 50))}) as served:
        evening = LeagueEvening(served)

        def is_about_the_table() -> bool:
            told = evening.forecasts["as_it_stands"]
            versions = [(each["version"], each["state"]) for each in told]
            return versions == [(evening.table["version"], "finished")] * 2

        evening.wait_until(is_about_the_table)
        before = [each["results"] for each in evening.forecasts["as_it_stands"]]
        evening.win()
        evening.wait_until(is_about_the_table)
        assert [each["results"] for each in evening.forecasts["as_it_stands"]] == [
            each + 1 for each in before
        ]


def test_a_server_ends_also_while_it_works_something_out(
    site_database: dict[str, str], console: Console
) -> None:
    with forked_site(console, {**site_database, "FORECAST_RUNS": "20000"}) as served:
        evening = LeagueEvening(served, "ending")
        evening.wait_until(lambda: bool(evening.forecasts["as_it_stands"]))
        assert served.process is not None
        processes = list(family(served.process.pid))
        assert len(processes) > 1
        assert served.stop() == -signal.SIGTERM
        evening.wait_until(lambda: not any(map(lives, processes)))
