"""The one table of the series at ``/metrics``: name, kind, labels and a sentence each (docs/reference/metrics.md).

What only a process knows it counts itself (``config.watch.counters``). What stands in the database, on the disk or
at the broker is read when somebody asks (``config.watch.readings``): it needs no counting on the way of a throw, and
is right whichever process did it.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum


class SeriesKind(Enum):
    """What Prometheus calls a series."""

    COUNTER = "counter"
    GAUGE = "gauge"
    HISTOGRAM = "histogram"


class CountedBy(Enum):
    """Who knows it."""

    PROCESSES = "counted by the processes"
    READING = "read when it is asked for"


class Fold(Enum):
    """What the gauges of several processes make together; the names are those of ``prometheus_client``."""

    SUM_OF_THE_LIVING = "livesum"
    LATEST = "max"


@dataclass(frozen=True, slots=True)
class MetricSeries:
    """A series. ``known``: the values of its one label that are there from the start, with 0."""

    name: str
    kind: SeriesKind
    help: str
    labels: tuple[str, ...] = ()
    source: CountedBy = CountedBy.READING
    fold: Fold = Fold.SUM_OF_THE_LIVING
    buckets: tuple[float, ...] = ()
    known: tuple[tuple[str, ...], ...] = ((),)


#: Upper ends in seconds; what is promised (300 boards: 0.15 s, viewers: 0.5 s) is among them.
SECONDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.15, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
WAITS = (0.001, 0.01, 0.05, 0.1, 0.5, 1.0, 5.0, 10.0)
#: What a request asked for.
ASKED = ("recording", "tables", "rest", "pages", "streams", "static", "watching")
STATUSES = ("1xx", "2xx", "3xx", "4xx", "5xx")
REFUSALS = (
    "illegal-throw",
    "stale",
    "wrong-state",
    "bad-value",
    "rules",
    "too-many-requests",
    "too-many-streams",
    "no-database",
    "overloaded",
    "not-found",
    "not-authenticated",
    "permission-denied",
    "error",
)
FAULTS = ("locked", "timeout", "away", "other")


def _counted(
    name: str,
    kind: SeriesKind,
    help: str,
    labels: tuple[str, ...] = (),
    *,
    fold: Fold = Fold.SUM_OF_THE_LIVING,
    buckets: tuple[float, ...] = (),
    known: tuple[tuple[str, ...], ...] = ((),),
) -> MetricSeries:
    return MetricSeries(f"rauswurf_{name}", kind, help, labels, CountedBy.PROCESSES, fold, buckets, known)


def _read(name: str, help: str, labels: tuple[str, ...] = ()) -> MetricSeries:
    return MetricSeries(f"rauswurf_{name}", SeriesKind.GAUGE, help, labels)


def _each(values: tuple[str, ...]) -> tuple[tuple[str, ...], ...]:
    return tuple((value,) for value in values)


SERIES: tuple[MetricSeries, ...] = (
    # -- requests
    _counted(
        "requests_total",
        SeriesKind.COUNTER,
        "Requests answered, by what they asked for and the class of the status.",
        ("what", "status"),
        known=tuple((what, status) for what in ASKED for status in STATUSES[1:]),
    ),
    _counted(
        "request_seconds",
        SeriesKind.HISTOGRAM,
        "How long requests took, by what they asked for; streams until their first byte.",
        ("what",),
        buckets=SECONDS,
        known=_each(ASKED),
    ),
    _counted(
        "refusals_total",
        SeriesKind.COUNTER,
        "Requests refused, by the kind of the problem that was answered; pages by their status.",
        ("reason",),
        known=_each(REFUSALS),
    ),
    _counted(
        "events_recorded_total",
        SeriesKind.COUNTER,
        "Events recorded in the logs of games, by kind; `throw` are the throws.",
        ("kind",),
        known=_each(("throw",)),
    ),
    _counted("streams_open", SeriesKind.GAUGE, "Live streams that are open now."),
    # -- the database
    _counted(
        "database_lock_wait_seconds",
        SeriesKind.HISTOGRAM,
        "How long a transaction waited for its lock: for a row, with SQLite for the right to write.",
        buckets=WAITS,
    ),
    _counted(
        "database_faults_total",
        SeriesKind.COUNTER,
        "Statements that failed because the database was locked, too slow or away; the requests got 503.",
        ("kind",),
        known=_each(FAULTS),
    ),
    _read("database_size_bytes", "Bytes of the database."),
    _read("database_waiting", "Statements that wait for a lock now (PostgreSQL; with SQLite always 0)."),
    # -- processes and tasks
    _read(
        "processes",
        "What runs of the site on this machine, by what it is for; each counts once, with all its children.",
        ("kind",),
    ),
    _counted(
        "job_last_done_timestamp_seconds",
        SeriesKind.GAUGE,
        "When work of this kind was last done, in seconds since 1970.",
        ("job",),
        fold=Fold.LATEST,
        known=(),
    ),
    _counted(
        "job_seconds_total",
        SeriesKind.COUNTER,
        "Seconds spent on work of this kind.",
        ("job",),
        known=(),
    ),
    _counted(
        "job_failures_total",
        SeriesKind.COUNTER,
        "How often work of this kind ended with an error.",
        ("job",),
        known=(),
    ),
    _counted(
        "task_wait_seconds",
        SeriesKind.HISTOGRAM,
        "How long a task waited at the broker for a worker.",
        buckets=SECONDS,
    ),
    _read("tasks_waiting", "Tasks that wait at the broker (0 without Redis)."),
    _read("broker_up", "Whether Redis answers: 1, or 0 (1 without Redis)."),
    # -- what waits
    _read(
        "queue_length",
        "How much is due and not done yet, by queue.",
        ("queue",),
    ),
    _read("queue_failing", "How much of it rests after a failure, by queue.", ("queue",)),
    _read("queue_age_seconds", "For how long the oldest of what is due has waited, by queue.", ("queue",)),
    _read(
        "projection_lag",
        "By how much what follows from the logs is behind them: tables and forecasts in versions, chances in events, "
        "figures of players and analyses in games, rankings in lists.",
        ("projection",),
    ),
    # -- the record
    _read("games", "How many games there are, by state.", ("state",)),
    _read("log_events", "The number of the newest event in all logs: how much has ever been recorded."),
    _read("log_newest_timestamp_seconds", "When the newest event was recorded, in seconds since 1970."),
    _read(
        "backup_timestamp_seconds",
        "When the newest backup was made, in seconds since 1970; not there where none is known.",
    ),
    _read("backup_size_bytes", "Bytes of the newest backup."),
    _read(
        "chain_check_timestamp_seconds",
        "When all hash chains were last walked, in seconds since 1970; not there where they never were.",
    ),
    _read("chain_check_logs", "Logs whose chains were walked then."),
    _read("chain_check_broken_logs", "Logs that did not hold together then; anything but 0 is an alarm."),
    # -- the machine
    _read("disk_free_bytes", "Bytes free where something is kept: `data`, `backups`.", ("of",)),
    _read("disk_size_bytes", "Bytes there are in all on that disk.", ("of",)),
    _read("clock_timestamp_seconds", "The clock of the site, in seconds since 1970."),
    _read(
        "clock_synchronised",
        "Whether the machine's clock follows a time server: 1, or 0; not there where the system does not say.",
    ),
    _read(
        "info", "Always 1; its labels say what serves the site.", ("database", "python", "django", "broker")
    ),
)

BY_NAME: Mapping[str, MetricSeries] = {series.name: series for series in SERIES}
