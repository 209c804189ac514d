"""Backups that the site makes by itself where a folder is set for them: one a day, and when its owner asks for one."""

from __future__ import annotations

from datetime import datetime, timedelta
from pathlib import Path

from django.conf import settings
from django.core.management import call_command

from config.backup.rotation import backups_in
from games.models import BackupWish

#: Looked for every hour: the newest is some minutes older at most. Where a timer makes one a day, none is due.
EVERY = timedelta(days=1)


def is_due(*, now: datetime) -> bool:
    """Check whether a backup is wanted that is not there."""
    if not settings.BACKUP_DIR:
        return False
    there = backups_in(Path(settings.BACKUP_DIR))
    return not there or now - there[0].made_at >= EVERY


def back_up_due(*, now: datetime) -> int:
    """Make the backup that is due; how many were made: 0 or 1."""
    if not is_due(now=now):
        return 0
    call_command("backup")
    return 1


def ask(*, now: datetime) -> None:
    """Have a backup made in some seconds, by whoever makes the daily ones, on whichever machine."""
    BackupWish.objects.create(asked_at=now)


def is_asked_for(*, now: datetime) -> bool:
    """Check whether somebody has asked for one and nobody has begun it."""
    return bool(settings.BACKUP_DIR) and BackupWish.objects.exists()


def take_up(*, now: datetime) -> bool:
    """Take up what was asked for; whether anything was. One that fails is not begun again, for ever and ever."""
    return is_asked_for(now=now) and bool(BackupWish.objects.all().delete()[0])


def back_up_asked_for(*, now: datetime) -> int:
    """Make the backup that somebody has asked for; how many were made: 0 or 1."""
    if not take_up(now=now):
        return 0
    call_command("backup")
    return 1
