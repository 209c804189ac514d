"""What entering a result costs in a season with 100 games and in one with 10,000, and a ranking page.

With its rankings and the message of a webhook. Also told as multiples of the cheapest request through all of Django in
the same run.

`python -m bench.season [GAMES …]`. A real PostgreSQL and the production server (gunicorn, two processes of four
threads); costs are the CPU time of all processes of both servers divided by the number of requests; medians of
several runs. Making the 10,000 games takes some minutes.
"""

import subprocess
import sys
from collections.abc import Callable, Mapping
from statistics import median

import psycopg

from bench.calibration import calibrate
from bench.recording import Client, cost, postmaster, reader
from bench.size import sized
from tests import servers

SIZES = (100, sized(500, 10_000))
RESULTS = 10
RUNS = sized(2, 9)


class Evening:
    """A new championship in the season, and its results entered one after the other."""

    def __init__(self, client: Client, players: list[str]) -> None:
        self.client, self.players, self.made = client, players, 0

    def prepared(self) -> None:
        """An event with its players, drawn."""
        self.made += 1
        self.slug, self.entered = f"evening-{self.players[0][:8]}-{self.made}", 0
        self._post(
            "/api/v1/events/",
            {
                "season": "past",
                "slug": self.slug,
                "name": "Evening",
                "format": "championship",
                "rules": "xmadn-3t",
                "settings": {"wins": 99},
                "starts_on": "2025-12-30",
            },
        )
        self.keys = [
            self._post(f"/api/v1/events/{self.slug}/entries/", {"player": player})["key"]
            for player in self.players
        ]
        self._post(f"/api/v1/events/{self.slug}/draws/", {"method": "seed order"})
        hook = {
            "event": self.slug,
            "url": "https://league.example/",
            "kinds": ["game.ended", "standings.changed"],
        }
        self._post("/api/v1/webhooks/", hook)

    def results(self, number: int) -> None:
        """Enter so many results."""
        for _ in range(number):
            self.entered += 1
            slip = {"number": self.entered, "winner": self.keys[self.entered % 3]}
            self._post(f"/api/v1/events/{self.slug}/results/", slip)

    def _post(self, path: str, sent: Mapping[str, object]) -> dict[str, str]:
        status, _, answer = self.client.ask("POST", path, sent)
        assert status == 201, answer
        assert isinstance(answer, dict)
        return answer


def filled(environment: Mapping[str, str], games: int) -> None:
    """A season with so many games, made in a process of its own on the same database.

    Swept and counted, as the database does meanwhile where a season takes a year, and not beside what is measured.
    """
    _run(environment, "-m", "bench.past_season", str(games))
    with psycopg.connect(environment["DATABASE_URL"], autocommit=True) as connection:
        connection.execute("VACUUM ANALYZE")


def caught_up(environment: Mapping[str, str]) -> None:
    """What the background does where it runs: lists are drawn up by the rules of today, games are counted."""
    _run(environment, "manage.py", "run_periodic")


def _run(environment: Mapping[str, str], *command: str) -> None:
    subprocess.run([sys.executable, *command], env=dict(environment), cwd=servers.ROOT, check=True)


def measured(roots: list[int], evening: Evening, alive: Callable[[int], None]) -> tuple[float, float]:
    """CPU milliseconds of one entered result, and how many times the cheapest request of the same run that is.

    Medians of several evenings, each its first ten results.
    """
    costs, multiples = [], []
    for _ in range(RUNS):
        evening.prepared()
        cheapest, result = cost(roots, alive), cost(roots, evening.results, RESULTS)
        costs.append(result)
        multiples.append(result / cheapest)
    return median(costs), median(multiples)


def usual_cost(roots: list[int], work: Callable[[int], None]) -> float:
    """CPU milliseconds of one request: the median of some runs."""
    return median(cost(roots, work) for _ in range(RUNS))


def main(sizes: tuple[int, ...]) -> None:
    """Measure and print."""
    print(calibrate())
    with (
        servers.postgresql() as server,
        servers.postgresql_database(server, "bench") as url,
        servers.site({"DATABASE_URL": url, "DATABASE_CONNECTIONS": "kept"}, servers.threads) as site,
    ):
        token = site.manage("create_token", "bench", "--role", "organiser").split()[-1]
        assert site.process is not None
        roots = [site.process.pid, postmaster(url)]
        for games in sizes:
            filled(site.environment, games)
            # The server closes a connection on which nobody asks for so long.
            client = Client(site, token)
            players = client.ask("GET", "/api/v1/players/?limit=3")[2]["results"]
            evening = Evening(client, [player["id"] for player in players])
            evening.made = games
            alive: Callable[[int], None] = reader(client, "/healthz", {}, 200)
            measured(roots, evening, alive)
            result, multiple = measured(roots, evening, alive)
            print(
                f"a result in a season with {games:,} games: {result:.1f} ms of CPU, "
                f"{multiple:.1f} times the cheapest request",
                flush=True,
            )
            caught_up(site.environment)
            client = Client(site, token)
            for path in ("/api/v1/rankings/3t/", "/rankings/3t/"):
                read: Callable[[int], None] = reader(client, path, {}, 200)
                print(f"{path} then: {usual_cost(roots, read):.2f} ms of CPU")


if __name__ == "__main__":
    main(tuple(map(int, sys.argv[1:])) or SIZES)
