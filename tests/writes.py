"""Which statements change rows: to show that what is refused has written nothing."""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from django.db import connection

_WRITES = re.compile(r"\s*(?:INSERT|UPDATE|DELETE|REPLACE|MERGE|TRUNCATE|WITH)\b", re.IGNORECASE)
#: The moment of a token's last use is not a change that anybody asked for.
_LAST_USE = re.compile(r'UPDATE "games_accesstoken" SET "last_used_at" = (?:%s|\?|NULL|\S+) WHERE')


@contextmanager
def writes_seen() -> Iterator[list[str]]:
    """Collect the statements that write to the database meanwhile, also those that are taken back later."""
    found: list[str] = []

    def note(execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any) -> Any:
        if _WRITES.match(sql) and not _LAST_USE.match(sql):
            found.append(sql)
        return execute(sql, params, many, context)

    with connection.execute_wrapper(note):
        yield found
