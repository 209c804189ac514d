"""The day of four hundred: 100 tables, four rounds, a final, teams, over HTTP, the server killed in every phase.

`python -m bench.hall_day [sqlite|postgresql]`, by default both: the embedded server, one process without Redis, on
SQLite and on a real PostgreSQL. Four desks check in, 400 phones look for their seat, 100 tables tell their results from
phones and desks at once; who asks for what, and what has to hold after each SIGKILL, stands in
tests/endurance/hall_day.py. Seconds are by the clock, as whoever asks waits for them, on both cores with the clients
beside the server.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager

from bench.calibration import calibrate
from bench.recording import cpu_milliseconds
from bench.size import sized
from tests import servers
from tests.endurance.hall_day import HallDay, Size

DATABASES = ("sqlite", "postgresql")
SIZE = Size(
    people=sized(76, 400),
    rounds=sized(2, 4),
    a_minute=240,
    look=sized(2, 7),
    results=sized(20, 120),
)


@contextmanager
def production(database: str) -> Iterator[servers.Site]:
    """The embedded server as it is started by a user, with an empty database."""
    if database == "sqlite":
        with servers.site({}) as site:
            yield site
        return
    with (
        servers.mortal_postgresql() as server,
        servers.postgresql_database(server.url, "bench") as url,
        servers.site({"DATABASE_URL": url}) as site,
    ):
        yield site


def measure(database: str) -> None:
    """Play the day and print what was noted."""
    with production(database) as site:
        begun, day = time.monotonic(), HallDay(site, SIZE)
        day.play()
        assert site.process is not None
        used = cpu_milliseconds([site.process.pid]) / 1000
    print(
        f"\n{database}: {SIZE.people} people, {len(day.tables)} tables, after {time.monotonic() - begun:.0f} s"
    )
    for what, seconds in day.notes.seconds.items():
        figures = [day.notes.percentile(what, share) for share in (0.5, 0.99, 1)]
        p50, p99, most = (f"{each * 1000:,.0f} ms" for each in figures)
        print(f"  {what}: {len(seconds):,} times, p50 {p50}, p99 {p99}, at most {most}")
    for what, times in day.notes.happened.items():
        print(f"  {what}: {times}")
    print(f"  the server since its last start: {used:.0f} s of CPU")
    print(f"  the recount:\n{day.recounted}", flush=True)


if __name__ == "__main__":
    print(calibrate())
    for each in sys.argv[1:] or DATABASES:
        measure(each)
