"""The devices of a hall: programs and browsers over kept connections, whose answers get lost and who then ask again."""

from __future__ import annotations

import http.client
import json
import threading
import time
from collections import Counter, defaultdict
from collections.abc import Mapping
from http.cookies import SimpleCookie
from typing import Any
from urllib.parse import urlencode

from tests.endurance.wire import NO_ANSWER, Answer, Broken
from tests.servers import Site

#: So long an answer is waited for, and so long somebody asks again who gets none.
SECONDS, PATIENCE = 60, 600
#: Nobody who got no answer asks again at once; pages that look from time to time do when they would look again.
PAUSE = 0.1
#: The server ends a connection on which nothing comes for five seconds; whoever knows that opens another one.
KEPT = 3.0
#: Addresses of the hall that is played: for programs, and its desk.
API, DESK = "/api/v1/events/hall/", "/organise/events/hall/"
FORM = "application/x-www-form-urlencoded"
PASSWORD = "quick brown fox"
NOBODY_ANSWERED, AWAY = "asked without an answer", "answered with 503"


class Notes:
    """What all devices of a day have noted: seconds of answers by what was asked for, and what went wrong."""

    def __init__(self) -> None:
        self.seconds: defaultdict[str, list[float]] = defaultdict(list)
        self.happened: Counter[str] = Counter()
        #: Set where something has failed: then nobody goes on.
        self.over = threading.Event()
        self._one_at_a_time = threading.Lock()

    def answered(self, what: str, seconds: float) -> None:
        """Note an answer."""
        with self._one_at_a_time:
            self.seconds[what].append(seconds)

    def count(self, what: str, many: int = 1) -> None:
        """Note that something has happened."""
        with self._one_at_a_time:
            self.happened[what] += many

    @property
    def unanswered(self) -> int:
        """How often nobody answered, or only that it is no good now."""
        return self.happened[NOBODY_ANSWERED] + self.happened[AWAY]

    def percentile(self, what: str, share: float) -> float:
        """The seconds within which that share of the answers came."""
        ordered = sorted(self.seconds[what])
        return ordered[min(len(ordered) - 1, int(len(ordered) * share))]


class Device:
    """Somebody's laptop or phone: one connection, kept; cookies, if it is a browser; a token, if it is a program."""

    def __init__(self, site: Site, notes: Notes, token: str = "", pause: float = PAUSE) -> None:
        self.site, self.notes, self.pause = site, notes, pause
        self.headers = {"Accept-Language": "en"} | ({"Authorization": f"Bearer {token}"} if token else {})
        self.cookies: SimpleCookie = SimpleCookie()
        self._connection: http.client.HTTPConnection | None = None
        self._used = 0.0

    def ask(
        self, what: str, method: str, path: str, body: Any = None, headers: Mapping[str, str] | None = None
    ) -> Answer:
        """The answer, its seconds noted as ``what``. Raises one of ``NO_ANSWER`` where none came, ``Broken`` at 500."""
        begun = time.monotonic()
        self._send(method, path, body, headers or {})
        assert self._connection is not None
        try:
            answer = self._connection.getresponse()
            found = answer.read()
        except NO_ANSWER:
            self.hang_up()
            self.notes.count(NOBODY_ANSWERED)
            raise
        if answer.status == 503:
            self.notes.count(AWAY)
            raise OSError(found)
        if answer.status >= 500:
            raise Broken(found)
        self.notes.answered(what, time.monotonic() - begun)
        for told in answer.headers.get_all("Set-Cookie", []):
            self.cookies.load(told)
        is_json = "json" in answer.headers.get("Content-Type", "")
        told_with = {name.lower(): value for name, value in answer.headers.items()}
        return Answer(answer.status, told_with, json.loads(found) if is_json else found.decode())

    def lose(
        self, method: str, path: str, body: Any = None, headers: Mapping[str, str] | None = None
    ) -> None:
        """Ask, and throw the answer away before it comes; whether it has arrived nobody knows."""
        try:
            self._send(method, path, body, headers or {})
        except NO_ANSWER:
            return
        time.sleep(PAUSE)
        self.hang_up()
        self.notes.count("answers lost")

    def surely(
        self, what: str, method: str, path: str, body: Any = None, headers: Mapping[str, str] | None = None
    ) -> Answer:
        """The answer, asked for again and again until one comes."""
        deadline = time.monotonic() + PATIENCE
        while True:
            try:
                return self.ask(what, method, path, body, headers)
            except NO_ANSWER:
                if time.monotonic() > deadline or self.notes.over.wait(self.pause):
                    raise

    def get(self, what: str, path: str) -> Any:
        """What is to be read at an address."""
        answer = self.surely(what, "GET", path)
        assert answer.status == 200, (path, answer)
        return answer.body

    def post(self, what: str, path: str, body: Any = None, key: str = "") -> Any:
        """The answer to something that is to be done; ``key`` makes it happen once, however often it is asked for."""
        answer = self.surely(what, "POST", path, body or {}, {"Idempotency-Key": key} if key else {})
        assert answer.status in (200, 201), (path, answer)
        return answer.body

    def submit(
        self, what: str, path: str, form: Mapping[str, Any], headers: Mapping[str, str] = {}
    ) -> Answer:
        """The answer to a form of a page, as a browser sends it; where it leads elsewhere, the page there."""
        if "csrftoken" not in self.cookies:
            self.get("a page", path if path.endswith("/slips/") else "/accounts/login/")
        sent = {"Content-Type": FORM, "X-CSRFToken": self.cookies["csrftoken"].value, **headers}
        answer = self.surely(what, "POST", path, urlencode(form), sent)
        if answer.status == 302:
            return self.surely("a page", "GET", answer.headers["location"])
        return answer

    def log_in(self, who: str) -> None:
        """Log somebody in by the page's own form."""
        answer = self.submit("log in", "/accounts/login/?next=/", {"username": who, "password": PASSWORD})
        assert "sessionid" in self.cookies, answer

    def __del__(self) -> None:
        self.hang_up()

    def hang_up(self) -> None:
        """Close the connection."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def _send(self, method: str, path: str, body: Any, headers: Mapping[str, str]) -> None:
        if time.monotonic() - self._used > KEPT:
            self.hang_up()
        self._used = time.monotonic()
        sent = {"Content-Type": "application/json", **self.headers, **headers}
        if self.cookies:
            sent["Cookie"] = "; ".join(f"{name}={each.value}" for name, each in self.cookies.items())
        if body is not None and not isinstance(body, str):
            body = json.dumps(body)
        try:
            if self._connection is None:
                self._connection = http.client.HTTPConnection("127.0.0.1", self.site.port, timeout=SECONDS)
            self._connection.request(method, path, body, sent)
        except NO_ANSWER:
            self.hang_up()
            self.notes.count(NOBODY_ANSWERED)
            raise
