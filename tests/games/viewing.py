"""Viewers and a referee of a running site, over HTTP as anybody else."""

from __future__ import annotations

import http.client
import json
import socket
import threading
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from random import Random
from types import TracebackType
from typing import Any

import rules
from rules import RULE_SETS
from tests.endurance.wire import Wire
from tests.servers import Site

SECONDS = 60
SSE, NDJSON = "text/event-stream", "application/x-ndjson"
#: Two players; until somebody throws a 6, a 1 moves nothing and can be recorded for ever.
RULES, COLOURS = "mhd", (["yellow"], ["red"])


@dataclass(frozen=True)
class Told:
    """One message of a stream."""

    name: str
    number: int
    data: Any


class Viewer:
    """Watches a stream from the moment it is made; ``told`` is what it was told so far."""

    def __init__(self, site: Site, path: str, accept: str = SSE, **headers: str) -> None:
        self._client = http.client.HTTPConnection("127.0.0.1", site.port, timeout=SECONDS)
        self._client.connect()
        self._socket: socket.socket = self._client.sock
        self._client.request("GET", path, headers={"Accept": accept, **headers})
        self._answer = self._client.getresponse()
        self.status, self.headers = self._answer.status, self._answer.headers
        self.told: list[Told] = []
        self.closed = False
        self._something_new = threading.Condition()
        self._thread: threading.Thread | None = None
        self.problem: Any = None
        if self.status == 200:
            self._read()
        else:
            self.problem = json.loads(self._answer.read())

    def __enter__(self) -> Viewer:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.leave()

    @property
    def numbers(self) -> list[int]:
        """The numbers of the changes, as they came."""
        return [told.number for told in self.told if told.name in ("event", "standings")]

    def wait_for(self, number: int) -> None:
        """Until the message with this number, or a later one, has come."""
        self._wait(lambda: bool(self.told) and self.told[-1].number >= number)

    def wait_for_the_end(self) -> None:
        """Until the server has closed the stream."""
        self._wait(lambda: self.closed)

    def leave(self) -> None:
        """Go away without a word."""
        if self._thread is not None:
            with suppress(OSError):  # the server may have closed already
                self._socket.shutdown(socket.SHUT_RDWR)
            self._thread.join(SECONDS)
        self._answer.close()
        self._client.close()

    def _read(self) -> None:
        way = {SSE: self._read_sse, NDJSON: self._read_ndjson}[self.headers.get_content_type()]
        self._thread = threading.Thread(target=self._watch, args=[way], daemon=True)
        self._thread.start()

    def _wait(self, reached: Callable[[], bool]) -> None:
        with self._something_new:
            assert self._something_new.wait_for(reached, SECONDS), f"only {self.told[-1:]}"

    def _watch(self, read: Callable[[], None]) -> None:
        try:
            read()
        except (OSError, http.client.HTTPException, ValueError):
            return  # we have left
        with self._something_new:
            self.closed = True
            self._something_new.notify_all()

    def _heard(self, told: Told) -> None:
        with self._something_new:
            self.told.append(told)
            self._something_new.notify_all()

    def _read_sse(self) -> None:
        fields: dict[str, str] = {}
        for line in self._answer:
            name, _, value = line.decode().rstrip("\n").partition(": ")
            if name:
                fields[name] = value
            elif "data" in fields:
                data = json.loads(fields["data"])
                # What is told beside the events has no id.
                self._heard(
                    Told(fields["event"], int(fields["id"] if "id" in fields else data["number"]), data)
                )
                fields = {}

    def _read_ndjson(self) -> None:
        for line in self._answer:
            if line.strip():
                data = json.loads(line)
                self._heard(Told(data["message"], data["number"], data["data"]))


class Writer:
    """Who has a token of a site."""

    def __init__(self, site: Site, token: str) -> None:
        self.site, self.token = site, token

    def ask(self, method: str, path: str, body: Any = None, **headers: str) -> Any:
        """The JSON of an answer that is no refusal."""
        sent = None if body is None else json.dumps(body).encode()
        answer = Wire(self.site, self.token).ask(
            method, path, sent, **{"Content-Type": "application/json", **headers}
        )
        assert answer.status < 300, answer
        return answer.body


class Referee(Writer):
    """Records a game of two by REST."""

    def __init__(self, site: Site, token: str) -> None:
        super().__init__(site, token)
        players = [
            self.ask("POST", "/api/v1/players/", {"name": name, "new": True})["id"] for name in ("One", "Two")
        ]
        self.seats = dict(zip(players, COLOURS, strict=True))
        seats = [{"player": player, "colours": colours} for player, colours in self.seats.items()]
        game = self.ask("POST", "/api/v1/games/", {"rules": RULES, "starter": "yellow", "seats": seats})
        self.path, self.number = f"/api/v1/games/{game['id']}/", game["number"]

    @property
    def stream(self) -> str:
        """The address of the game's log and stream."""
        return self.path + "events/"

    def throw(self, throws: int = 1) -> None:
        """So many throws, one after the other, with which nothing can be moved."""
        for _ in range(throws):
            self.record([{"die": 1}])

    def record(self, throws: list[dict[str, Any]]) -> None:
        """Throws in one request."""
        told = self.ask("POST", f"{self.path}throws/?expected={self.number}", throws)
        self.number = told["game"]["number"]

    def take_back(self, throws: int) -> None:
        """Take back the last throws."""
        body = {"expected": self.number, "throws": throws, "reason": "wrong pawn"}
        self.number = self.ask("POST", self.path + "take-back/", body)["game"]["number"]

    def play_to_the_end(self) -> None:
        """The rest of the game, in requests of 100 throws."""
        state = self.ask("GET", self.path)
        play = rules.Game.at(state["position"], RULE_SETS[RULES], self.seats, finished=state["finished"])
        lots, throws = Random(3), []
        while not play.over:
            die = lots.randint(1, 6)
            moves = play.moves(die)
            move = lots.choice(moves) if moves else None
            play = play.play(die, move)
            throws.append({"die": die, "move": None if move is None else str(move)})
        for first in range(0, len(throws), 100):
            self.record(throws[first : first + 100])

    def log(self) -> list[dict[str, Any]]:
        """The whole log as JSON."""
        events: list[dict[str, Any]] = self.ask("GET", self.stream)["events"]
        return events


def token_of(site: Site) -> str:
    """A token that may do everything."""
    return site.manage("create_token", "test", "--role", "organiser").split()[-1]
