"""The tasks of the workers in production that belong to games; what they do is done in ``chances`` and ``analysis``."""

from __future__ import annotations

from typing import Any

from celery import shared_task
from django.utils import timezone

from games.analysis.jobs import analyse_next
from games.chances.jobs import count_next
from games.chances.notify import wake


@shared_task
def count_chances(**later: Any) -> None:
    """Count the chances of the game whose turn it is; whatever else there is to do comes before the next."""
    if count_next(now=timezone.now()):
        wake()


@shared_task
def analyse_games(**later: Any) -> None:
    """Analyse a game that has ended; the next one comes with the next call."""
    analyse_next(now=timezone.now())
