"""The Celery application: run in the process without a broker, by workers with one."""

import os
from typing import Any

from celery import Celery
from celery.signals import worker_process_init

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

app = Celery("rauswurf")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


@worker_process_init.connect
def compile_playouts(**told: Any) -> None:
    """Before the first task wants them; settings are there by now."""
    from config.jit_warmup import compile_beside

    compile_beside()
