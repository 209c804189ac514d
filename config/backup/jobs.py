"""Backups that the site makes by itself where a folder is set for them: one a day, and when its owner asks for one."""

from collections.abc import Iterator
from datetime import datetime, timedelta

from django.conf import settings
from django.core.management import call_command
from django.db.models import Min

from config.backup.rotation import newest
from games.models import BackupWish
from games.work.kinds import WHOLE, Due, Lane, Work

#: Where a timer makes one a day, none is due.
EVERY = timedelta(days=1)


def ask(*, now: datetime) -> None:
    """Have a backup made in some seconds, by the process that makes the daily ones, on any machine."""
    BackupWish.objects.create(asked_at=now)


def is_asked_for() -> bool:
    """Check whether somebody has asked for one that is not made yet."""
    return bool(settings.BACKUP_DIR) and BackupWish.objects.exists()


def _due(now: datetime) -> Iterator[Due]:
    if not settings.BACKUP_DIR:
        return
    asked_at = BackupWish.objects.aggregate(first=Min("asked_at"))["first"]
    last = newest()
    if asked_at or last is None or now - last.made_at >= EVERY:
        yield WHOLE, asked_at


def _back_up(key: str, now: datetime) -> None:
    wishes = list(BackupWish.objects.values_list("pk", flat=True))
    call_command("backup")
    BackupWish.objects.filter(pk__in=wishes).delete()


WORK = Work("backups", Lane.LONG, 10.0, _due, _back_up, patience=timedelta(hours=1))
