"""What a device sends and is answered: requests to a running site, each over a connection of its own."""

import http.client
import json
import time
from collections.abc import Mapping
from contextlib import closing
from dataclasses import dataclass, field
from typing import Any

from tests.servers import Site

SECONDS = 60
PROBLEM = "application/problem+json"


@dataclass(frozen=True)
class Letter:
    """A request as it was written: the same letter may arrive twice, late, or never."""

    path: str
    body: bytes
    headers: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Answer:
    """What came back."""

    status: int
    headers: Mapping[str, str]
    body: Any

    @property
    def kind(self) -> str:
        """The kind of a problem; empty where there is none."""
        text = self.body.get("type", "") if isinstance(self.body, dict) else ""
        return str(text).removeprefix("urn:rauswurf:problem:")


class Away(OSError):
    """The site has asked to come again: 503, with a problem document and ``Retry-After``."""


class Broken(Exception):
    """The site has made a mistake: 500."""


#: Nobody answers, for now.
NO_ANSWER = (OSError, http.client.HTTPException)


class Wire:
    """A device, of somebody with a token or none; ``ask`` raises one of ``NO_ANSWER`` where nobody answers."""

    def __init__(self, site: Site, token: str = "") -> None:
        self.site = site
        authorization = {"Authorization": f"Bearer {token}"} if token else {}
        self.headers = {"Content-Type": "application/json", **authorization}
        #: From when to when questions took that were answered with 503, and how many were not answered at all.
        self.turned_away: list[tuple[float, float]] = []
        self.unanswered = 0

    def ask(self, method: str, path: str, body: bytes | None = None, **headers: str) -> Answer:
        """The answer; a refusal by the interface that is no problem document is a fault of the site."""
        begun = time.monotonic()
        with closing(http.client.HTTPConnection("127.0.0.1", self.site.port, timeout=SECONDS)) as client:
            try:
                client.request(method, path, body, {**self.headers, **headers})
                answer = client.getresponse()
                found = answer.read()
            except NO_ANSWER:
                self.unanswered += 1
                raise
        if answer.status >= 400 and path.startswith("/api/"):
            assert answer.headers["Content-Type"] == PROBLEM, (answer.status, found[:500])
        if answer.status == 503:
            assert int(answer.headers["Retry-After"]) > 0
            self.turned_away.append((begun, time.monotonic()))
            raise Away
        if answer.status >= 500:
            raise Broken(found)
        is_json = "json" in answer.headers.get("Content-Type", "")
        return Answer(
            answer.status,
            {name.lower(): value for name, value in answer.headers.items()},
            json.loads(found) if is_json else found.decode(),
        )

    def get(self, path: str) -> Any:
        """What is to be read at an address."""
        answer = self.ask("GET", path)
        assert answer.status == 200, answer
        return answer.body

    def post(self, path: str, body: Any, **headers: str) -> Answer:
        """The answer to an object sent as JSON."""
        return self.ask("POST", path, json.dumps(body).encode(), **headers)

    def deliver(self, letter: Letter) -> Answer:
        """The answer to a letter."""
        return self.ask("POST", letter.path, letter.body, **letter.headers)
