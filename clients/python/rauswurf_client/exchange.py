"""What both clients do alike and without waiting: requests, answers, what is known already, when to ask again."""

from __future__ import annotations

import json
import random
import uuid
from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, TypeVar, cast

import httpx

from rauswurf_client.calls import Call
from rauswurf_client.errors import UNDONE, UNKNOWN, Language, Refusal, Unreachable, refusal
from rauswurf_client.following import Follower

Answer = TypeVar("Answer")
#: So many answers with an `ETag` are kept; a site has a few tables, and a page of a list is one too.
REMEMBERED = 200
#: An answer takes so long at most; beats of streams come every 15 seconds.
SECONDS = httpx.Timeout(20, read=45)
MOST_SECONDS_BETWEEN = 8.0
MOST_RETRY_AFTER = 90.0
#: The request was never sent.
UNSENT = (httpx.ConnectError, httpx.ConnectTimeout, httpx.PoolTimeout)
Builder = httpx.Client | httpx.AsyncClient


@dataclass
class Exchange:
    """A site, who asks there, and what it has answered before."""

    site: str
    token: str | None = field(repr=False)
    language: Language
    attempts: int
    known: OrderedDict[str, tuple[str, bytes]] = field(default_factory=OrderedDict, repr=False)

    def request(self, builder: Builder, call: Call[Any]) -> httpx.Request:
        """The request for a call; sent again it is the same, with the same key."""
        headers = self.headers({"Accept": "*/*" if call.answer in ("bytes", "text") else "application/json"})
        if call.gets_key:
            headers["Idempotency-Key"] = str(uuid.uuid4())
        if call.if_match is not None:
            headers["If-Match"] = f'"{call.if_match}"'
        content = None
        if isinstance(call.body, str | bytes):
            headers["Content-Type"] = "text/plain"
            content = call.body.encode() if isinstance(call.body, str) else call.body
        elif call.body is not None:
            headers["Content-Type"] = "application/json"
            content = json.dumps(call.body).encode()
        request = builder.build_request(
            call.method,
            self.site + call.path,
            params={name: value for name, value in call.query.items() if value is not None},
            headers=headers,
            content=content,
            timeout=SECONDS,
        )
        if call.method == "GET" and (known := self.known.get(str(request.url))):
            request.headers["If-None-Match"] = known[0]
            # Others may push it out of what is remembered before the answer is here.
            request.extensions = {**request.extensions, "known": known[1]}
        return request

    def headers(self, more: Mapping[str, str]) -> dict[str, str]:
        """What every request says."""
        who = {"Authorization": f"Bearer {self.token}"} if self.token else {}
        return {"Accept-Language": self.language, "User-Agent": "rauswurf-client", **who, **more}

    def answer(self, call: Call[Answer], response: httpx.Response) -> Answer:
        """What a response says; raises the refusal that it is."""
        body = self._body(response)
        if call.answer == "nothing" or (not body and response.status_code == 204):
            return cast("Answer", None)
        if call.answer == "bytes":
            return cast("Answer", body)
        if call.answer == "text":
            return cast("Answer", body.decode())
        return cast("Answer", json.loads(body))

    def _body(self, response: httpx.Response) -> bytes:
        if response.status_code == 304:
            remembered: bytes = response.request.extensions["known"]
            return remembered
        if not response.is_success:
            raise refused(response)
        etag = response.headers.get("ETag")
        if response.request.method == "GET" and etag:
            address = str(response.request.url)
            self.known[address] = (etag, response.content)
            self.known.move_to_end(address)
            if len(self.known) > REMEMBERED:
                self.known.popitem(last=False)
        return response.content

    def stream_request(self, builder: Builder, follower: Follower[Any]) -> httpx.Request:
        """The request for a stream, from where its follower is."""
        headers = self.headers(follower.headers)
        return builder.build_request("GET", self.site + follower.path, headers=headers, timeout=SECONDS)

    def pause(
        self, call: Call[Any], attempt: int, outcome: httpx.Response | httpx.TransportError, most: int | None
    ) -> float | None:
        """For how many seconds to wait before the same is asked again; `None`: that is the outcome."""
        if attempt >= (self.attempts if most is None else most) or not is_worth_repeating(call, outcome):
            return None
        waited = retry_after(outcome) if isinstance(outcome, httpx.Response) else None
        if waited is not None and waited > MOST_RETRY_AFTER:
            return None
        return backoff(attempt) if waited is None else waited


def is_worth_repeating(call: Call[Any], outcome: httpx.Response | httpx.TransportError) -> bool:
    """Whether it may come out otherwise, and cannot be done twice."""
    if isinstance(outcome, httpx.Response):
        return outcome.status_code in UNDONE or (outcome.status_code in UNKNOWN and call.is_repeatable)
    return isinstance(outcome, UNSENT) or call.is_repeatable


def stays_refused(response: httpx.Response) -> bool:
    """Whether a stream is not given for good: not just for now."""
    return response.status_code not in UNDONE | UNKNOWN


def backoff(attempt: int) -> float:
    """Seconds before the next attempt, longer each time and never the same for all."""
    return min(MOST_SECONDS_BETWEEN, 0.25 * 2.0 ** min(attempt, 9)) * random.uniform(0.5, 1.0)


def retry_after(response: httpx.Response) -> float | None:
    """The seconds that a site asks to be given."""
    told: str = response.headers.get("Retry-After", "")
    return float(told) if told.isdecimal() else None


def refused(response: httpx.Response) -> Refusal:
    """The error for an answer that is none; its body has been read."""
    try:
        problem = response.json()
    except ValueError:
        problem = None
    if not isinstance(problem, dict):
        where = response.headers.get("Location")
        problem = {"detail": f"HTTP {response.status_code}" + (f": the site is at {where}" if where else "")}
    return refusal(response.status_code, problem, retry_after(response))


def unreachable(site: str, error: httpx.TransportError) -> Unreachable:
    """The error for a site that does not answer."""
    return Unreachable(f"{site}: {str(error) or type(error).__name__}")
