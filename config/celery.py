"""The Celery application: run in the process without a broker, by workers with one."""

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

app = Celery("rauswurf")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
