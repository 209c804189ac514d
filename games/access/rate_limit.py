"""Rate limiting: requests a minute, counted in this process, without the database.

Anonymous readers are counted by their address, others by who they are; reading and writing are
counted apart, so that no reader can use up what somebody writes with. Each process counts for itself.
"""

import threading
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass

SECONDS = 60


@dataclass(frozen=True, slots=True)
class RateLimitStatus:
    """The state of one asker in the current minute."""

    policy: str
    limit: int
    left: int
    #: Seconds until the next minute begins.
    reset: int
    is_too_much: bool

    def headers(self) -> dict[str, str]:
        """Return the response headers (draft-ietf-httpapi-ratelimit-headers)."""
        return {
            "RateLimit-Policy": f'"{self.policy}";q={self.limit};w={SECONDS}',
            "RateLimit": f'"{self.policy}";r={self.left};t={self.reset}',
        }


class RateLimit:
    """Limit the requests a minute of each asker; 0: no limit."""

    def __init__(self, policy: str, clock: Callable[[], float] = time.monotonic) -> None:
        self.policy = policy
        self._clock = clock
        self._lock = threading.Lock()
        self._minute = 0
        self._counts: Counter[str] = Counter()

    def has_spent(self, asker: str, limit: int) -> bool:
        """Check whether the next request of the asker in this minute would be too much; it is not counted."""
        with self._lock:
            is_now = int(self._clock()) // SECONDS == self._minute
            return 0 < limit <= self._counts[asker] and is_now

    def ask(self, asker: str, limit: int) -> RateLimitStatus | None:
        """Count a request of the asker; ``None`` where there is no limit."""
        if not limit:
            return None
        minute, second = divmod(int(self._clock()), SECONDS)
        with self._lock:
            if minute != self._minute:
                self._minute, self._counts = minute, Counter()
            self._counts[asker] += 1
            count = self._counts[asker]
        return RateLimitStatus(self.policy, limit, max(limit - count, 0), SECONDS - second, count > limit)

    def wait(self, asker: str, limit: int) -> int:
        """Count a request of the asker; return in how many seconds to come again where it is one too many, else 0."""
        asked = self.ask(asker, limit)
        return asked.reset if asked is not None and asked.is_too_much else 0


READING = RateLimit("reading")
WRITING = RateLimit("writing")
LOGGING_IN = RateLimit("logging-in")
DRAWING = RateLimit("drawing")
REGISTERING = RateLimit("registering")
ARRIVING = RateLimit("arriving")
MAILING = RateLimit("mailing")
