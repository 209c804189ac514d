"""Whoever has waited too long for their turn is told so (503) and when to come again.

They will hardly wait longer; and where everybody was answered late, each answer would be worked out for somebody who
has gone, or who asks the same again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from django.conf import settings

from config.body_limits import Wsgi, answered, head_of
from config.gunicorn_worker import waited

#: Whoever watches the process asks there, then above all.
ALWAYS = frozenset({"/healthz", "/readyz", "/metrics"})


class NobodyTooLate:
    """A WSGI application around another one that is asked nothing by who has waited ``LONGEST_WAIT_SECONDS``."""

    def __init__(self, application: Wsgi) -> None:
        self.application = application

    def __call__(self, environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        """What the other application answers, or 503."""
        if 0 < settings.LONGEST_WAIT_SECONDS < waited.get() and environ["PATH_INFO"] not in ALWAYS:
            return answered(head_of(environ).overloaded(), start_response)
        return self.application(environ, start_response)
