"""Backups that the site makes by itself where a folder is set for them: one a day, and when its owner asks for one."""

import time
from collections.abc import Iterator
from datetime import datetime, timedelta

from django.conf import settings
from django.core.management import call_command
from django.db.models import Min

from config.backup.rotation import StoredBackup, newest
from games.access import SITE
from games.models import SecurityEvent
from games.work.kinds import WHOLE, Due, Lane, Work

#: Where a timer makes one a day, none is due.
EVERY = timedelta(days=1)


def is_asked_for(now: datetime) -> bool:
    """Check whether somebody has asked for one since the newest was begun."""
    return bool(settings.BACKUP_DIR) and _asked_at(newest(), now) is not None


def _asked_at(last: StoredBackup | None, now: datetime) -> datetime | None:
    asked = SecurityEvent.objects.filter(
        kind=SecurityEvent.Kind.BACKUP_ASKED, place=SITE, happened_at__lte=now
    )
    if last is not None:
        asked = asked.filter(happened_at__gte=last.made_at)
    return asked.aggregate(first=Min("happened_at"))["first"]


def _due(now: datetime) -> Iterator[Due]:
    if not settings.BACKUP_DIR:
        return
    last = newest()
    asked_at = _asked_at(last, now)
    if asked_at or last is None or now - last.made_at >= EVERY:
        yield WHOLE, asked_at


def _back_up(key: str, now: datetime) -> None:
    # Its name has the second in which it begins: one that is later than all that was asked for so far.
    time.sleep(1)
    call_command("backup")


WORK = Work("backups", Lane.LONG, 10.0, _due, _back_up, patience=timedelta(hours=1))
