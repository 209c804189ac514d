"""The client: every request again until it is answered, with the same id; every stream again from its last number."""

import json
import random
import time
import uuid
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any, Self
from urllib.parse import quote

import httpx

from rauswurf_client.errors import Language, Problem, Stale, Unreachable, problem

Json = dict[str, Any]
HERE = "http://127.0.0.1:8000"
ATTEMPTS = 6
#: Attempts to resume a stream that has begun: some ten minutes without a site.
RESUMES = 80
#: Seconds until an answer; streams send something every 15 seconds.
TIMEOUT = httpx.Timeout(20, read=45)
MOST_SECONDS_BETWEEN = 8.0
MOST_RETRY_AFTER = 90.0
#: Answers that are remembered with their `ETag`.
REMEMBERED = 200
#: A new token is shown once: the site does not remember that answer for a repeat.
NOT_REPEATABLE = "/api/v1/tokens/"
#: The request was never sent.
UNSENT = (httpx.ConnectError, httpx.ConnectTimeout, httpx.PoolTimeout)
#: Messages whose number is where a stream is resumed.
NUMBERED = {"state", "event", "standings"}


def new_id() -> str:
    """An id that stands for one thing and all its repeats."""
    return str(uuid.uuid4())


@dataclass(frozen=True)
class Throw:
    """A throw and its move, if there was one. Its id makes it count once, however often it is sent."""

    die: int
    move: str | None = None
    id: str = field(default_factory=new_id)
    happened_at: datetime = field(default_factory=lambda: datetime.now(UTC))

    def as_json(self) -> Json:
        """The throw as the site expects it."""
        return {
            "die": self.die,
            "move": self.move,
            "id": self.id,
            "happened_at": self.happened_at.isoformat(),
        }


@dataclass(frozen=True)
class Message:
    """A message of a stream: `state`, `event`, `chances`, `standings` or `end`, and to which number it belongs."""

    kind: str
    number: int
    data: Json

    def is_after(self, last: int | None) -> bool:
        """Whether it is news to a reader who has everything up to that number."""
        return last is None or self.number > last or self.kind not in ("event", "standings")


class Client:
    """A site, seen with the rights of a token; without one as the public sees it.

    Paths are those below `/api/v1/`; one that begins with a slash is the whole path on the site.
    """

    def __init__(
        self,
        site: str = HERE,
        token: str | None = None,
        *,
        language: Language = "en",
        attempts: int = ATTEMPTS,
        transport: httpx.BaseTransport | None = None,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self.site = site.rstrip("/")
        headers = {"User-Agent": "rauswurf-client", "Accept-Language": language}
        if token:
            headers["Authorization"] = f"Bearer {token}"
        self._http = httpx.Client(headers=headers, timeout=TIMEOUT, transport=transport)
        self._attempts = attempts
        self._sleep = sleep
        self._known: dict[str, httpx.Response] = {}

    # --- reading ----------------------------------------------------------------------------------------

    def read(self, path: str, **params: str | int | bool) -> Any:
        """What is at a path, as JSON; sent only once while it does not change (`ETag`)."""
        request = self._request("GET", path, params)
        address = str(request.url)
        known = self._known.get(address)
        if known is not None:
            request.headers["If-None-Match"] = known.headers["ETag"]
        answer = self._send(request)
        if known is not None and answer.status_code == httpx.codes.NOT_MODIFIED:
            return known.json()
        if "ETag" in answer.headers:
            self._known.pop(address, None)
            self._known[address] = answer
            if len(self._known) > REMEMBERED:
                self._known.pop(next(iter(self._known)), None)
        return answer.json()

    def every(self, path: str, **params: str | int | bool) -> Iterator[Any]:
        """All items of a list; its pages are read as they are needed."""
        page = self.read(path, **params)
        yield from page["results"]
        while page.get("next"):
            # Only the query: the token is sent to this site and to no other.
            page = self.read(path, **httpx.URL(page["next"]).params)
            yield from page["results"]

    def download(self, path: str, **params: str | int | bool) -> bytes:
        """A file, such as `/events/cup/table.csv`."""
        return self._send(self._request("GET", path, params, accept="*/*")).content

    # --- writing ----------------------------------------------------------------------------------------

    def write(
        self, path: str, body: Json | None = None, *, method: str = "POST", key: str | None = None
    ) -> Any:
        """The answer to a request that changes something: done once, however often it has to be sent.

        With a `key` of your own it can be sent again later, too, and is still done once.
        """
        request = self._request(method, path, body={} if body is None and method == "POST" else body)
        is_repeatable = not request.url.path.endswith(NOT_REPEATABLE)
        if is_repeatable:
            request.headers["Idempotency-Key"] = key or new_id()
        answer = self._send(request, is_repeatable=is_repeatable)
        return answer.json() if answer.content else None

    def record(self, game: str, throws: Sequence[Throw], *, expected: int) -> Json:
        """Record throws, all of them or none; the game then.

        `expected` is the number of the last event that is known. Events beside the board, such as notes, are no
        conflict; anything else that others have recorded raises `Stale`. After `Unreachable` record the same
        throws again: those that had arrived are recognised by their ids.
        """
        while True:
            first, *others = (throw.as_json() for throw in throws)
            body = [{**first, "expected": expected}, *others]
            request = self._request("POST", f"games/{_part(game)}/throws/", body=body)
            try:
                answer: Json = self._send(request).json()["game"]
            except Stale as stale:
                if not stale.is_same_board:
                    raise
                expected = stale.current["number"]
            else:
                return answer

    # --- streams ----------------------------------------------------------------------------------------

    def follow(self, game: str, *, after: int | None = None) -> Generator[Message, None, None]:
        """What happens in a game, as it happens: first its state, or each event after a number; until it is over."""
        return self._follow(f"games/{_part(game)}/events/", after)

    def follow_event(self, slug: str, *, after: int | None = None) -> Generator[Message, None, None]:
        """The table of an event and each change of it, until it is over."""
        return self._follow(f"events/{_part(slug)}/events/", after)

    def _follow(self, path: str, last: int | None) -> Generator[Message, None, None]:
        failures, most = 0, self._attempts
        while True:
            failure: Exception = httpx.ReadError("the stream ended")
            try:
                with closing(self._messages(path, last)) as messages:
                    for message in messages:
                        failures, most = 0, RESUMES
                        if message is None or not message.is_after(last):
                            continue
                        if message.kind in NUMBERED:
                            last = message.number
                        yield message
                        if message.kind == "end":
                            return
            except (httpx.TransportError, Problem) as error:
                failure = error
            failures += 1
            self._wait(failure, failures, most)

    def _messages(self, path: str, last: int | None) -> Generator[Message | None, None, None]:
        """The messages of one connection; `None` is a sign of life."""
        request = self._request("GET", path, accept="application/x-ndjson")
        if last is not None:
            request.headers["Last-Event-ID"] = str(last)
        answer = self._http.send(request, stream=True)
        try:
            if not answer.is_success:
                answer.read()
                raise _problem_of(answer)
            # Only whole lines are read: what was cut comes again.
            rest = b""
            for piece in answer.iter_bytes():
                *lines, rest = (rest + piece).split(b"\n")
                for line in lines:
                    yield _message(line)
        finally:
            answer.close()

    # --- requests ---------------------------------------------------------------------------------------

    def _request(
        self,
        method: str,
        path: str,
        params: Mapping[str, str | int | bool] | None = None,
        body: Any = None,
        accept: str = "application/json",
    ) -> httpx.Request:
        address = self.site + (path if path.startswith("/") else f"/api/v1/{path}")
        return self._http.build_request(method, address, params=params, json=body, headers={"Accept": accept})

    def _send(self, request: httpx.Request, *, is_repeatable: bool = True) -> httpx.Response:
        """The answer to a request, sent again where it may succeed later; raises `Problem` or `Unreachable`."""
        attempt = 0
        while True:
            attempt += 1
            failure: Exception
            try:
                answer = self._http.send(request)
            except httpx.TransportError as error:
                failure = error
            else:
                if answer.is_success or answer.status_code == httpx.codes.NOT_MODIFIED:
                    return answer
                failure = _problem_of(answer)
            may_repeat = is_repeatable or isinstance(failure, UNSENT)
            self._wait(failure, attempt, self._attempts if may_repeat else 0)

    def _wait(self, failure: Exception, attempt: int, most: int) -> None:
        """Wait before the next attempt; raises the failure where there is to be none."""
        wait = min(MOST_SECONDS_BETWEEN, 0.25 * 2.0 ** min(attempt, 9)) * random.uniform(0.5, 1.0)
        if isinstance(failure, Problem):
            wait = wait if failure.retry_after is None else failure.retry_after
            if not failure.is_busy or wait > MOST_RETRY_AFTER or attempt >= most:
                raise failure
        elif attempt >= most:
            raise Unreachable(f"{self.site}: {str(failure) or type(failure).__name__}") from failure
        self._sleep(wait)

    def close(self) -> None:
        """Close the connections."""
        self._http.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _part(value: str) -> str:
    return quote(value, safe="")


def _message(line: bytes) -> Message | None:
    """The message of a line; none in an empty one, nor in one that only asks to come again."""
    found: Json = json.loads(line) if line.strip() else {"message": "resync"}
    if found["message"] == "resync":
        return None
    return Message(found["message"], found["number"], found["data"])


def _problem_of(answer: httpx.Response) -> Problem:
    try:
        members = answer.json()
    except ValueError:
        members = None
    if not isinstance(members, dict):
        where = answer.headers.get("Location")
        members = {"detail": f"HTTP {answer.status_code}" + (f": the site is at {where}" if where else "")}
    seconds = answer.headers.get("Retry-After", "")
    return problem(answer.status_code, members, float(seconds) if seconds.isdecimal() else None)
