"""Triggers in the database itself that refuse to change or delete rows of a log, on SQLite and PostgreSQL."""

from django.db.backends.base.base import BaseDatabaseWrapper

#: The tables to which rows are only ever added.
EVENTS = "games_gameevent"
SECURITY_EVENTS = "games_securityevent"
TABLES = (EVENTS, SECURITY_EVENTS)
_ACTIONS = ("UPDATE", "DELETE")
_REFUSAL = "a recorded event is never changed or deleted"


def install(connection: BaseDatabaseWrapper, table: str = EVENTS) -> None:
    """Make a table append-only; the triggers must not be there yet."""
    with connection.cursor() as cursor:
        for statement in _sqlite(table) if connection.vendor == "sqlite" else _postgresql(table):
            cursor.execute(statement)


def remove(connection: BaseDatabaseWrapper, table: str = EVENTS) -> None:
    """Take the triggers away: to undo the migration, and to empty the tables between tests."""
    where = "" if connection.vendor == "sqlite" else f" ON {table}"
    with connection.cursor() as cursor:
        for action in _ACTIONS:
            cursor.execute(f"DROP TRIGGER IF EXISTS {table}_no_{action.lower()}{where}")


def _sqlite(table: str) -> list[str]:
    return [
        f"""
        CREATE TRIGGER {table}_no_{action.lower()} BEFORE {action} ON {table}
        BEGIN SELECT RAISE(ABORT, '{_REFUSAL}'); END
        """
        for action in _ACTIONS
    ]


def _postgresql(table: str) -> list[str]:
    return [
        f"""
        CREATE OR REPLACE FUNCTION {table}_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN RAISE EXCEPTION '{_REFUSAL}'; END $$
        """,
        *(
            f"""
            CREATE TRIGGER {table}_no_{action.lower()} BEFORE {action} ON {table}
            FOR EACH ROW EXECUTE FUNCTION {table}_append_only()
            """
            for action in _ACTIONS
        ),
    ]
