"""How long 2,000 runs of an XLeague take from its middle: with one Celery worker, with two, and without any.

`python -m bench.forecasts`. PostgreSQL, Redis, beat and workers as in production; wall clock from a table without
forecasts to the last step, and the CPU time of the workers. The last result is compared with one computed here in one
piece.
"""

import json
import time
from contextlib import ExitStack
from typing import Any

from bench.calibration import calibrate
from bench.recording import Client, cpu_milliseconds
from bench.size import sized
from tests import servers
from tests.games.viewing import token_of
from tournaments.forecasting.request import ForecastRequest

EVENT = "/api/v1/events/bench/"
NAMES = ("Änne Öhler", "Bert Übel", "Cora Weiß")
RUNS = sized(200, 2_000)
STORED = """
import json
from tournaments.models import ForecastRun
run = ForecastRun.objects.order_by("pk").last()
print(json.dumps([run.question, run.tallies]))
"""
FORGET = "from tournaments.models import ForecastRun; ForecastRun.objects.all().delete()"


def league(client: Client) -> None:
    """An XLeague, played until its 30th of 48 games."""
    season = {"slug": "bench", "name": "Bench", "starts_on": "2026-01-01", "ends_on": "2026-12-31"}
    made(client, "/api/v1/seasons/", season)
    event = {
        "season": "bench",
        "slug": "bench",
        "name": "XLeague",
        "format": "league",
        "rules": "xmadn-2t",
        "starts_on": "2026-11-21",
        "settings": {"drrs": 6, "playoffs": "qualifying and final", "qualifying_wins": 3, "final_wins": 4},
    }
    made(client, "/api/v1/events/", event)
    for name in NAMES:
        player = made(client, "/api/v1/players/", {"name": name})
        made(client, f"{EVENT}entries/", {"player": player["id"]})
    for _ in range(30):
        table = client.ask("GET", f"{EVENT}standings/")[2]
        if table["draws_needed"]:
            made(client, f"{EVENT}draws/", {"method": "published seed", "published_seed": "bench"})
            table = client.ask("GET", f"{EVENT}standings/")[2]
        game = table["next_games"][0]
        winner = list(game["seating"])[game["number"] % 2]
        result = {"number": game["number"], "winner": winner}
        made(client, f"{EVENT}results/", result)


def made(client: Client, path: str, body: Any) -> Any:
    """What was made."""
    status, _, answer = client.ask("POST", path, body)
    assert status == 201, answer
    return answer


def main() -> None:
    """Print the figures."""
    print(calibrate())
    with (
        servers.postgresql() as server,
        servers.postgresql_database(server, "forecasts") as url,
        servers.redis() as redis,
        servers.site(
            {"DATABASE_URL": url, "REDIS_URL": redis, "FORECAST_RUNS": str(RUNS)}, servers.threads
        ) as site,
    ):
        client = Client(site, token_of(site))
        league(client)
        for workers in (1, 2):
            seconds, cpu = measured(site, client, workers)
            print(f"twice {RUNS} runs, {workers} worker(s): {seconds:.1f} s, {cpu / 1000:.1f} s of CPU")
        question, tallies = json.loads(site.shell(STORED))
    began = time.process_time()
    found = ForecastRequest.read(question).run(range(RUNS)).as_text()
    print(f"{RUNS} runs in one piece, without workers: {time.process_time() - began:.1f} s of CPU")
    print("the same bytes" if found == tallies else "NOT THE SAME")


def measured(site: servers.Site, client: Client, workers: int) -> tuple[float, float]:
    """Seconds from a table without forecasts to the last step, and milliseconds of CPU of the workers."""
    site.shell(FORGET)
    with ExitStack() as stack:
        running = [
            stack.enter_context(
                servers.celery(
                    site.environment,
                    "worker",
                    "--concurrency",
                    "1",
                    "--loglevel",
                    "CRITICAL",
                    "--hostname",
                    f"{number}@%h",
                )
            )
            for number in range(workers)
        ]
        stack.enter_context(servers.celery(site.environment, "beat", "--loglevel", "CRITICAL"))
        finish(client)  # they are up
        site.shell(FORGET)
        before = cpu_milliseconds([each.pid for each in running])
        began = time.perf_counter()
        finish(client)
        return time.perf_counter() - began, cpu_milliseconds([each.pid for each in running]) - before


def finish(client: Client) -> None:
    """Wait until the table has both forecasts."""
    client.connection.close()  # the server has, after so long a pause
    while True:
        found = client.ask("GET", f"{EVENT}forecast/")[2]["as_it_stands"]
        if [each["state"] for each in found] == ["finished"] * 2:
            return
        time.sleep(0.2)


if __name__ == "__main__":
    main()
