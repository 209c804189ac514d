"""The tasks of the house, run by the workers in production."""

from __future__ import annotations

from typing import Any

from celery import shared_task
from django.utils import timezone

from config.backup.jobs import back_up_asked_for, back_up_due
from config.backup.second_copy import copy_what_changed
from config.retention import tidy
from config.watch.chain_check import check_due


@shared_task
def drop_what_is_old(**later: Any) -> None:
    """Keep short what is kept for a while only."""
    tidy(now=timezone.now())


@shared_task
def copy_the_database(**later: Any) -> None:
    """Keep the second copy of an SQLite database young."""
    copy_what_changed(now=timezone.now())


@shared_task
def back_up(**later: Any) -> None:
    """Make the daily backup where it is due."""
    back_up_due(now=timezone.now())


@shared_task
def back_up_when_asked(**later: Any) -> None:
    """Make the backup that the site's owner has asked for."""
    back_up_asked_for(now=timezone.now())


@shared_task
def walk_chains(**later: Any) -> None:
    """Walk a portion of the hash chains where that is due."""
    check_due(now=timezone.now())
