"""The series that the processes of a site count themselves (docs/reference/metrics.md).

What is in the database or on the disk is read when somebody asks (``config.watch.readings``): it
needs no counting on the way of a throw, and is right whichever process did it.
"""

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, disable_created_metrics

# Processes that count together have none.
disable_created_metrics()

#: Upper ends in seconds; what is promised (300 boards: 0.15 s, viewers: 0.5 s) is among them.
_SECONDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.15, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
_WAITS = (0.001, 0.01, 0.05, 0.1, 0.5, 1.0, 5.0, 10.0)

REGISTRY = CollectorRegistry()
REQUESTS = Counter(
    "rauswurf_requests_total",
    "Requests answered, by what they asked for and the class of the status.",
    ("what", "status"),
    registry=REGISTRY,
)
REQUEST_SECONDS = Histogram(
    "rauswurf_request_seconds",
    "How long requests took, by what they asked for; streams until their first byte.",
    ("what",),
    registry=REGISTRY,
    buckets=_SECONDS,
)
REFUSALS = Counter(
    "rauswurf_refusals_total",
    "Requests refused, by the kind of the problem that was answered; pages by their status.",
    ("reason",),
    registry=REGISTRY,
)
EVENTS_RECORDED = Counter(
    "rauswurf_events_recorded_total",
    "Events recorded in the logs of games, by kind; `throw` are the throws.",
    ("kind",),
    registry=REGISTRY,
)
STREAMS_OPEN = Gauge(
    "rauswurf_streams_open", "Live streams that are open now.", registry=REGISTRY, multiprocess_mode="livesum"
)
LOCK_WAIT_SECONDS = Histogram(
    "rauswurf_database_lock_wait_seconds",
    "How long a transaction waited for its lock: for a row, with SQLite for the right to write.",
    registry=REGISTRY,
    buckets=_WAITS,
)
# There from the start, with 0.
for _what in ("recording", "tables", "rest", "pages", "streams", "static", "watching"):
    REQUEST_SECONDS.labels(_what)
    for _status in ("2xx", "3xx", "4xx", "5xx"):
        REQUESTS.labels(_what, _status)
EVENTS_RECORDED.labels("throw")
