"""What one recorded throw, one table and one "nothing new" cost: CPU of server and database, SQL statements.

And what a batch of throws costs for each of them. Ratios are to the cheapest request through all of Django in the
same run: they say on any machine what milliseconds say on one.

`python -m bench.recording`. A real PostgreSQL and the production server (gunicorn, two processes of four
threads) are started; requests come one after the other over one kept connection. Costs are the CPU time of
all processes of both servers, from the system's own accounting, divided by the number of requests; medians
of several runs.
"""

from __future__ import annotations

import copy
import http.client
import json
import os
import uuid
from collections.abc import Callable, Mapping
from pathlib import Path
from random import Random
from statistics import median
from typing import Any

import rules
from bench.calibration import calibrate
from bench.size import sized
from rules import rule_set
from tests import servers

RUNS = sized(2, 9)
REQUESTS = sized(100, 300)
#: Throws of a batch, and batches of a run.
BATCH, BATCHES = 1000, 3
CHEAPEST = "the cheapest request (alive)"
TICK = 1000 / os.sysconf("SC_CLK_TCK")


class Client:
    """One kept connection to the site."""

    def __init__(self, site: servers.Site, token: str) -> None:
        self.connection = http.client.HTTPConnection("127.0.0.1", site.port)
        self.headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}

    def without_token(self) -> Client:
        """Whoever asks by the same connection and shows no token; the server closes one on which nobody asks."""
        anybody = copy.copy(self)
        anybody.headers = {}
        return anybody

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


def cost(roots: list[int], work: Callable[[int], None], requests: int = REQUESTS) -> float:
    """CPU milliseconds of one request."""
    before = cpu_milliseconds(roots)
    work(requests)
    return (cpu_milliseconds(roots) - before) / requests


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


def batch_recorder(client: Client, game: dict[str, Any]) -> Callable[[int], None]:
    """A function that records so many batches of random throws of a game, none of which ends it."""
    state, lots = client.ask("GET", f"/api/v1/games/{game['id']}/")[2], Random(6)

    def record(number: int) -> None:
        nonlocal state
        seats = {seat["player"]["id"]: seat["colours"] for seat in state["seats"]}
        for _ in range(number):
            play = rules.Game.at(
                state["position"], rule_set(state["rules"]), seats, finished=state["finished"]
            )
            throws: list[dict[str, Any]] = []
            while len(throws) < BATCH:
                die = lots.choice(play.rules.die_faces)
                moves = play.moves(die)
                move = lots.choice(moves) if moves else None
                after = play.play(die, move)
                if not after.over:
                    play = after
                    throws.append({"die": die, "move": move and str(move), "id": str(uuid.uuid4())})
            throws[0]["expected"] = state["number"]
            status, _, answer = client.ask("POST", f"/api/v1/games/{state['id']}/throws/", throws)
            assert status == 201, answer
            state = answer["game"]

    return record


def reader(client: Client, path: str, headers: Mapping[str, str], expected: int) -> Callable[[int], None]:
    """A function that reads a path so many times."""

    def read(number: int) -> None:
        for _ in range(number):
            status, found, _ = client.ask("GET", path, headers=headers)
            assert status == expected, (status, dict(found))

    return read


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
        anybody = client.without_token()
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
            CHEAPEST: reader(anybody, "/healthz", {}, 200),
            "one recorded throw": recorder(client, game),
            "one table": reader(anybody, table, {}, 200),
            "one table, asked with a token": reader(client, table, {}, 200),
            "one 304": reader(anybody, table, {"If-None-Match": tag}, 304),
        }
        for work in works.values():
            work(50)
        # In turns, so that whatever else the machine does meets all of them.
        runs = [{name: cost(roots, work) for name, work in works.items()} for _ in range(RUNS)]
        for name in works:
            found = sorted(run[name] for run in runs)
            times = sorted(run[name] / run[CHEAPEST] for run in runs)
            print(
                f"{name}: {median(found):.2f} ms of CPU, server and database ({found[0]:.2f} to {found[-1]:.2f}), "
                f"{median(times):.2f} times the cheapest ({times[0]:.2f} to {times[-1]:.2f})"
            )
        batches = batch_recorder(client, game)
        batches(1)
        each = [cost(roots, batches, BATCHES) / BATCH for _ in range(RUNS)]
        print(
            f"one throw of a batch of {BATCH:,}: {median(each):.3f} ms ({min(each):.3f} to {max(each):.3f})"
        )


if __name__ == "__main__":
    main()
