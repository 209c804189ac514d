"""What a League of twenty costs: its draws, a result, a game started, and every page of it, in CPU milliseconds.

In a database of its own in a temporary folder (SQLite). Games are results that are written past the recorder.
"""

import os
import tempfile
import time
from collections.abc import Callable
from datetime import date
from functools import partial

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
folder = tempfile.TemporaryDirectory(prefix="rauswurf-bench-")
os.environ |= {"DATA_DIR": folder.name, "READS_PER_MINUTE": "0"}
os.environ.pop("DATABASE_URL", None)
django.setup()

from django.contrib.auth.models import User  # noqa: E402
from django.core.management import call_command  # noqa: E402
from django.test import Client  # noqa: E402

from bench.calibration import calibrate  # noqa: E402
from bench.league_results import BEGIN, WHO, new_league  # noqa: E402
from bench.size import sized  # noqa: E402
from games.models import Player  # noqa: E402
from tournaments import services  # noqa: E402
from tournaments.models import Event  # noqa: E402
from tournaments.services.standings import refresh  # noqa: E402

PLAYERS = 20
#: Double round-robins, and how many games of them have been played.
SIZES = ((1, 0), (1, 190), (1, 379), *sized((), ((6, 0), (6, 1140), (6, 2279))))
TRIES = sized(2, 5)


def milliseconds(work: Callable[[], object]) -> float:
    """CPU time of this process: the least of a few tries."""
    taken = []
    for _ in range(TRIES):
        begun = time.process_time()
        work()
        taken.append((time.process_time() - begun) * 1000)
    return min(taken)


def addresses(event: Event) -> tuple[str, ...]:
    """The pages of an event that grow with it, and those that list it."""
    public = f"/events/{event.slug}/"
    parts = ("", "games/", "schedule/", "chances/", "about/", "live/")
    return (
        *(public + part for part in parts),
        f"/organise/events/{event.slug}/",
        f"{public}results/",
        f"/api/v1/events/{event.slug}/",
        f"{public}schedule.csv",
        f"{public}schedule.pdf",
        f"{public}calendar.ics",
        f"{public}dice/",
        f"{public}audit/",
        "/organise/",
        "/",
    )


def measure() -> None:
    """Print the figures of each size."""
    call_command("migrate", verbosity=0)
    client = Client(headers={"host": "localhost"})
    client.force_login(User.objects.create_superuser("bench"))
    season = services.create_season(
        slug="s", name="S", starts_on=date(2026, 1, 1), ends_on=date(2026, 12, 31), **WHO
    )
    players = [Player.objects.create(name=f"Player {number:02}") for number in range(PLAYERS)]
    for rounds, played in SIZES:
        begun = time.process_time()
        event = new_league(season, players, rounds, played)
        print(f"\n{PLAYERS} players, {rounds} double round-robins, {played} games played", flush=True)
        print(f"  all of it written: {time.process_time() - begun:.1f} s")
        follows = milliseconds(partial(refresh, event_id=event.pk, now=BEGIN))
        print(f"  what follows from a result: {follows:.0f} ms")
        for path in addresses(event):
            size, status = 0, 0

            def ask(path: str = path) -> None:
                nonlocal size, status
                answer = client.get(path, follow=True)
                size, status = len(answer.content), answer.status_code

            print(f"  {path}: {milliseconds(ask):.0f} ms, {size / 1000:.0f} kB, {status}", flush=True)


if __name__ == "__main__":
    print(calibrate())
    measure()
