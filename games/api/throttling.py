"""The limits of the REST interface: shown in every answer, and refused with 429 beyond them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.conf import settings
from rest_framework.permissions import SAFE_METHODS
from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle

from games.access import READING, WRITING, RateLimitStatus, actor_of, address_of

if TYPE_CHECKING:
    from rest_framework.views import APIView


class PerMinute(BaseThrottle):
    """The requests a minute for each reader, and apart from that for each writer."""

    asked: RateLimitStatus | None = None

    def allow_request(self, request: Request, view: APIView) -> bool:
        """Count the request; the answer's headers tell how many are left."""
        asker = actor_of(request) or address_of(request._request)
        if request.method in SAFE_METHODS:
            self.asked = READING.ask(asker, settings.READS_PER_MINUTE)
        else:
            self.asked = WRITING.ask(asker, settings.WRITES_PER_MINUTE)
        if self.asked is None:
            return True
        view.headers |= self.asked.headers()
        return not self.asked.is_too_much

    def wait(self) -> float | None:
        """Seconds until the next one is answered."""
        return None if self.asked is None else self.asked.reset
