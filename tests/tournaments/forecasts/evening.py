"""A League at a running site, played to its middle, whose forecast takes a while."""

import json
import time
from collections.abc import Callable
from typing import Any

from tests.browser.conftest import shell
from tests.games.viewing import Writer, token_of
from tests.servers import Site
from tournaments.forecasting.request import run_request

#: A run of it takes some milliseconds, a part a quarter of a second.
LEAGUE = {"format": "league", "rules": "xmadn-2t", "settings": {"drrs": 2, "head_start": 0}}
NAMES = ("Anna", "Bert", "Cora")
SECONDS = 120.0
BETWEEN = 10.0

#: Run on the site's own database: whoever has not come back has died.
PASS_TIME = "from tests.working import give_up_waiting; give_up_waiting()"
#: The questions, and what was found: the lines of the tables as they are. Those that a later table has replaced are
#: worked out no further.
STORED = """
import json
from tournaments.models import ForecastRun
runs = ForecastRun.objects.exclude(state=ForecastRun.State.REPLACED).order_by("pk")
print(json.dumps([[run.question, run.runs, run.tallies, run.state] for run in runs]))
"""


class LeagueEvening(Writer):
    """A League of three, two of its games played, and whoever organises it."""

    def __init__(self, site: Site, slug: str = "league") -> None:
        super().__init__(site, token_of(site))
        self._gave_up = -BETWEEN
        season = {"slug": slug, "name": slug, "starts_on": "2026-01-01", "ends_on": "2026-12-31"}
        self.ask("POST", "/api/v1/seasons/", season)
        event = {"season": slug, "slug": slug, "name": slug, "starts_on": "2026-11-21"}
        self.ask("POST", "/api/v1/events/", {**event, **LEAGUE})
        self.event = f"/api/v1/events/{slug}/"
        for name in NAMES:
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

    def ask_if(self, number: int, winner: str, runs: int) -> int:
        """Ask what would be then; the number of the forecast."""
        assumed = [{"number": number, "winner": winner}]
        body = {"assumed": assumed, "strengths": "equal", "runs": runs}
        found: int = self.ask("POST", f"{self.event}forecast/", body)["id"]
        return found

    def one(self, number: int) -> dict[str, Any]:
        """A forecast by its number."""
        found: dict[str, Any] = self.ask("GET", f"{self.event}forecast/{number}/")
        return found

    def wait_until(self, reached: Callable[[], bool]) -> None:
        """Look again and again."""
        deadline = time.monotonic() + SECONDS
        while not reached():
            assert time.monotonic() < deadline, self.forecasts
            time.sleep(0.1)

    def give_up_waiting(self) -> None:
        """Whatever has been handed out and has not come back is to be handed out again.

        Not more often than every ten seconds: a part is handed out ten times at most.
        """
        if time.monotonic() < self._gave_up + BETWEEN:
            return
        self._gave_up = time.monotonic()
        shell(self.site, PASS_TIME)

    @property
    def stored(self) -> list[list[Any]]:
        """Question, runs, what was found and the state of every forecast, those that pages do not tell too."""
        found: list[list[Any]] = json.loads(shell(self.site, STORED))
        return found

    @property
    def are_all_finished(self) -> bool:
        """Whether nothing is being worked out any more."""
        return all(state == "finished" for *_, state in self.stored)

    @property
    def not_as_without_workers(self) -> list[list[Any]]:
        """The forecasts that are not finished, or not byte for byte what one process finds for all runs."""
        return [
            forecast
            for forecast in self.stored
            if forecast[2:] != [run_request(forecast[0], range(forecast[1])), "finished"]
        ]
