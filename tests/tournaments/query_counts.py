"""How many queries a request takes."""

from typing import Any

from django.db import connection
from django.test.utils import CaptureQueriesContext


def queries(client: Any, path: str) -> int:
    with CaptureQueriesContext(
        connection,
    ) as found:
        assert client.get(path).status_code == 200
    return len(found)
