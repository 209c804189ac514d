"""Who has waited too long for a thread is told so (503) and when to come again.

They will hardly wait longer; and where all were answered late, each answer would be for somebody who has gone, or who
asks the same again.
"""

import time
from collections.abc import Callable, Iterable
from typing import Any

from django.conf import settings

from config.body_limits import Wsgi, answered, head_of

#: What watches the process asks there, then above all.
ALWAYS = frozenset({"/healthz", "/readyz", "/metrics"})


class NobodyTooLate:
    """A WSGI application around another one that is asked nothing by who has waited ``LONGEST_WAIT_SECONDS``.

    The proxy says in ``X-Request-Start`` when it handed the request on, in seconds since 1970. A client that makes it
    up has only itself refused.
    """

    def __init__(self, application: Wsgi) -> None:
        self.application = application

    def __call__(self, environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        """What the other application answers, or 503."""
        if 0 < settings.LONGEST_WAIT_SECONDS < _waited(environ) and environ["PATH_INFO"] not in ALWAYS:
            return answered(head_of(environ).overloaded(), start_response)
        return self.application(environ, start_response)


def _waited(environ: dict[str, Any]) -> float:
    """For how many seconds a request has waited; 0 where nobody says it."""
    try:
        return time.time() - float(environ["HTTP_X_REQUEST_START"])
    except (KeyError, ValueError):
        return 0.0
