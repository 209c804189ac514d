"""What Prometheus reads at ``/metrics``, by its own reader."""

import urllib.request
from dataclasses import dataclass
from typing import Any

from django.core.handlers.wsgi import WSGIHandler
from django.core.signals import request_started
from django.db import close_old_connections
from django.test import RequestFactory
from prometheus_client import Metric
from prometheus_client.metrics import MetricWrapperBase
from prometheus_client.parser import text_string_to_metric_families

from config.watch.readings import READ, everything
from config.watch.series import REGISTRY
from config.watch.servers import watched_wsgi

#: Name → kind, sentence, labels.
SERIES: dict[str, tuple[Any, str, Any]] = {
    f"{each._name}_total" if each._type == "counter" else each._name: (
        each._type,
        each._documentation,
        each._labelnames,
    )
    for each in dict.fromkeys(REGISTRY._names_to_collectors.values())
    if isinstance(each, MetricWrapperBase)
} | {f"rauswurf_{name}": ("gauge", *about) for name, about in READ.items()}


@dataclass(frozen=True, slots=True)
class Scrape:
    """The families of one look."""

    families: dict[str, Metric]

    def value(self, name: str, **labels: str) -> float | None:
        """The value of a sample; ``None`` where there is none with exactly these labels."""
        for family in self.families.values():
            for sample in family.samples:
                if sample.name == f"rauswurf_{name}" and sample.labels == labels:
                    return sample.value
        return None

    def grown(self, before: "Scrape", name: str, **labels: str) -> float:
        """How much more a sample has than before."""
        return (self.value(name, **labels) or 0) - (before.value(name, **labels) or 0)


def read(text: str) -> Scrape:
    """What Prometheus' own reader makes of a text."""
    return Scrape({family.name: family for family in text_string_to_metric_families(text)})


def scrape() -> Scrape:
    """What this process would answer now."""
    return read(everything().decode())


def scrape_site(url: str) -> Scrape:
    """What a running site answers."""
    with urllib.request.urlopen(f"{url}/metrics", timeout=60) as answer:
        return read(answer.read().decode())


@dataclass(frozen=True, slots=True)
class Answered:
    """What came back through the WSGI application as it is served."""

    status: int
    headers: dict[str, str]
    body: bytes


def ask(method: str, path: str, data: object = None, **headers: str) -> Answered:
    """Ask this process as a server would, through everything that counts."""
    told: dict[str, object] = {}

    def start(status: str, given: list[tuple[str, str]], *failure: object) -> None:
        told.update(status=int(status[:3]), headers={name.lower(): value for name, value in given})

    request = RequestFactory().generic(
        method, path, b"" if data is None else str(data), "application/json", headers=headers
    )
    # The connection is the test's own, and goes on after the request.
    request_started.disconnect(close_old_connections)
    try:
        body = b"".join(watched_wsgi(WSGIHandler())(request.environ, start))
    finally:
        request_started.connect(close_old_connections)
    return Answered(told["status"], told["headers"], body)  # type: ignore[arg-type]
