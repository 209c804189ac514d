"""The series that nobody counts: read in the database, on the disk and at the broker whenever somebody asks."""

import platform
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from pathlib import Path

import django
from django.conf import settings
from django.db import connection, transaction
from django.db.models import Count, F, Max
from django.db.models.functions import Coalesce
from django.utils import timezone
from prometheus_client.metrics_core import GaugeMetricFamily, Metric

from config.processes import PROCESSES
from config.watch import backups, broker, machine, sharing
from config.watch.chain_check import last_check
from config.watch.series import BY_NAME
from config.work import KINDS
from games.chances import jobs as chances
from games.enums import GameState
from games.models import Game, GameEvent, WorkClaim
from games.work.kinds import Due
from tournaments.forecasts import queue as forecasts
from tournaments.models import Event, Reckoning
from tournaments.statistics import update as statistics


@dataclass(frozen=True, slots=True)
class Reading:
    """A value of a series, with the values of its labels."""

    name: str
    value: float
    labels: tuple[str, ...] = ()


class Readings:
    """Collects for ``prometheus_client`` what is read now."""

    def collect(self) -> Iterator[Metric]:
        """Read everything once."""
        families: dict[str, GaugeMetricFamily] = {}
        for each in read(now=timezone.now()):
            series = BY_NAME[f"rauswurf_{each.name}"]
            family = families.setdefault(
                series.name, GaugeMetricFamily(series.name, series.help, labels=series.labels)
            )
            family.add_metric(each.labels, each.value)
        yield from families.values()


def read(*, now: datetime) -> Iterator[Reading]:
    """Return all readings as of now."""
    yield from _queues(now)
    yield from _lags(now)
    yield from _record()
    yield from _database()
    yield from _proofs()
    yield from _machine(now)


def _queues(now: datetime) -> Iterator[Reading]:
    failing = WorkClaim.objects.filter(next_at__gt=now, attempts__gt=0)
    failed = dict(failing.order_by().values_list("kind").annotate(Count("pk")))
    for kind, work in KINDS.items():
        due = list(work.due(now))
        yield Reading("queue_length", len(due), (kind,))
        yield Reading("queue_age_seconds", _age(now, waiting_since(due)), (kind,))
        yield Reading("queue_failing", failed.get(kind, 0), (kind,))
    tasks = broker.tasks()
    yield Reading("broker_up", tasks is not None)
    if tasks is not None:
        yield Reading("tasks_waiting", tasks.waiting)
        yield Reading("queue_length", tasks.waiting, ("tasks",))
        yield Reading("queue_age_seconds", tasks.oldest, ("tasks",))


def waiting_since(due: Iterable[Due]) -> datetime | None:
    """Return since when the oldest of what is due has waited; ``None`` where that is not known."""
    return min((since for _, since in due if since is not None), default=None)


def _age(now: datetime, since: datetime | None) -> float:
    return 0.0 if since is None else max(0.0, (now - since).total_seconds())


def _lags(now: datetime) -> Iterator[Reading]:
    tables = Event.objects.exclude(version=0).annotate(kept=Coalesce(Max("tables__version"), 0))
    lags = {
        "tables": tables.filter(version__gt=F("kept")).aggregate(most=Max(F("version") - F("kept")))["most"],
        "rankings": len(list(KINDS["rankings"].due(now))),
        "statistics": statistics.behind(now),
        "ratings": Reckoning.objects.filter(ended_at__isnull=False).count(),
        "chances": chances.behind(),
        "analyses": len(list(KINDS["analyses"].due(now))),
        "forecasts": forecasts.behind(),
    }
    for name, lag in lags.items():
        yield Reading("projection_lag", lag or 0, (name,))


def _record() -> Iterator[Reading]:
    counted = dict(Game.objects.order_by().values_list("state").annotate(Count("pk")))
    for state in GameState:
        yield Reading("games", counted.get(str(state), 0), (str(state),))
    newest = GameEvent.objects.order_by("-pk").values_list("pk", "recorded_at").first()
    yield Reading("log_events", 0 if newest is None else newest[0])
    if newest is not None:
        yield Reading("log_newest_timestamp_seconds", newest[1].timestamp())


def _database() -> Iterator[Reading]:
    waiting = 0
    if connection.vendor == "postgresql":
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("SELECT pg_database_size(current_database())")
            size = cursor.fetchone()[0]
            cursor.execute(
                "SELECT count(*) FROM pg_stat_activity"
                " WHERE datname = current_database() AND wait_event_type = 'Lock'"
            )
            waiting = cursor.fetchone()[0]
    else:
        file = Path(connection.settings_dict["NAME"])
        size = sum(path.stat().st_size for path in file.parent.glob(f"{file.name}*") if path.is_file())
    yield Reading("database_size_bytes", size)
    yield Reading("database_waiting", waiting)


def _proofs() -> Iterator[Reading]:
    if (backup := backups.newest()) is not None:
        yield Reading("backup_timestamp_seconds", backup.made_at.timestamp())
        yield Reading("backup_size_bytes", backup.size)
    if (check := last_check()) is not None and check.ended_at is not None:
        yield Reading("chain_check_timestamp_seconds", check.ended_at.timestamp())
        yield Reading("chain_check_logs", check.logs)
        yield Reading("chain_check_broken_logs", len(check.broken))


def _machine(now: datetime) -> Iterator[Reading]:
    living = sharing.living() if sharing.is_shared() else {"serve": 1}
    for kind in ("serve", *PROCESSES):
        yield Reading("processes", living.get(kind, 0), (kind,))
    for disk in machine.disks():
        yield Reading("disk_free_bytes", disk.free, (disk.of,))
        yield Reading("disk_size_bytes", disk.size, (disk.of,))
    yield Reading("clock_timestamp_seconds", now.timestamp())
    if (follows := machine.follows_a_time_server()) is not None:
        yield Reading("clock_synchronised", follows)
    yield Reading("info", 1, _info())


@cache
def _info() -> tuple[str, ...]:
    broker = "redis" if settings.REDIS_URL else "none"
    return connection.vendor, platform.python_version(), django.get_version(), broker
