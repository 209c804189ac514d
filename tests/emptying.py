"""What tests with real transactions have written goes as quickly as it can, and the log stays append-only."""

from functools import cache

from django.db import connection, transaction

from games import triggers

#: What the migrations put there; Django would write it anew.
KEPT = frozenset({"django_content_type", "auth_permission"})


def empty() -> None:
    """Leave the database as the migrations left it, but for its counters."""
    with connection.constraint_checks_disabled(), transaction.atomic(), connection.cursor() as cursor:
        for table in triggers.TABLES:
            triggers.remove(connection, table)
        for statement in _statements():
            cursor.execute(statement)
        for table in triggers.TABLES:
            triggers.install(connection, table)


@cache
def _statements() -> list[str]:
    existing = connection.introspection.django_table_names(only_existing=True, include_views=False)
    all_gone = [f'DELETE FROM "{table}"' for table in sorted({*existing} - KEPT)]
    if connection.vendor == "sqlite":
        return all_gone
    # One message; and what refers to nothing is found before the triggers are put back.
    return ["; ".join([*all_gone, "SET CONSTRAINTS ALL IMMEDIATE"])]
