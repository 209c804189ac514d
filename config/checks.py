"""System checks of the house: settings that work, but not together."""

import sqlite3
from collections.abc import Sequence
from typing import Any

from django.conf import settings
from django.core.checks import CheckMessage, Error, Tags, Warning, register
from django.db import connection

from config.backup import unfinished
from config.backup.errors import Unknown
from config.backup.tables import migration_state

# The first SQLite without the WAL-reset bug, a rare corruption between connections of several processes.
SAFE_SQLITE = (3, 51, 3)


@register
def sqlite_serves_one_process(**_: Any) -> list[CheckMessage]:
    """W001 where several processes would share a SQLite that is too old for it."""
    uses_sqlite = settings.DATABASES["default"]["ENGINE"] == "config.sqlite"
    several_processes = settings.PROCESSES > 1 or not settings.CELERY_TASK_ALWAYS_EAGER
    if not (uses_sqlite and several_processes and sqlite3.sqlite_version_info < SAFE_SQLITE):
        return []
    return [
        Warning(
            f"SQLite {sqlite3.sqlite_version} may damage its file when several processes write to it "
            f"(WAL-reset bug, mended in {'.'.join(map(str, SAFE_SQLITE))}).",
            hint="Use PostgreSQL: set DATABASE_URL to postgresql://USER:PASSWORD@HOST/NAME. "
            "Or run one process: WEB_CONCURRENCY=1 and no REDIS_URL.",
            id="config.W001",
        )
    ]


@register
def restore_came_to_its_end(**_: Any) -> list[CheckMessage]:
    """E011 where a restore was cut off: what there is may be half of a site, with names that were erased."""
    why = unfinished.why_unfinished()
    if why is None:
        return []
    return [Error(why.in_all(), hint=unfinished.what_to_do().in_all(), id="config.E011")]


@register(Tags.database)
def database_is_of_this_version(databases: Sequence[str] | None = None, **_: Any) -> list[CheckMessage]:
    """E012 before ``migrate`` where the database is of a version that this one does not bring up to date."""
    if not databases:
        return []
    try:
        migration_state(connection)
    except Unknown as error:
        return [Error(str(error), id="config.E012")]
    return []
