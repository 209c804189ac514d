"""A WSGI application that says which process answers; `/slow` takes a while."""

import os
import time
from collections.abc import Callable, Iterable
from typing import Any

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")


def application(environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
    """Answer with the process id."""
    if environ["PATH_INFO"] == "/slow":
        time.sleep(0.1)
    said = str(os.getpid()).encode()
    start_response("200 OK", [("Content-Type", "text/plain"), ("Content-Length", str(len(said)))])
    return [said]
