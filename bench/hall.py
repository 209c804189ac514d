"""What a hall costs, in CPU time: check-in, planning, publishing, results one by one and in bulk, at so many people.

In a database of its own in a temporary folder (SQLite).
"""

import os
import tempfile
import time
from collections.abc import Callable, Iterator
from datetime import UTC, date, datetime
from typing import Any

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
folder = tempfile.TemporaryDirectory(prefix="rauswurf-bench-")
os.environ |= {"DATA_DIR": folder.name}
os.environ.pop("DATABASE_URL", None)
django.setup()

from django.core.management import call_command  # noqa: E402

from bench.calibration import calibrate  # noqa: E402
from bench.size import sized  # noqa: E402
from config.memory import look_for_garbage_rarely  # noqa: E402
from tournaments import services  # noqa: E402
from tournaments.models import Event, EventTable  # noqa: E402
from tournaments.services import hall  # noqa: E402
from tournaments.services.hall import TableSheet  # noqa: E402
from tournaments.standings.event_state import EventState  # noqa: E402
from tournaments.standings.hall import round_of_subject  # noqa: E402

SIZES = sized((100,), (100, 400))
NOW = datetime(2026, 11, 21, 20, 15, tzinfo=UTC)
WHO: dict[str, Any] = {"actor": "bench", "now": NOW}


def timed(work: Callable[[], Any]) -> tuple[float, Any]:
    """CPU seconds, and what came of it."""
    before = time.process_time()
    found = work()
    return time.process_time() - before, found


def day(people: int, rounds: int = 4) -> Iterator[str]:
    """Play a day and tell what each step took."""
    season = services.create_season(
        slug=f"bench-{people}", name="Bench", starts_on=date(2026, 1, 1), ends_on=date(2026, 12, 31), **WHO
    )
    event = services.create_event(
        season=season,
        slug=f"bench-{people}",
        name="Bench",
        format_key="open",
        rules_name="schmidt-classic",
        settings={"rounds": rounds},
        starts_on=date(2026, 11, 21),
        **WHO,
    )
    told = [(f"Person {number:03}", hall.Description(team=f"Team {number // 4}")) for number in range(people)]
    seconds, _ = timed(lambda: hall.announce(event_id=event.pk, players=told, **WHO))
    yield f"announce {people}: {seconds:.2f} s"
    some = range(1, 21)
    seconds, _ = timed(lambda: [hall.check_in(event_id=event.pk, who=[n], **WHO) for n in some])
    yield f"check in, one by one: {seconds / len(some) * 1000:.0f} ms each"
    seconds, _ = timed(lambda: hall.check_in_all(event_id=event.pk, **WHO))
    yield f"check in the rest: {seconds:.2f} s"
    for number in range(1, rounds + 1):
        yield from _round(event, number)
    tables = EventTable.objects.filter(event=event)
    size = sum(len(text) for text in tables.values_list("projection", flat=True))
    yield f"stored tables: {tables.count()}, {size / 1e6:.1f} MB"


def _round(event: Event, number: int) -> Iterator[str]:
    subject = f"round-{number}"
    plan, _ = timed(lambda: hall.plan_round(event_id=event.pk, **WHO))
    publish, _ = timed(lambda: hall.publish_round(event_id=event.pk, subject=subject, **WHO))
    yield f"round {number}: plan {plan:.2f} s, publish {publish:.2f} s"
    tables = round_of_subject(EventState.load(Event.objects.get(pk=event.pk)), subject).stage.tables
    sheets = [TableSheet(table.number, order=table.seating.entrants) for table in tables]
    single, rest = sheets[:10], sheets[10:]
    each, _ = timed(lambda: [hall.enter_sheet(event_id=event.pk, sheet=sheet, **WHO) for sheet in single])
    bulk, _ = timed(lambda: hall.enter_sheets(event_id=event.pk, sheets=rest, **WHO))
    yield (
        f"round {number}: result {each / len(single) * 1000:.0f} ms, in bulk {bulk / max(1, len(rest)) * 1000:.0f} ms"
    )


def measure() -> None:
    """Print the figures of each size."""
    call_command("migrate", verbosity=0)
    look_for_garbage_rarely()
    for people in SIZES:
        print(f"\n{people} people", flush=True)
        for line in day(people):
            print(f"  {line}", flush=True)


if __name__ == "__main__":
    print(calibrate())
    measure()
