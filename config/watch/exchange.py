"""One request and its answer: its id, how long it took, what came of it; counted, and one line in the log."""

import logging
import re
import time

from config.not_modified import TABLE
from config.watch import series
from config.watch.context import place, well_formed

logger = logging.getLogger(__name__)

_GAME = re.compile(r"(?:/api/v1)?/games/[0-9a-f-]{36}/")
_WATCHING = ("/healthz", "/readyz", "/metrics")
_REASON = re.compile(rb'"urn:rauswurf:problem:([a-z-]{1,40})"')
_STREAMS = ("text/event-stream", "application/x-ndjson")
_PROBLEM = "application/problem+json"


def asked_for(method: str, path: str) -> str:
    """Return what a request asks for, as ``rauswurf.requests_total`` counts it."""
    if path.startswith("/static/"):
        return "static"
    if path in _WATCHING:
        return "watching"
    if method == "POST" and _GAME.match(path):
        return "recording"
    if TABLE.fullmatch(path):
        return "tables"
    return "rest" if path.startswith("/api/") else "pages"


class Exchange:
    """A request from its first line to the first byte of its answer."""

    __slots__ = ("began", "id", "is_stream", "method", "path", "reason", "status")

    def __init__(self, method: str, path: str, sent_id: str) -> None:
        self.method, self.path = method, path
        self.id = well_formed(sent_id)
        self.began = time.perf_counter()
        self.status, self.reason, self.is_stream = 500, "", False

    def answered(self, status: int, content_type: str) -> None:
        """Note how the answer begins."""
        self.status = status
        self.is_stream = content_type.startswith(_STREAMS)
        if status >= 400:
            self.reason = "" if content_type.startswith(_PROBLEM) else f"status-{status}"

    def explained(self, body: bytes) -> None:
        """Note the kind of the problem, which is in the body of a refusal."""
        if self.status >= 400 and not self.reason and (found := _REASON.search(body)):
            self.reason = found[1].decode()

    def end(self) -> None:
        """Count it, and write its line."""
        seconds = time.perf_counter() - self.began
        what = "streams" if self.is_stream else asked_for(self.method, self.path)
        series.REQUESTS.labels(what, f"{self.status // 100}xx").inc()
        series.REQUEST_SECONDS.labels(what).observe(seconds)
        if self.status >= 400:
            series.REFUSALS.labels(self.reason or f"status-{self.status}").inc()
        if logger.isEnabledFor(logging.INFO):
            members: dict[str, object] = {
                "method": self.method,
                **place(self.path),
                "what": what,
                "status": self.status,
                "milliseconds": round(seconds * 1000, 1),
                "request_id": self.id,
            }
            if self.reason:
                members["reason"] = self.reason
            logger.info("request", extra={"told": members})
