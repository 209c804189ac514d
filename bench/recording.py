"""What one recorded throw, one table and one "nothing new" cost: CPU of server and database, SQL statements.

`python -m bench.recording`. A real PostgreSQL and the production server (gunicorn, two processes of four
threads) are started; requests come one after the other over one kept connection. Costs are the CPU time of
all processes of both servers, from the system's own accounting, divided by the number of requests; medians
of several runs.
"""

from __future__ import annotations

import http.client
import json
import os
import subprocess
import sys
import uuid
from collections.abc import Callable, Mapping
from pathlib import Path
from random import Random
from statistics import median
from typing import Any

import rules
from bench.calibration import calibrate
from bench.size import sized
from rules.rule_sets import rule_set
from tests import servers

RUNS = sized(2, 5)
REQUESTS = sized(100, 300)
TICK = 1000 / os.sysconf("SC_CLK_TCK")


class Client:
    """One kept connection to the site."""

    def __init__(self, site: servers.Site, token: str) -> None:
        self.connection = http.client.HTTPConnection("127.0.0.1", site.port)
        self.headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}

    def ask(
        self, method: str, path: str, body: Any = None, headers: Mapping[str, str] | None = None
    ) -> tuple[int, Mapping[str, str], Any]:
        """Status, headers and body of an answer."""
        sent = None if body is None else json.dumps(body)
        self.connection.request(method, path, sent, {**self.headers, **(headers or {})})
        answer = self.connection.getresponse()
        found = answer.read()
        is_json = "json" in answer.getheader("Content-Type", "")
        return answer.status, dict(answer.getheaders()), json.loads(found) if is_json else found


def cpu_milliseconds(roots: list[int]) -> float:
    """CPU time of these processes and their descendants so far, also of those that have ended."""
    total = 0.0
    for process in {process for root in roots for process in servers.family(root)}:
        try:
            fields = Path(f"/proc/{process}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
        except OSError:
            continue
        total += sum(map(int, fields[11:15])) * TICK
    return total


def postmaster(url: str) -> int:
    """The process id of the PostgreSQL server behind a URL."""
    import psycopg

    with psycopg.connect(url, autocommit=True) as connection:
        row = connection.execute("SHOW data_directory").fetchone()
    assert row is not None
    return int(Path(row[0], "postmaster.pid").read_text(encoding="utf-8").splitlines()[0])


def cost(
    roots: list[int], work: Callable[[int], None], runs: int = RUNS, requests: int = REQUESTS
) -> tuple[float, float, float]:
    """CPU milliseconds of one request: median, least and most of the runs."""
    found = []
    for _ in range(runs):
        before = cpu_milliseconds(roots)
        work(requests)
        found.append((cpu_milliseconds(roots) - before) / requests)
    return median(found), min(found), max(found)


def recorder(client: Client, game: dict[str, Any]) -> Callable[[int], None]:
    """A function that records so many random throws of a game that never ends (taken back where it does)."""
    state, lots = game, Random(5)

    def record(number: int) -> None:
        nonlocal state
        seats = {seat["player"]["id"]: seat["colours"] for seat in state["seats"]}
        path = f"/api/v1/games/{state['id']}/"
        for _ in range(number):
            play = rules.Game.at(
                state["position"], rule_set(state["rules"]), seats, finished=state["finished"]
            )
            die = lots.choice(play.rules.die_faces)
            moves = play.moves(die)
            throw = {"die": die, "move": str(lots.choice(moves)) if moves else None, "id": str(uuid.uuid4())}
            status, _, answer = client.ask("POST", path + "throws/", {"expected": state["number"], **throw})
            assert status == 201, answer
            state = answer["game"]
            if state["state"] == "ended":
                back = {"expected": state["number"], "throws": 200, "reason": "measured"}
                state = client.ask("POST", path + "take-back/", back)[2]["game"]

    return record


def reader(client: Client, path: str, headers: Mapping[str, str], expected: int) -> Callable[[int], None]:
    """A function that reads a path so many times."""

    def read(number: int) -> None:
        for _ in range(number):
            status, found, _ = client.ask("GET", path, headers=headers)
            assert status == expected, (status, dict(found))

    return read


def sql_statements(environment: Mapping[str, str]) -> int:
    """SQL statements of one recorded throw, counted in a process of its own on the same database."""
    done = subprocess.run(
        [sys.executable, "-m", "bench.sql_queries"],
        env=dict(environment),
        cwd=servers.ROOT,
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    return int(done.stdout)


def main() -> None:
    """Measure and print."""
    print(calibrate())
    with (
        servers.postgresql() as server,
        servers.postgresql_database(server, "bench") as url,
        servers.site({"DATABASE_URL": url, "DATABASE_CONNECTIONS": "kept"}, servers.threads) as site,
    ):
        site.manage("demo")
        client = Client(site, site.manage("create_token", "bench", "--role", "organiser").split()[-1])
        assert site.process is not None
        roots = [site.process.pid, postmaster(url)]
        game = next(
            game
            for game in client.ask("GET", "/api/v1/games/?state=running")[2]["results"]
            if game["rules"] == "xmadn-3t"
        )
        # A table that stays as it is while the throws are recorded.
        finished = client.ask("GET", "/api/v1/events/?status=finished")[2]["results"][0]
        table = f"/api/v1/events/{finished['slug']}/standings/"
        tag = client.ask("GET", table)[1]["ETag"]
        works = {
            "one recorded throw": recorder(client, game),
            "one table": reader(client, table, {}, 200),
            "one 304": reader(client, table, {"If-None-Match": tag}, 304),
            "the cheapest request (alive)": reader(client, "/healthz", {}, 200),
        }
        for name, work in works.items():
            work(50)
            usual, least, most = cost(roots, work)
            print(f"{name}: {usual:.2f} ms of CPU, server and database ({least:.2f} to {most:.2f})")
        print(f"SQL statements of one recorded throw: {sql_statements(site.environment)}")


if __name__ == "__main__":
    main()
