"""The newest backup in the folder that ``BACKUP_DIR`` names, of any maker."""

from pathlib import Path

from django.conf import settings

from config.backup.rotation import StoredBackup, backups_in


def folder() -> Path | None:
    """Return where backups are made; ``None`` where none are."""
    return Path(settings.BACKUP_DIR) if settings.BACKUP_DIR else None


def newest() -> StoredBackup | None:
    """Return the newest backup; ``None`` where none is known."""
    there = folder()
    found = backups_in(there) if there else []
    return found[0] if found else None
