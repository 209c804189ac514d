"""The processes of a site that is more than one: what each is for, and its command line.

`manage.py run PROCESS` starts them; units, containers and docs only name them, so that a command line is written once.
"""

import sys
from collections.abc import Mapping
from dataclasses import dataclass

from django.conf import settings

from config.settings import env

HOST, PORT = env.str("HOST", default="127.0.0.1"), env.int("PORT", default=8000)
_STREAMS_PORT = env.int("STREAMS_PORT", default=8001)
_RECORD_PORT = env.int("RECORD_PORT", default=8002)


@dataclass(frozen=True, slots=True)
class Process:
    """A process: what it is for, and how this Python starts it."""

    about: str
    command: tuple[str, ...]


def _gunicorn(kind: str, port: int) -> tuple[str, ...]:
    config = f"{settings.BASE_DIR}/gunicorn.conf.py"
    address, counted_as = f"{HOST}:{port}", f"RAUSWURF_PROCESS={kind}"
    return ("-m", "gunicorn", "--config", config, "--bind", address, "--env", counted_as, "config.wsgi")


#: Name → process. All of them need a database that several can write to (PostgreSQL) and Redis.
PROCESSES: Mapping[str, Process] = {
    "web": Process("pages, REST and the desk; as many as WEB_CONCURRENCY says", _gunicorn("web", PORT)),
    "record": Process(
        "the same for those who write, so that no throw waits for pages; as many as WEB_CONCURRENCY says",
        _gunicorn("record", _RECORD_PORT),
    ),
    "streams": Process(
        "live streams", (f"{settings.BASE_DIR}/manage.py", "serve", "--port", str(_STREAMS_PORT))
    ),
    "worker": Process(
        "tasks: webhooks, statistics, chances, forecasts", ("-m", "celery", "--app", "config", "worker")
    ),
    "beat": Process(
        "says when the tasks are due; one for the whole site", ("-m", "celery", "--app", "config", "beat")
    ),
}


def command_of(name: str) -> list[str]:
    """Return the command line of a process, this Python first."""
    return [sys.executable, *PROCESSES[name].command]
