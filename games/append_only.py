"""Triggers in the database itself that refuse to change or delete events of a log, on SQLite and PostgreSQL."""

from __future__ import annotations

from django.db.backends.base.base import BaseDatabaseWrapper

TABLE = "games_gameevent"

_SQLITE = [
    f"""
    CREATE TRIGGER {TABLE}_no_{action.lower()} BEFORE {action} ON {TABLE}
    BEGIN SELECT RAISE(ABORT, 'a recorded event is never changed or deleted'); END
    """
    for action in ("UPDATE", "DELETE")
]
_POSTGRESQL = [
    f"""
    CREATE OR REPLACE FUNCTION {TABLE}_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN RAISE EXCEPTION 'a recorded event is never changed or deleted'; END $$
    """,
    *(
        f"""
        CREATE TRIGGER {TABLE}_no_{action.lower()} BEFORE {action} ON {TABLE}
        FOR EACH ROW EXECUTE FUNCTION {TABLE}_append_only()
        """
        for action in ("UPDATE", "DELETE")
    ),
]


def install(connection: BaseDatabaseWrapper) -> None:
    """Make the log append-only; the triggers must not be there yet."""
    with connection.cursor() as cursor:
        for statement in _SQLITE if connection.vendor == "sqlite" else _POSTGRESQL:
            cursor.execute(statement)


def remove(connection: BaseDatabaseWrapper) -> None:
    """Take the triggers away: to undo the migration, and to empty the tables between tests."""
    where = "" if connection.vendor == "sqlite" else f" ON {TABLE}"
    with connection.cursor() as cursor:
        for action in ("update", "delete"):
            cursor.execute(f"DROP TRIGGER IF EXISTS {TABLE}_no_{action}{where}")
