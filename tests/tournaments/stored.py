"""Everything that the database keeps, as one text: to look for what must not be there."""

import json
import re
from collections.abc import Callable
from importlib import import_module

from django.conf import settings
from django.db import connection

_ESCAPED = re.compile(r"\\u[0-9a-f]{4}")


def everything_kept(*rooms: str) -> str:
    """All rows of the tables of these rooms, their histories included."""
    found = []
    with connection.cursor() as cursor:
        for table in sorted(connection.introspection.table_names(cursor)):
            if table.startswith(rooms):
                cursor.execute(f'SELECT * FROM "{table}"')
                found += [f"{table} {[_told(value) for value in row]}" for row in cursor.fetchall()]
    text = "\n".join(sorted(found))
    # SQLite keeps JSON with letters beyond ASCII escaped.
    return _ESCAPED.sub(lambda letter: json.loads(f'"{letter[0]}"'), text)


def _told(value: object) -> str:
    return bytes(value).decode(errors="replace") if isinstance(value, bytes | memoryview) else str(value)


def columns_with(is_wanted: Callable[[str], object]) -> set[str]:
    """``table.column`` of every column of every table, whatever made it, in which one of the texts stands."""
    found = set()
    with connection.cursor() as cursor:
        for table in connection.introspection.table_names(cursor):
            cursor.execute(f'SELECT * FROM "{table}"')
            columns = [f"{table}.{column[0]}" for column in cursor.description]
            for row in cursor.fetchall():
                found |= {
                    column
                    for column, value in zip(columns, row, strict=True)
                    if is_wanted(_read(column, value))
                }
    return found


def _read(column: str, value: object) -> str:
    if column == "django_session.session_data":
        return str(import_module(settings.SESSION_ENGINE).SessionStore().decode(value))
    text = _told(value)
    if isinstance(value, bytes | memoryview):
        text += bytes(value).decode("cp1252", errors="replace")
    return _ESCAPED.sub(lambda letter: json.loads(f'"{letter[0]}"'), text)
