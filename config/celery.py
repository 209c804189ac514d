"""The Celery application: run in the process without a broker, by workers with one."""

import logging.config
import os
from typing import Any

from celery import Celery
from celery.signals import setup_logging, worker_init, worker_process_init

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

app = Celery("rauswurf")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


@worker_process_init.connect
def compile_playouts(**options: Any) -> None:
    """Begin to compile playouts, or to read what was compiled, where running or ended games are played on.

    Before anybody wants them (docs/develop/playouts.md); settings are there by now.
    """
    from django.conf import settings

    from rules.simulate import warm_up

    if settings.CHANCES or settings.ANALYSIS:
        warm_up()


@worker_init.connect
def leave_the_processor(**options: Any) -> None:
    """Tasks take what requests leave of it; the children that do them inherit that."""
    from config.priority import stand_back

    stand_back("worker", head=os.getpid())


def log_as_json(**options: Any) -> None:
    """Write the lines of workers and beat as those of the other processes."""
    from django.conf import settings

    logging.config.dictConfig(settings.LOGGING)


if os.environ.get("LOG_FORMAT") == "json":
    # A receiver of this signal sets logging up; Celery then does not.
    setup_logging.connect(log_as_json)
