"""What this process counts: the objects of ``prometheus_client`` for the series that processes count themselves."""

from dataclasses import dataclass, fields
from functools import cache

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, disable_created_metrics
from prometheus_client.metrics import MetricWrapperBase

from config.watch.series import BY_NAME, MetricSeries, SeriesKind

# Processes that count together have none.
disable_created_metrics()


@dataclass(frozen=True, slots=True)
class Counters:
    """Each by the name of its series without ``rauswurf_``; ``registry`` has them all."""

    registry: CollectorRegistry
    requests_total: Counter
    request_seconds: Histogram
    refusals_total: Counter
    events_recorded_total: Counter
    streams_open: Gauge
    database_lock_wait_seconds: Histogram
    database_faults_total: Counter
    job_last_done_timestamp_seconds: Gauge
    job_seconds_total: Counter
    job_failures_total: Counter
    task_wait_seconds: Histogram


@cache
def counters() -> Counters:
    """Return the counters of this process, made when something is first counted."""
    registry = CollectorRegistry()
    names = [each.name for each in fields(Counters)][1:]
    return Counters(registry, *(_made(BY_NAME[f"rauswurf_{name}"], registry) for name in names))  # type: ignore[arg-type]


def _made(series: MetricSeries, registry: CollectorRegistry) -> MetricWrapperBase:
    made: MetricWrapperBase
    match series.kind:
        case SeriesKind.COUNTER:
            made = Counter(series.name, series.help, series.labels, registry=registry)
        case SeriesKind.GAUGE:
            mode = series.fold.value
            made = Gauge(
                series.name,
                series.help,
                series.labels,
                registry=registry,
                multiprocess_mode=mode,  # type: ignore[arg-type]
            )
        case SeriesKind.HISTOGRAM:
            made = Histogram(
                series.name, series.help, series.labels, registry=registry, buckets=series.buckets
            )
    for labels in series.known if series.labels else ():
        made.labels(*labels)
    return made
