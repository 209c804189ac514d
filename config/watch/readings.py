"""``/metrics``: everything that can be counted, as Prometheus reads it.

Series without a counter are read whenever somebody asks, in the database and on the disk.
"""

import hmac
from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime

from django.conf import settings
from django.db.models import Count
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.exposition import CONTENT_TYPE_LATEST
from prometheus_client.metrics_core import GaugeMetricFamily, Metric

from config.backup import rotation
from config.processes import PROCESSES
from config.watch import machine, series, sharing
from config.watch.chain_check import last_check
from config.work import KINDS
from games.access import came_through_proxy, is_this_machine
from games.enums import GameState
from games.models import Game, WorkClaim
from games.work.kinds import Due

#: What is read: name without ``rauswurf_`` → a sentence, and labels.
READ: Mapping[str, tuple[str, tuple[str, ...]]] = {
    "processes": (
        "What runs of the site on this machine, by what it is for; each counts once, with all its children.",
        ("kind",),
    ),
    "queue_length": ("How much is due and not done yet, by queue.", ("queue",)),
    "queue_failing": ("How much of it rests after a failure, by queue.", ("queue",)),
    "queue_age_seconds": ("For how long the oldest of what is due has waited, by queue.", ("queue",)),
    "games": ("How many games there are, by state.", ("state",)),
    "backup_timestamp_seconds": (
        "When the newest backup was made, in seconds since 1970; not there where none is known.",
        (),
    ),
    "chain_check_broken_logs": (
        "Logs that did not hold together when all hash chains were last walked; anything but 0 is an alarm.",
        (),
    ),
    "disk_free_bytes": ("Bytes free where something is kept: `data`, `backups`.", ("of",)),
    "disk_size_bytes": ("Bytes there are in all on that disk.", ("of",)),
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
    yield from _games()
    yield from _proofs()
    yield from _machine()


def _queues(now: datetime) -> Iterator[Reading]:
    failing = WorkClaim.objects.filter(next_at__gt=now, attempts__gt=0)
    failed = dict(failing.order_by().values_list("kind").annotate(Count("pk")))
    for kind, work in KINDS.items():
        due = list(work.due(now))
        yield "queue_length", len(due), kind
        since = waiting_since(due) or now
        yield "queue_age_seconds", max(0.0, (now - since).total_seconds()), kind
        yield "queue_failing", failed.get(kind, 0), kind


def waiting_since(due: Iterable[Due]) -> datetime | None:
    """Return since when the oldest of what is due has waited; ``None`` where that is not known."""
    return min((since for _, since in due if since is not None), default=None)


def _games() -> Iterator[Reading]:
    counted = dict(Game.objects.order_by().values_list("state").annotate(Count("pk")))
    for state in GameState:
        yield "games", counted.get(str(state), 0), str(state)


def _proofs() -> Iterator[Reading]:
    if (backup := rotation.newest()) is not None:
        yield "backup_timestamp_seconds", backup.made_at.timestamp()
    if (check := last_check()) is not None:
        yield "chain_check_broken_logs", len(check.broken)


def _machine() -> Iterator[Reading]:
    living = sharing.living() if sharing.is_shared() else {"serve": 1}
    for kind in ("serve", *PROCESSES):
        yield "processes", living.get(kind, 0), kind
    for disk in machine.disks():
        yield "disk_free_bytes", disk.free, disk.of
        yield "disk_size_bytes", disk.size, disk.of


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
