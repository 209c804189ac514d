"""Everything that the database keeps, as one text: to look for what must not be there."""

import json
import re
from collections.abc import Callable, Iterator, Sequence
from importlib import import_module

from django.conf import settings
from django.db import connection

_ESCAPED = re.compile(r"\\u[0-9a-f]{4}")


def _rows(*rooms: str) -> Iterator[tuple[str, list[str], Sequence[object]]]:
    """Every row of the tables of these rooms, with its table and the names of its columns."""
    with connection.cursor() as cursor:
        for table in sorted(connection.introspection.table_names(cursor)):
            if table.startswith(rooms or ""):
                cursor.execute(f'SELECT * FROM "{table}"')
                names = [column[0] for column in cursor.description]
                for row in cursor.fetchall():
                    yield table, names, row


def everything_kept(*rooms: str) -> str:
    """All rows of the tables of these rooms, their histories included."""
    text = "\n".join(sorted(f"{table} {[_told(value) for value in row]}" for table, _, row in _rows(*rooms)))
    # SQLite keeps JSON with letters beyond ASCII escaped.
    return _ESCAPED.sub(lambda letter: json.loads(f'"{letter[0]}"'), text)


def columns_with(is_wanted: Callable[[str], object]) -> set[str]:
    """``table.column`` of every column of every table, whatever made it, in which one of the texts stands."""
    return {
        f"{table}.{name}"
        for table, names, row in _rows()
        for name, value in zip(names, row, strict=True)
        if is_wanted(_read(f"{table}.{name}", value))
    }


def _told(value: object) -> str:
    return bytes(value).decode(errors="replace") if isinstance(value, bytes | memoryview) else str(value)


def _read(column: str, value: object) -> str:
    if column == "django_session.session_data":
        return str(import_module(settings.SESSION_ENGINE).SessionStore().decode(value))
    text = _told(value)
    if isinstance(value, bytes | memoryview):
        text += bytes(value).decode("cp1252", errors="replace")
    return _ESCAPED.sub(lambda letter: json.loads(f'"{letter[0]}"'), text)
