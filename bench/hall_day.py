"""The day of four hundred: 100 tables, four rounds, a final, teams, over HTTP, the server killed in every phase.

`python -m bench.hall_day [sqlite|postgresql]`, by default both: the embedded server, one process without Redis, on
SQLite and on a real PostgreSQL. Four desks check in, 400 phones look for their seat and go on looking, 100 tables tell
their results from phones and desks at once; who asks for what, and what has to hold after each SIGKILL, stands in
tests/endurance/hall_day.py. Seconds are by the clock, as whoever asks waits for them, on both cores with the clients
beside the server.
"""

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager

from bench.calibration import calibrate
from bench.recording import cpu_milliseconds
from bench.size import sized
from tests import servers
from tests.endurance.hall_day import HallDay, Size
from tests.endurance.hall_results import Notes

DATABASES = ("sqlite", "postgresql")
SIZE = Size(
    people=sized(76, 400),
    rounds=sized(2, 4),
    a_minute=240,
    look=sized(2, 7),
    look_on=sized(4, 20),
    results=sized(20, 120),
)
#: What is timed → the share of it that is looked at (1: all of it), and the seconds that may take.
AIMS = {
    "check-in of everybody": (1.0, SIZE.people / 40 * 60),
    "a phone looks": (0.99, 1.0),
    "all seats known after publishing": (1.0, 10.0),
    **{f"all results of round-{n}": (1.0, max(SIZE.results, 20.0)) for n in range(1, SIZE.rounds + 1)},
    "the last slip, plan and publish": (1.0, 5.0),
}


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


def percentile(notes: Notes, what: str, share: float) -> float:
    """The seconds within which that share of the answers came."""
    ordered = sorted(notes.seconds[what])
    return ordered[min(len(ordered) - 1, int(len(ordered) * share))]


def aimed(notes: Notes, what: str) -> str:
    """Whether what was timed took as long as it may."""
    if what not in AIMS:
        return ""
    share, aim = AIMS[what]
    kept = "kept" if percentile(notes, what, share) <= aim else "MISSED"
    return f" | aim: {'at most' if share == 1 else 'p99'} {aim:,.0f} s, {kept}"


def measure(database: str) -> None:
    """Play the day and print what was noted, also of one that fails."""
    with production(database) as site:
        begun, day = time.monotonic(), HallDay(site, SIZE)
        try:
            day.play()
        finally:
            used = cpu_milliseconds([site.process.pid]) / 1000 if site.process else 0.0
            tell(
                day,
                f"{database}: after {time.monotonic() - begun:.0f} s, {used:.0f} s of CPU since the last start",
            )


def tell(day: HallDay, heading: str) -> None:
    """Print what was noted."""
    print(f"\n{heading}, {SIZE.people} people, {len(day.tables)} tables")
    for what, seconds in day.notes.seconds.items():
        figures = [percentile(day.notes, what, share) for share in (0.5, 0.99, 1)]
        p50, p99, most = (f"{each * 1000:,.0f} ms" for each in figures)
        print(
            f"  {what}: {len(seconds):,} times, p50 {p50}, p99 {p99}, at most {most}{aimed(day.notes, what)}"
        )
    for what, times in day.notes.happened.items():
        print(f"  {what}: {times}")
    print(f"  the recount:\n{day.recounted}", flush=True)


if __name__ == "__main__":
    print(calibrate())
    for each in sys.argv[1:] or DATABASES:
        measure(each)
