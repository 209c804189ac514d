"""What everybody's page of a hall costs, in CPU time: new, unchanged, and the first one after a change.

In a database of its own in a temporary folder (SQLite), through all of Django.
"""

import os
import tempfile
import time
from collections.abc import Callable
from datetime import UTC, date, datetime
from statistics import median
from typing import Any

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
folder = tempfile.TemporaryDirectory(prefix="rauswurf-bench-")
os.environ |= {"DATA_DIR": folder.name}
os.environ.pop("DATABASE_URL", None)
django.setup()

from django.core.management import call_command  # noqa: E402
from django.test import Client  # noqa: E402

from bench.calibration import calibrate  # noqa: E402
from bench.size import sized  # noqa: E402
from config.memory import look_for_garbage_rarely  # noqa: E402
from tournaments import services  # noqa: E402
from tournaments.models import Event  # noqa: E402
from tournaments.services import hall  # noqa: E402
from tournaments.services.hall import TableSheet  # noqa: E402
from tournaments.standings.event_state import EventState  # noqa: E402
from tournaments.standings.hall import round_of_subject  # noqa: E402
from tournaments.web import start_numbers  # noqa: E402

PEOPLE = sized(100, 400)
WHO: dict[str, Any] = {"actor": "bench", "now": datetime(2026, 11, 21, 20, 15, tzinfo=UTC)}


def milliseconds(work: Callable[[], Any]) -> float:
    """CPU time."""
    before = time.process_time()
    work()
    return (time.process_time() - before) * 1000


def hall_of(people: int) -> Event:
    """A hall in its second round, a third of its tables with results."""
    season = services.create_season(
        slug="bench", name="Bench", starts_on=date(2026, 1, 1), ends_on=date(2026, 12, 31), **WHO
    )
    event = services.create_event(
        season=season,
        slug="bench",
        name="Bench",
        format_key="open",
        rules_name="schmidt-classic",
        settings={"rounds": 4},
        starts_on=date(2026, 11, 21),
        **WHO,
    )
    told = [(f"Person {number:03}", hall.Description(team=f"Team {number // 4}")) for number in range(people)]
    hall.announce(event_id=event.pk, players=told, **WHO)
    hall.check_in_all(event_id=event.pk, **WHO)
    for subject in ("round-1", "round-2"):
        hall.plan_round(event_id=event.pk, **WHO)
        hall.publish_round(event_id=event.pk, subject=subject, **WHO)
        tables = round_of_subject(EventState.load(Event.objects.get(pk=event.pk)), subject).stage.tables
        sheets = [TableSheet(table.number, order=table.seating.entrants) for table in tables]
        entered = sheets if subject == "round-1" else sheets[: len(sheets) // 3]
        hall.enter_sheets(event_id=event.pk, sheets=entered, **WHO)
    return event


def measure() -> None:
    """Print the figures."""
    call_command("migrate", verbosity=0)
    look_for_garbage_rarely()
    event, client = hall_of(PEOPLE), Client(headers={"host": "localhost"})
    pages = [f"/events/{event.slug}/w/{number}/" for number in range(1, PEOPLE + 1)]
    tags = [client.get(f"{page}live/")["ETag"] for page in pages]

    def after_a_change() -> None:
        start_numbers.forget()
        client.get(f"{pages[0]}live/")

    unchanged = [
        milliseconds(lambda page=page, tag=tag: client.get(f"{page}live/", headers={"if-none-match": tag}))  # type: ignore[misc]
        for page, tag in zip(pages, tags, strict=True)
    ]
    found = {
        "unchanged (304)": unchanged,
        "its live part": [milliseconds(lambda page=page: client.get(f"{page}live/")) for page in pages],  # type: ignore[misc]
        "the whole page": [milliseconds(lambda page=page: client.get(page)) for page in pages],  # type: ignore[misc]
        "the first after a change": [milliseconds(after_a_change) for _ in range(9)],
    }
    print(f"{PEOPLE} people, {len(Event.objects.get(pk=event.pk).projection) / 1e6:.1f} MB stored")
    for name, figures in found.items():
        print(f"  {name}: {median(figures):.1f} ms ({min(figures):.1f}–{max(figures):.1f})")


if __name__ == "__main__":
    print(calibrate())
    measure()
