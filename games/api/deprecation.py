"""What of the interface will be taken away: told in the description, and by headers of every answer.

``deprecated`` marks a method of a view, ``deprecated_members`` of a serializer its members: declared there and nowhere
else. ``Deprecation`` is RFC 9745, ``Sunset`` RFC 8594.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from functools import wraps
from typing import Any

from django.utils.http import http_date

#: Nothing is taken away sooner than so long after that was told: twelve months.
NOTICE = timedelta(days=365)
_REFERENCE = "/api/v1/docs/api-changes.md"


@dataclass(frozen=True, slots=True)
class Deprecation:
    """Since when something is deprecated, and what is to be used instead; it is taken away at ``sunset``.

    Raises ``ValueError`` for a sunset that comes too soon.
    """

    since: date
    instead: str
    sunset: date | None = None

    def __post_init__(self) -> None:
        if self.ends < self.since + NOTICE:
            raise ValueError(f"sunset: {self.since + NOTICE} at the earliest, a year after it is told")

    @property
    def ends(self) -> date:
        """Return the day on which it is taken away."""
        return self.sunset or self.since + NOTICE

    def headers(self) -> dict[str, str]:
        """Return the headers that say so."""
        return {
            "Deprecation": f"@{_seconds(self.since)}",
            "Sunset": http_date(_seconds(self.ends)),
            "Link": f'<{_REFERENCE}>; rel="deprecation"; type="text/markdown"',
        }

    def describe(self) -> str:
        """Describe it for the description of the interface."""
        return f"Deprecated since {self.since}, taken away on {self.ends}: {self.instead}"


def deprecated(deprecation: Deprecation) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Mark a method of a view: its answers say so, and the description does (``DescribedSchema``).

    Nearest to the method, below other decorators.
    """

    def marked(method: Callable[..., Any]) -> Callable[..., Any]:
        @wraps(method)
        def answering(*args: Any, **options: Any) -> Any:
            answer = method(*args, **options)
            for name, value in deprecation.headers().items():
                answer[name] = value
            return answer

        answering.deprecation = deprecation  # type: ignore[attr-defined]
        return answering

    return marked


def deprecation_of(view: Any, method: str) -> Deprecation | None:
    """Return how the operation of a view is deprecated, if it is."""
    name = getattr(view, "action", None) or method.lower()
    return getattr(getattr(view, name, None), "deprecation", None)


def _seconds(day: date) -> int:
    return int(datetime.combine(day, time(), UTC).timestamp())
