"""The tasks of the house, run by the workers in production."""

from __future__ import annotations

from typing import Any

from celery import shared_task
from django.utils import timezone

from config.retention import tidy


@shared_task
def drop_what_is_old(**later: Any) -> None:
    """Keep short what is kept for a while only."""
    tidy(now=timezone.now())
