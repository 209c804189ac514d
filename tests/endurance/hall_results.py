"""In what ways the tables of a hall report: typed, claimed by phones, recorded; doubled, lost, contradicted."""

import json
import time
import uuid
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from dataclasses import dataclass, field
from http.client import HTTPConnection
from itertools import cycle
from random import Random
from typing import Any

from rules import LETTERS, PAWNS, rule_set
from rules.board import HOME_LETTERS
from tests.endurance.wire import NO_ANSWER, SECONDS, Answer, Wire
from tests.servers import START_SECONDS, Site

RULES = "schmidt-classic"
#: Address of the hall that is played, for programs.
API = "/api/v1/events/hall/"
#: Nobody without an answer tries again at once.
PAUSE = 0.1


class Notes:
    """What was noted of a day: seconds of answers by what was wanted, and how often things happened."""

    def __init__(self) -> None:
        self.seconds: dict[str, list[float]] = {}
        self.happened: Counter[str] = Counter()

    def answered(self, what: str, seconds: float) -> None:
        """Note an answer."""
        self.seconds.setdefault(what, []).append(seconds)


class Device(Wire):
    """A program or a phone that sends its request again until it gets an answer."""

    def __init__(self, site: Site, notes: Notes, token: str = "", pause: float = PAUSE) -> None:
        super().__init__(site, token)
        self.notes, self.pause = notes, pause

    def surely(self, what: str, method: str, path: str, body: Any = None, **headers: str) -> Answer:
        """The answer, its seconds noted as ``what``."""
        sent = None if body is None else json.dumps(body).encode()
        deadline = time.monotonic() + START_SECONDS
        while True:
            begun = time.monotonic()
            try:
                answer = self.ask(method, path, sent, **headers)
            except NO_ANSWER:
                self.notes.happened["no answer"] += 1
                if time.monotonic() > deadline:
                    raise
                time.sleep(self.pause)
                continue
            self.notes.answered(what, time.monotonic() - begun)
            return answer

    def read(self, what: str, path: str) -> Any:
        """What is to be read at an address."""
        answer = self.surely(what, "GET", path)
        assert answer.status == 200, (path, answer)
        return answer.body

    def send(self, what: str, path: str, body: Any = None, key: str = "") -> Any:
        """The answer to a request that changes something; with a key it happens once, however often it is sent."""
        headers = {"Idempotency-Key": key} if key else {}
        answer = self.surely(what, "POST", path, body or {}, **headers)
        assert answer.status in (200, 201), (path, answer)
        return answer.body

    def lose(self, path: str, body: Any, **headers: str) -> None:
        """Send, and hang up before the answer comes: whether it has arrived nobody knows."""
        client = HTTPConnection("127.0.0.1", self.site.port, timeout=SECONDS)
        with suppress(*NO_ANSWER), closing(client):
            client.request("POST", path, json.dumps(body), {**self.headers, **headers})
            time.sleep(PAUSE)
        self.notes.happened["answers lost"] += 1


@dataclass
class Table:
    """What a table has to report: who came in which order, or how the pawns of each colour stand."""

    number: int
    seats: dict[str, int]
    code: str
    random: Random
    order: list[int] = field(default_factory=list)
    #: Colour → its pawns at home and in the yard; the others stand on fields, from 1 on.
    pawns: dict[str, tuple[int, int]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.order = self.random.sample(list(self.seats.values()), len(self.seats))

    def stop(self) -> None:
        """Let the game have been stopped: nobody has all pawns at home."""
        self.order = []
        for colour in self.seats:
            home = self.random.randrange(PAWNS)
            self.pawns[colour] = (home, self.random.randint(0, PAWNS - home))

    @property
    def slip(self) -> dict[str, Any]:
        """The slip as programs send it."""
        if self.order:
            return {"order": self.order}
        return {
            "lines": {
                colour: {"home": home, "yard": yard, "on": self._fields(colour)}
                for colour, (home, yard) in self.pawns.items()
            }
        }

    @property
    def wrong_slip(self) -> dict[str, Any]:
        """A slip with another result."""
        order = self.order or list(self.seats.values())
        return {"order": [order[-1], *order[:-1]]}

    @property
    def position(self) -> str:
        """The board of these pawns in notation (rulebook §3), without the colour to throw."""
        return "/".join(self._written(colour) for colour in rule_set(RULES).layout().colours)

    def _written(self, colour: str) -> str:
        if colour not in self.pawns:
            return "-"
        home, yard = self.pawns[colour]
        return ",".join(["B"] * yard + self._fields(colour) + list(HOME_LETTERS[PAWNS - home :]))

    def _fields(self, colour: str) -> list[str]:
        return [str(number + 1) for number in range(PAWNS - sum(self.pawns[colour]))]


class Reports:
    """What happens between a table and the desk; each way returns whether the table then has its result."""

    def __init__(self, desk: Device, organiser: Device, phone: Device) -> None:
        self.desk, self.organiser, self.phone = desk, organiser, phone
        self._ways = [
            self._claimed_by_two_phones,
            self._recorded_on_a_board,
            self._phones_contradict,
            self._stopped_and_lost,
            self._desks_contradict,
        ]

    def of_round(self, index: int) -> Iterator[Callable[[Table], bool]]:
        """In what ways the tables of a round report, another one first in each."""
        first = 4 * index % len(self._ways)
        return cycle(self._ways[first:] + self._ways[:first])

    def enter(self, table: Table, slip: dict[str, Any], key: str = "") -> Any:
        """The outcome of a slip typed at a desk."""
        (answer,) = self.desk.send("a slip at a desk", f"{API}sheets/", _sheet(table, slip), key)
        return answer

    def _stopped_and_lost(self, table: Table) -> bool:
        """The lines of a stopped board; the first answer gets lost, and the request is sent again, twice."""
        table.stop()
        key = f"slip-{table.number}"
        self.desk.lose(f"{API}sheets/", _sheet(table, table.slip), **{"Idempotency-Key": key})
        for each in (key, key, ""):
            assert self.enter(table, table.slip, each)["outcome"] in ("entered", "repeated")
        return True

    def _claimed_by_two_phones(self, table: Table) -> bool:
        """One phone claims, and again as the answer was lost; another claims the same."""
        first, second, *_ = table.seats.values()
        self.phone.lose(f"{API}slips/claim/", _claim(table, first, table.slip))
        self._claim(table, first, table.slip)
        assert self._claim(table, second, table.slip)["entered"]["outcome"] in ("entered", "repeated")
        return True

    def _phones_contradict(self, table: Table) -> bool:
        """The desk looks at the board and says which claim counts, twice."""
        first, second, *_ = table.seats.values()
        claimed = self._claim(table, first, table.slip)
        assert self._claim(table, second, table.wrong_slip)["claim"]["state"] == "contradicted"
        for _ in range(2):
            self._confirm(claimed)
        return True

    def _desks_contradict(self, table: Table) -> bool:
        """One desk misreads a slip; another types it again, and lets that count."""
        self.enter(table, table.wrong_slip)
        contradiction = self.enter(table, table.slip)
        assert contradiction["outcome"] == "contradicts", contradiction
        self._confirm(contradiction)
        return True

    def _recorded_on_a_board(self, table: Table) -> bool:
        """The desk begins the game, a referee sets its board; it waits until the time is up."""
        table.stop()
        first, *others = table.seats
        game = str(uuid.uuid5(uuid.NAMESPACE_URL, f"game-{table.number}"))
        throws = [{first: 6, **dict.fromkeys(others, 2)}]
        self.organiser.send(
            "a game begun", f"{API}games/", {"number": table.number, "id": game, "throws": throws}
        )
        position = f"{rule_set(RULES).layout()} {table.position} {LETTERS[first]}0"
        number = self.desk.read("a game", f"/api/v1/games/{game}/")["number"]
        path = f"/api/v1/games/{game}/position/?expected={number}"
        self.desk.send("a board set", path, {"position": position, "reason": "test", "id": str(uuid.uuid4())})
        return False

    def _claim(self, table: Table, claimant: int, slip: dict[str, Any]) -> Any:
        return self.phone.send("a result on a phone", f"{API}slips/claim/", _claim(table, claimant, slip))

    def _confirm(self, claimed: dict[str, Any]) -> None:
        self.desk.send("a claim confirmed", f"{API}claims/{claimed['claim']['id']}/confirm/")


def _sheet(table: Table, slip: dict[str, Any]) -> dict[str, Any]:
    return {"sheets": [{"number": table.number, **slip}]}


def _claim(table: Table, claimant: int, slip: dict[str, Any]) -> dict[str, Any]:
    return {"number": table.number, "token": table.code, "claimant": claimant, **slip}
