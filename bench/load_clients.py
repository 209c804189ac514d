"""Who asks while `bench.load` measures: referees at their boards, some on bad networks, and viewers of streams."""

import asyncio
import re
import time
import uuid
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

import orjson
import uvloop

import rules

RULES = "schmidt"
#: How often a bad network swallows an answer.
SWALLOWED = 0.2
#: So many seconds later somebody asks again who was refused without being told when.
_PAUSE = 1.0
_TOLD = re.compile(rb'"message":"(?:state|event)","number":(\d+)')


class Connection:
    """One kept HTTP connection; opened anew after every failure."""

    def __init__(self, port: int, headers: Mapping[str, str]) -> None:
        self.port = port
        self.headers = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
        self._open: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None
        #: Seconds after which the last answer, a refusal, says to come again; ``None`` where it says nothing of it.
        self.retry_after: float | None = None

    async def ask(self, method: str, path: str, body: Any = None) -> tuple[int, bytes]:
        """Status and body of the answer; ``ConnectionError`` where there was none.

        A kept connection that the server has closed meanwhile is opened anew, as browsers do.
        """
        sent = b"" if body is None else orjson.dumps(body)
        # As the proxy in front does, which says since when a request waits.
        head = f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Request-Start: {time.time():.3f}\r\n{self.headers}"
        request = f"{head}Content-Length: {len(sent)}\r\n\r\n".encode() + sent
        kept = self._open is not None
        try:
            return await self._asked(request)
        except (OSError, asyncio.IncompleteReadError) as error:
            self.drop()
            if not kept:
                raise ConnectionError from error
        try:
            return await self._asked(request)
        except (OSError, asyncio.IncompleteReadError) as error:
            self.drop()
            raise ConnectionError from error

    async def _asked(self, request: bytes) -> tuple[int, bytes]:
        if self._open is None:
            self._open = await asyncio.open_connection("127.0.0.1", self.port)
        reader, writer = self._open
        writer.write(request)
        found = (await reader.readuntil(b"\r\n\r\n")).lower()
        length = re.search(rb"content-length: (\d+)", found)
        answer = await reader.readexactly(int(length[1])) if length else b""
        if b"connection: close" in found:
            self.drop()
        status = int(found[9:12])
        if status >= 400:
            told = re.search(rb"retry-after: (\d+)", found)
            self.retry_after = float(told[1]) if told else None
        return status, answer

    def drop(self) -> None:
        """Close it without a word."""
        if self._open is not None:
            self._open[1].close()
            self._open = None


@dataclass
class Measured:
    """What came of all requests: how long each answer took, whatever it was."""

    delays: list[float] = field(default_factory=list)
    statuses: Counter[int] = field(default_factory=Counter)
    repeats: int = 0
    #: Refusals (503) that did not say when to come again.
    unhelpful: int = 0

    @property
    def p99(self) -> float:
        """In so many seconds 99 % of the requests were answered, whatever the answer was."""
        return sorted(self.delays)[int(len(self.delays) * 0.99)]

    def say(self, name: str, seconds: float) -> None:
        """Print rate, delays and statuses."""
        said = ", ".join(f"{status}: {number:,}" for status, number in sorted(self.statuses.items()))
        done = (
            self.statuses.total()
            - self.repeats
            - sum(number for status, number in self.statuses.items() if status == 0 or status >= 400)
        )
        print(f"{name}: {done / seconds:.0f} a second, {percentiles(self.delays)}; {said}")


def percentiles(delays: Sequence[float]) -> str:
    """Median, p99 and the longest of some delays in seconds, as milliseconds."""
    if not delays:
        return "none"
    ordered = sorted(delays)
    p50, p99 = (ordered[int(len(ordered) * part)] * 1000 for part in (0.5, 0.99))
    return f"p50 {p50:.0f} ms, p99 {p99:.0f} ms, at most {ordered[-1] * 1000:.0f} ms"


class Board:
    """A board with its referee, who knows the rules and plays at random."""

    def __init__(self, number: int, game: Mapping[str, Any], connection: Connection, bad: bool) -> None:
        self.path, self.connection, self.bad = f"/api/v1/games/{game['id']}/", connection, bad
        self.id, self.lots = game["id"], Random(number)
        #: Throws that were answered as recorded.
        self.recorded = 0
        self._stands(game)

    def _stands(self, game: Mapping[str, Any]) -> None:
        seats = {seat["player"]["id"]: seat["colours"] for seat in game["seats"]}
        self.number, self.play = (
            game["number"],
            rules.Game.at(
                game["position"], rules.rule_sets.rule_set(RULES), seats, finished=game["finished"]
            ),
        )

    async def throw(self, measured: Measured) -> None:
        """Record one throw, however often it takes; every answer counts, also one that the network swallows."""
        die = self.lots.choice(self.play.rules.die_faces)
        moves = self.play.moves(die)
        move = self.lots.choice(moves) if moves else None
        body = {
            "expected": self.number,
            "die": die,
            "move": None if move is None else str(move),
            "id": str(uuid.uuid4()),
        }
        answer = b""
        while True:
            begun = time.monotonic()
            try:
                status, answer = await self.connection.ask("POST", self.path + "throws/", body)
            except ConnectionError:
                measured.statuses[0] += 1
                await asyncio.sleep(0.5)
                continue
            measured.delays.append(time.monotonic() - begun)
            measured.statuses[status] += 1
            if status >= 500:
                measured.unhelpful += status == 503 and self.connection.retry_after is None
                await asyncio.sleep(self.connection.retry_after or _PAUSE)
                continue
            assert status in (200, 201), (status, answer[:500])
            if self.bad and self.lots.random() < SWALLOWED and status == 201:
                measured.repeats += 1
                self.connection.drop()
                continue
            break
        self.recorded += 1
        game = orjson.loads(answer)["game"]
        if game["state"] == "ended":
            back = {"expected": game["number"], "throws": 100, "reason": "measured"}
            status, answer = await self.connection.ask("POST", self.path + "take-back/", back)
            assert status == 201, answer[:500]
            game = orjson.loads(answer)["game"]
        self._stands(game)


# -- viewers, in a process of their own ----------------------------------------------------------------


Watched = list[tuple[int, dict[int, float]]]


def watch_all(port: int, paths: Sequence[str], there: Path, seconds: float) -> tuple[Watched, float]:
    """Watch each path; its index, and when the state and each event after it came. Raises on a double.

    The file ``there`` is made when all have been let in, and it ends so many seconds later. The second figure is what
    that took of CPU, in seconds.
    """
    begun = time.process_time()
    return uvloop.run(_watch_all(port, paths, there, seconds)), time.process_time() - begun


async def _watch_all(port: int, paths: Sequence[str], there: Path, seconds: float) -> Watched:
    room = asyncio.Semaphore(100)
    lines = await asyncio.gather(*(_opened(port, path, room) for path in paths))
    there.touch()
    until = time.time() + seconds
    return await asyncio.gather(
        *(_watch(index, paths[index], *line, until) for index, line in enumerate(lines))
    )


async def _opened(
    port: int, path: str, room: asyncio.Semaphore
) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    async with room:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(
            f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept: application/x-ndjson\r\n\r\n".encode()
        )
        head = await reader.readuntil(b"\r\n\r\n")
    if b" 200 " not in head.splitlines()[0]:
        raise RuntimeError(head)
    return reader, writer


async def _watch(
    index: int, path: str, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, until: float
) -> tuple[int, dict[int, float]]:
    came: dict[int, float] = {}
    try:
        async with asyncio.timeout(until - time.time()):
            while True:
                length = int(await reader.readline(), 16)
                chunk, moment = await reader.readexactly(length), time.time()
                await reader.readexactly(2)
                for number in map(int, _TOLD.findall(chunk)):
                    if number in came:
                        raise RuntimeError(f"{path}: event {number} came twice")
                    came[number] = moment
    except TimeoutError:
        pass
    finally:
        writer.close()
    return index, came
