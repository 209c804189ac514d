"""Everything that the database keeps, as one text: to look for what must not be there."""

from __future__ import annotations

import json
import re

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
