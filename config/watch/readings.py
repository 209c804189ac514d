"""``/metrics``: everything that can be counted, as Prometheus reads it.

Series without a counter are read whenever somebody asks, in the database, on the disk and at the broker.
"""

import hmac
import platform
from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime
from functools import cache
from pathlib import Path

import django
from django.conf import settings
from django.db import connection, transaction
from django.db.models import Count, F, Max
from django.db.models.functions import Coalesce
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.exposition import CONTENT_TYPE_LATEST
from prometheus_client.metrics_core import GaugeMetricFamily, Metric

from config.backup import rotation
from config.processes import PROCESSES
from config.watch import broker, machine, series, sharing
from config.watch.chain_check import last_check
from config.work import KINDS
from games.access import came_through_proxy, is_this_machine
from games.chances import jobs as chances
from games.enums import GameState
from games.models import Game, GameEvent, WorkClaim
from games.work.kinds import Due
from tournaments.forecasts import queue as forecasts
from tournaments.models import Event, Reckoning
from tournaments.players import update as statistics

#: What is read: name without ``rauswurf_`` → a sentence, and labels.
READ: Mapping[str, tuple[str, tuple[str, ...]]] = {
    "database_size_bytes": ("Bytes of the database.", ()),
    "database_waiting": ("Statements that wait for a lock now (PostgreSQL; with SQLite always 0).", ()),
    "processes": (
        "What runs of the site on this machine, by what it is for; each counts once, with all its children.",
        ("kind",),
    ),
    "tasks_waiting": ("Tasks that wait at the broker (0 without Redis).", ()),
    "broker_up": ("Whether Redis answers: 1, or 0 (1 without Redis).", ()),
    "queue_length": ("How much is due and not done yet, by queue.", ("queue",)),
    "queue_failing": ("How much of it rests after a failure, by queue.", ("queue",)),
    "queue_age_seconds": ("For how long the oldest of what is due has waited, by queue.", ("queue",)),
    "projection_lag": (
        "By how much what follows from the logs is behind them: tables and forecasts in versions, chances in events, "
        "figures of players and analyses in games, rankings in lists.",
        ("projection",),
    ),
    "games": ("How many games there are, by state.", ("state",)),
    "log_events": ("The number of the newest event in all logs: how much has ever been recorded.", ()),
    "log_newest_timestamp_seconds": ("When the newest event was recorded, in seconds since 1970.", ()),
    "backup_timestamp_seconds": (
        "When the newest backup was made, in seconds since 1970; not there where none is known.",
        (),
    ),
    "backup_size_bytes": ("Bytes of the newest backup.", ()),
    "chain_check_timestamp_seconds": (
        "When all hash chains were last walked, in seconds since 1970; not there where they never were.",
        (),
    ),
    "chain_check_logs": ("Logs whose chains were walked then.", ()),
    "chain_check_broken_logs": ("Logs that did not hold together then; anything but 0 is an alarm.", ()),
    "disk_free_bytes": ("Bytes free where something is kept: `data`, `backups`.", ("of",)),
    "disk_size_bytes": ("Bytes there are in all on that disk.", ("of",)),
    "clock_timestamp_seconds": ("The clock of the site, in seconds since 1970.", ()),
    "info": ("Always 1; its labels say what serves the site.", ("database", "python", "django", "broker")),
}

#: Name of a series, value, values of its labels.
Reading = tuple[str, float, *tuple[str, ...]]


class Readings:
    """Collects for ``prometheus_client`` what is read now."""

    def collect(self) -> Iterator[Metric]:
        """Read everything once."""
        families: dict[str, GaugeMetricFamily] = {}
        for name, value, *labels in read(now=timezone.now()):
            sentence, known = READ[name]
            family = families.setdefault(name, GaugeMetricFamily(f"rauswurf_{name}", sentence, labels=known))
            family.add_metric(labels, value)
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
        yield "queue_length", len(due), kind
        since = waiting_since(due) or now
        yield "queue_age_seconds", max(0.0, (now - since).total_seconds()), kind
        yield "queue_failing", failed.get(kind, 0), kind
    tasks = broker.tasks()
    yield "broker_up", tasks is not None
    if tasks is not None:
        yield "tasks_waiting", tasks


def waiting_since(due: Iterable[Due]) -> datetime | None:
    """Return since when the oldest of what is due has waited; ``None`` where that is not known."""
    return min((since for _, since in due if since is not None), default=None)


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
        yield "projection_lag", lag or 0, name


def _record() -> Iterator[Reading]:
    counted = dict(Game.objects.order_by().values_list("state").annotate(Count("pk")))
    for state in GameState:
        yield "games", counted.get(str(state), 0), str(state)
    newest = GameEvent.objects.order_by("-pk").values_list("pk", "recorded_at").first()
    yield "log_events", 0 if newest is None else newest[0]
    if newest is not None:
        yield "log_newest_timestamp_seconds", newest[1].timestamp()


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
    yield "database_size_bytes", size
    yield "database_waiting", waiting


def _proofs() -> Iterator[Reading]:
    if (backup := rotation.newest()) is not None:
        yield "backup_timestamp_seconds", backup.made_at.timestamp()
        yield "backup_size_bytes", backup.size
    if (check := last_check()) is not None and check.ended_at is not None:
        yield "chain_check_timestamp_seconds", check.ended_at.timestamp()
        yield "chain_check_logs", check.logs
        yield "chain_check_broken_logs", len(check.broken)


def _machine(now: datetime) -> Iterator[Reading]:
    living = sharing.living() if sharing.is_shared() else {"serve": 1}
    for kind in ("serve", *PROCESSES):
        yield "processes", living.get(kind, 0), kind
    for disk in machine.disks():
        yield "disk_free_bytes", disk.free, disk.of
        yield "disk_size_bytes", disk.size, disk.of
    yield "clock_timestamp_seconds", now.timestamp()
    yield "info", 1, *_info()


@cache
def _info() -> tuple[str, ...]:
    broker = "redis" if settings.REDIS_URL else "none"
    return connection.vendor, platform.python_version(), django.get_version(), broker


def may_watch(request: HttpRequest) -> bool:
    """Check whether a request may see the figures of the site."""
    if shows_token(request):
        return True
    # From this machine, and through no proxy that is not counted.
    return is_this_machine(request) and bool(settings.PROXIES or not came_through_proxy(request))


def shows_token(request: HttpRequest) -> bool:
    """Check whether a request shows METRICS_TOKEN; compared in the same time whatever is wrong with it."""
    scheme, _, token = str(request.META.get("HTTP_AUTHORIZATION", "")).partition(" ")
    expected: str = settings.METRICS_TOKEN
    is_right = hmac.compare_digest(token.strip().encode(), expected.encode())
    return bool(expected) and scheme.lower() == "bearer" and is_right


@never_cache
@require_safe
def metrics(request: HttpRequest) -> HttpResponse:
    """200 with all series for those who may see them, 403 for others."""
    if not may_watch(request):
        text = "Send METRICS_TOKEN (Authorization: Bearer …), or ask from the machine itself.\n"
        return HttpResponse(text, status=403, content_type="text/plain; charset=utf-8")
    return HttpResponse(everything(), content_type=CONTENT_TYPE_LATEST)


def everything() -> bytes:
    """Return all series in Prometheus' text format."""
    registry = CollectorRegistry()
    registry.register(Readings())
    if sharing.is_shared():
        registry.register(sharing.Together())
        return generate_latest(registry)
    return generate_latest(series.REGISTRY) + generate_latest(registry)
