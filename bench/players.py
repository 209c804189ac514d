"""What the figures of players cost after few games and after many: counting a result, and reading.

In a database of its own in a temporary folder (SQLite). Games are results of three of twenty players each.
"""

import os
import tempfile
import time
import uuid
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from random import Random
from statistics import median

import django

from games.enums import Decision, GameState

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
folder = tempfile.TemporaryDirectory(prefix="rauswurf-bench-")
os.environ |= {"DATA_DIR": folder.name, "READS_PER_MINUTE": "0"}
os.environ.pop("DATABASE_URL", None)
django.setup()

from django.core.management import call_command  # noqa: E402
from django.test import Client  # noqa: E402

from bench.calibration import calibrate  # noqa: E402
from bench.size import sized  # noqa: E402
from games.models import Game, Player  # noqa: E402
from tournaments.statistics.update import count_due, note  # noqa: E402

BEGIN = datetime(2026, 1, 1, tzinfo=UTC)
PAIRS = (("yellow", "black"), ("blue", "red"), ("green", "violet"))
SIZES = (100, sized(1_000, 10_000))
TRIES = sized(5, 15)


def results(players: list[Player], numbers: range, lots: Random) -> list[Game]:
    """Games with a result, an hour after one another, noted to be counted."""
    games = []
    for number in numbers:
        seats, ended = lots.sample(players, 3), BEGIN + timedelta(hours=number)
        games.append(
            Game(
                id=uuid.uuid4(),
                rules_name="xmadn-3t",
                seated=[[str(player.pk), list(pair)] for player, pair in zip(seats, PAIRS, strict=True)],
                state=GameState.ENDED,
                winner=seats[0],
                decided_by=Decision.RESULT,
                told={"seconds": lots.randrange(600, 9000)},
                created_at=ended,
                ended_at=ended,
                number=2,
            )
        )
    Game.objects.bulk_create(games)
    note([game.pk for game in games])
    return games


def milliseconds(work: Callable[[], object], before: Callable[[], object] = lambda: None) -> str:
    """CPU time of this process for the work: median, and the spread."""
    taken = []
    for _ in range(TRIES):
        before()
        begun = time.process_time()
        work()
        taken.append((time.process_time() - begun) * 1000)
    return f"{median(taken):.1f} ms ({min(taken):.1f}–{max(taken):.1f})"


def measure() -> None:
    """Print the figures for each size."""
    call_command("migrate", verbosity=0)
    lots, client = Random(1), Client(headers={"host": "localhost"})
    players = [Player.objects.create(name=f"Player {number}") for number in range(20)]
    there = 0
    for size in SIZES:
        begun = time.process_time()
        results(players, range(there, size), lots)
        count_due(now=datetime.now(UTC))
        each = (time.process_time() - begun) * 1000 / (size - there)
        print(f"{size:,} games, {each:.1f} ms each from scratch")
        there = size

        def another(at: list[int] = [size]) -> None:  # noqa: B006 - goes on counting
            results(players, range(at[0], at[0] + 1), lots)
            at[0] += 1

        print(
            "  a result more, counted and rated:",
            milliseconds(lambda: count_due(now=datetime.now(UTC)), another),
        )
        for path in (f"/players/{players[0].pk}/", "/ratings/", "/records/"):
            print(f"  {path[:10]}:", milliseconds(lambda path=path: client.get(path)))  # type: ignore[misc]


if __name__ == "__main__":
    print(calibrate())
    measure()
