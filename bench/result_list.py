"""What a long result list costs everybody else: `python -m bench.result_list [EVENTS …]`.

The embedded site (SQLite, one process). A list of first-to-2 events, three games each, is handed in; meanwhile somebody
enters a player again and again and waits for each answer. Told are the time until the list was answered, until it was
taken over, and how long the writer had to wait.
"""

from __future__ import annotations

import sys
import threading
import time
from datetime import date, timedelta
from statistics import median

from bench.calibration import calibrate
from bench.recording import Client
from bench.size import sized
from tests import servers

#: Eight hundred take minutes.
USUAL = sized((40,), (200, 400, 800))
HEADINGS = "event;date;format;settings;players;result"
BIRDS = ("Amsel", "Bussard", "Kranich", "Zeisig", "Habicht", "Dohle", "Elster", "Fink", "Gimpel", "Ibis")
PEOPLE = [f"{first} {last}" for last in BIRDS for first in ("Annegret", "Bertram", "Cornelia")]
#: So long the writer rests between two players, and whoever waits for the list between two looks.
REST = 0.05


def result_list(events: int) -> str:
    """So many events, day after day."""
    rows = [HEADINGS]
    for number in range(events):
        day = date(2015, 1, 1) + timedelta(days=number)
        first, second, third = (PEOPLE[(number * 7 + seat * 11) % len(PEOPLE)] for seat in range(3))
        players = f"{first} / {second} / {third}"
        rows.append(f"Cup {number};{day};Championship;wins=2;{players};{first}|{second}|{first}")
    return "\n".join(rows) + "\n"


class Writer(threading.Thread):
    """Enters player after player until it is told to end."""

    def __init__(self, site: servers.Site, token: str) -> None:
        super().__init__(daemon=True)
        self._client = Client(site, token)
        self._over = threading.Event()
        self.waited: list[float] = []
        self.refused = 0

    def run(self) -> None:
        """Write, wait for the answer, rest."""
        while not self._over.wait(REST):
            since = time.monotonic()
            # A name that is like no other of the list.
            status, _, _ = self._client.ask("POST", "/api/v1/players/", {"name": f"W{time.monotonic_ns()}"})
            self.waited.append(time.monotonic() - since)
            self.refused += status != 201

    def end(self) -> None:
        """Write no more."""
        self._over.set()
        self.join()


def measure(events: int) -> None:
    """Take over a list of so many events on a new site."""
    with servers.site({}) as site:
        token = site.manage("create_token", "bench", "--role", "organiser").split()[-1]
        client, writer = Client(site, token), Writer(site, token)
        writer.start()
        since = time.monotonic()
        wanted = {"content": result_list(events), "people": {}}
        status, _, told = client.ask("POST", "/api/v1/history/", wanted)
        answered = time.monotonic() - since
        while status == 202 and told["state"] in ("checking", "taking over"):
            time.sleep(1)
            _, _, told = client.ask("GET", f"/api/v1/history/imports/{told['id']}/")
        done = time.monotonic() - since
        writer.end()
        state = told["state"] if status == 202 else status
        print(
            f"{events} events: answered after {answered:.1f} s, {state} after {done:.1f} s; meanwhile"
            f" {len(writer.waited)} writes, median {median(writer.waited) * 1000:.0f} ms,"
            f" longest {max(writer.waited):.2f} s, {writer.refused} refused",
            flush=True,
        )


if __name__ == "__main__":
    print(calibrate())
    for number in map(int, sys.argv[1:] or map(str, USUAL)):
        measure(number)
