"""A day of an open tournament over HTTP by desks, phones and a referee, the server killed in each of its phases.

`bench.hall_day` plays it with four hundred, `test_hall_day.py` in small. Every device asks again until it gets an
answer; after each SIGKILL what was answered is there, what nobody sent is not, and at the end an independent recount
of the public files (docs/examples/recount_hall.py) gives the tables of the site.
"""

import csv
import io
import json
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

from rules import COLOUR_NAMES
from tests.endurance.hall_results import API, RULES, Device, Notes, Reports, Table
from tests.servers import ROOT, Site, wait_until

POINTS = (5, 3, 1, 0, 0, 0)
RECOUNT = ROOT / "docs/examples/recount_hall.py"
#: Absent, where enough are announced.
ABSENT = 40
#: The codes on the slips of a round.
CODES = """
import json
from tournaments.models import Draw
from tournaments.hall import services as hall
draw = Draw.objects.get(event__slug="hall", subject={subject!r})
print(json.dumps([hall.slip_token(draw, number) for number in {numbers!r}]))
"""

#: Somebody who rules everywhere; prints the session of their browser.
SIGNED_IN = """
from django.contrib.auth.models import User
from django.test import Client
client = Client()
client.force_login(User.objects.create_superuser("owner"))
print(client.cookies["sessionid"].value)
"""
#: What a browser shows against forged requests.
SECRET = "a" * 32


@dataclass(frozen=True)
class Size:
    """How large a day is: who comes, how quickly, and how long things take."""

    people: int
    rounds: int
    #: Check-ins a minute, of all desks; 0: as quickly as they are answered.
    a_minute: int
    #: Seconds between two looks of a phone, until it shows a seat and after that, and in which all tables of a round
    #: report their results.
    look: float
    look_on: float
    results: float
    desks: int = 4


@contextmanager
def _at_once(work: Sequence[Callable[[], object]]) -> Iterator[None]:
    """While all of this is done, each in a thread of its own; ends when they have, and raises what they raised."""
    with ThreadPoolExecutor(len(work)) as pool:
        futures = [pool.submit(each) for each in work]
        yield
        for future in futures:
            future.result()


class HallDay:
    """The day: who comes, who sits where, what was reported and answered."""

    def __init__(self, site: Site, size: Size, seed: int = 14) -> None:
        self.site, self.size, self.random, self.notes = site, size, Random(seed), Notes()
        self.organiser = Device(site, self.notes, self._token("organiser"))
        self.desk = Device(site, self.notes, self._token("referee"))
        #: At the pages of the desk, which take an account.
        self.browser = Device(site, self.notes)
        session = site.shell(SIGNED_IN)
        self.browser.headers |= {"Cookie": f"sessionid={session}; csrftoken={SECRET}", "X-CSRFToken": SECRET}
        self.reports = Reports(self.desk, self.organiser, Device(site, self.notes))
        #: Key of an entry → its start number.
        self.numbers: dict[str, int] = {}
        #: Number of a game → its table, of all rounds.
        self.tables: dict[int, Table] = {}
        #: Seconds that the last slip of the round before has taken.
        self.last_slip = 0.0
        self.recounted = ""

    def play(self) -> None:
        """Play it, from the announcement to the recount."""
        self._announce()
        self._check_in()
        for index in range(self.size.rounds):
            self._play_round(index)
        self._play_final()
        assert ", 0 differed" in self.site.manage("rebuild_projections", "--check")
        assert ", 0 broken" in self.site.manage("check_chains")
        self.site.manage("verify_draw", "hall")
        self._recount()

    # -- who works, and what kills ---------------------------------------------------------------------

    def _token(self, role: str) -> str:
        return self.site.manage("create_token", role, "--role", role).split()[-1]

    @contextmanager
    def _killed(self, phase: str) -> Iterator[None]:
        """Kill the server and start it again; what is in the block is looked at while it is away."""
        self.site.kill()
        yield
        begun = time.monotonic()
        self.site.start()
        self.notes.answered("started again", time.monotonic() - begun)
        self.notes.happened[f"killed: {phase}"] += 1
        assert ", 0 differed" in self.site.manage("rebuild_projections", "--check")

    @contextmanager
    def _killed_during(self, phase: str, work: Callable[[], object]) -> Iterator[bool]:
        """Kill the server at some moment of this work, which is then answered all the same; whether it had been."""
        answers: list[object] = []
        with _at_once([lambda: answers.append(work())]):
            time.sleep(self.random.uniform(0, 0.3))
            with self._killed(phase):
                was_answered = bool(answers)
            yield was_answered

    # -- before the first round ------------------------------------------------------------------------

    def _announce(self) -> None:
        season = {"slug": "halls", "name": "Halls", "starts_on": "2026-01-01", "ends_on": "2026-12-31"}
        self.organiser.send("set up", "/api/v1/seasons/", season)
        settings = {"rounds": self.size.rounds, "place_points": list(POINTS), "table_size": 4, "minutes": 30}
        event: dict[str, Any] = {"season": "halls", "slug": "hall", "name": "Town hall", "format": "open"}
        event |= {"rules": RULES, "settings": settings, "starts_on": "2026-11-21"}
        self.organiser.send("set up", "/api/v1/events/", event)
        people = [
            {"name": f"Person {number:03}", "team": f"Team {number // 4}"}
            for number in range(self.size.people - self.size.desks)
        ]
        self.organiser.send("announce", f"{API}announced/", {"people": people}, key="announced")

    def _check_in(self) -> None:
        """All desks at once: everybody but one, and a few who were not announced."""
        announced = {each["number"] for each in self._people()}
        coming = sorted(announced - {ABSENT})
        sent: set[int] = set()
        done: set[int] = set()
        begun = time.monotonic()

        def desk(index: int) -> None:
            path = f"{API}check-in/"
            for turn, number in enumerate(coming[index :: self.size.desks]):
                if self.size.a_minute:
                    due = begun + 60 * (turn * self.size.desks + index) / self.size.a_minute
                    time.sleep(max(0.0, due - time.monotonic()))
                sent.add(number)
                if turn % 7 == 3:
                    self.desk.lose(path, {"entries": [number]})
                self.desk.send("check-in", path, {"entries": [number]})
                done.add(number)
            key, walk_in = f"walk-in-{index}", {"name": f"Walk-in {index}", "team": ""}
            self.desk.lose(f"{API}walk-ins/", walk_in, **{"Idempotency-Key": key})
            done.add(self.desk.send("walk-in", f"{API}walk-ins/", walk_in, key)["number"])

        with _at_once([partial(desk, index) for index in range(self.size.desks)]):
            wait_until(lambda: len(done) > len(coming) // 2)
            with self._killed("check-in"):
                known = set(done)
            present = self._present()
            assert known <= present, known - present
            assert present & announced <= sent
        self.notes.answered("check-in of everybody", time.monotonic() - begun)
        people = self._people()
        assert len({each["key"] for each in people}) == len(people) == self.size.people, (
            "nobody walks in twice"
        )
        assert self._present() == {each["number"] for each in people} - {ABSENT}
        self.numbers = {each["key"]: each["number"] for each in people}

    def _people(self) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = self.organiser.read("people", f"{API}people/")
        return found

    def _present(self) -> set[int]:
        return {each["number"] for each in self._people() if each["presence"] == "present"}

    # -- a round ---------------------------------------------------------------------------------------

    def _play_round(self, index: int) -> None:
        """Killed while the first is planned and published, the second reports, the last is adjudicated."""
        subject = f"round-{index + 1}"
        with self._phones(subject, is_killed=index == 0) as shown:
            self._publish(subject, is_killed=index == 0)
            self._seat(subject, shown)
            self.organiser.send(
                "the clock", f"{API}rounds/{subject}/clock/", {"action": "start"}, f"clock-{subject}"
            )
            self._report(subject, index)

    @contextmanager
    def _phones(self, subject: str, *, is_killed: bool) -> Iterator[dict[int, str]]:
        """While everybody's phone shows their page and looks again; what each has shown once its seat was on it."""
        over = threading.Event()
        shown: dict[int, str] = {}
        present = sorted(self._present())

        def phone(number: int, wait: float) -> None:
            device = Device(self.site, self.notes, pause=self.size.look)
            headers: dict[str, str] = {}
            while not over.wait(wait):
                what = (
                    "during a round" if number in shown else "while the server is killed" if is_killed else ""
                )
                address = f"/events/hall/w/{number}/live/"
                answer = device.surely(f"a phone looks {what}".strip(), "GET", address, **headers)
                assert answer.status in (200, 304), answer
                headers = {"If-None-Match": answer.headers["etag"]}
                if "own-seat" in answer.body and number not in shown:
                    shown[number] = answer.body
                    self.notes.happened[f"seats of {subject} shown"] += 1
                wait = self.size.look_on if number in shown else self.size.look

        waits = [self.size.look * index / len(present) for index in range(len(present))]
        with _at_once([partial(phone, *each) for each in zip(present, waits, strict=True)]):
            time.sleep(self.size.look)  # everybody has looked, at moments of their own
            try:
                yield shown
            finally:
                over.set()

    def _publish(self, subject: str, *, is_killed: bool) -> None:
        plan = partial(
            self.organiser.send, "plan", f"{API}rounds/plan/", {"round": subject}, f"plan-{subject}"
        )
        path = f"{API}rounds/{subject}/publish/"
        publish = partial(self.organiser.send, "publish", path, key=f"publish-{subject}")
        if is_killed:
            with self._killed_during("plan", plan):
                assert self._state(subject) == "planned", "to plan publishes nothing"
            with self._killed_during("publish", publish) as was_published:
                assert not was_published or self._state(subject) != "planned"
            return
        unanswered, begun = self.notes.happened["no answer"], time.monotonic()
        plan()
        publish()
        self.notes.answered("the last slip, plan and publish", self.last_slip + time.monotonic() - begun)
        assert self.notes.happened["no answer"] == unanswered, "every phone is answered"

    def _state(self, subject: str) -> str:
        states = {each["subject"]: each["state"] for each in self.organiser.read("rounds", f"{API}rounds/")}
        return str(states.get(subject, "planned"))

    def _seat(self, subject: str, shown: dict[int, str] | None = None) -> None:
        """Know who sits where, and the codes of the slips; everybody's phone shows their seat."""
        published = time.monotonic()
        seats = self.organiser.read("seats", f"{API}rounds/{subject}/seats/")
        if shown is not None:
            table_of = {self.numbers[key]: each["table"] for each in seats for key in each["seats"]}
            assert table_of.keys() == self._present(), "everybody who is here has one seat"
            wait_until(lambda: shown.keys() >= table_of.keys())
            self.notes.answered("all seats known after publishing", time.monotonic() - published)
            for number, page in shown.items():
                assert f"<strong>{table_of[number]}</strong>" in page, (number, table_of[number], page)
        script = CODES.format(subject=subject, numbers=[each["number"] for each in seats])
        codes = json.loads(self.site.shell(script))
        for each, code in zip(seats, codes, strict=True):
            number = each["number"]
            assert number not in self.tables, "no number is drawn twice"
            led = {colours[0]: self.numbers[key] for key, colours in each["seats"].items()}
            self.tables[number] = Table(number, led, code, Random(f"{subject}-{number}"))

    def _report(self, subject: str, index: int) -> None:
        """All tables report, in every way there is; boards are adjudicated, one slip comes last."""
        *most, last = (self.tables[number] for number in self._states(subject))
        ways = dict(zip((table.number for table in most), self.reports.of_round(index), strict=False))
        sent: set[int] = set()
        done: set[int] = set()

        def report(table: Table, wait: float) -> None:
            time.sleep(wait)
            sent.add(table.number)
            if ways[table.number](table):
                done.add(table.number)

        is_killed = index == min(1, self.size.rounds - 1)
        begun = time.monotonic()
        waits = [self.size.results * at / len(most) for at in range(len(most))]
        with _at_once([partial(report, *each) for each in zip(most, waits, strict=True)]):
            if is_killed:
                wait_until(lambda: len(done) > len(most) // 3)
                with self._killed("results"):
                    known = set(done)
                states = self._states(subject)
                assert known <= {
                    number for number, state in states.items() if state in ("entered", "confirmed")
                }
                assert {number for number, state in states.items() if state != "missing"} <= sent
        what = f"all results of {subject}{', the server killed' if is_killed else ''}"
        self.notes.answered(what, time.monotonic() - begun)
        self._adjudicate(subject, sent - done, is_killed=index == self.size.rounds - 1)
        begun = time.monotonic()
        self.reports.enter(last, last.slip)
        self.last_slip = time.monotonic() - begun
        assert set(self._states(subject).values()) <= {"entered", "confirmed"}
        games: list[dict[str, Any]] = []
        while page := self.organiser.read("games", f"{API}games/?limit=200&offset={len(games)}")["results"]:
            games += page
        assert max(Counter(each["number"] for each in games).values()) == 1, "one game a table"

    def _states(self, subject: str) -> dict[int, str]:
        tables = self.organiser.read("tables", f"{API}rounds/{subject}/tables/")
        return {each["number"]: each["state"] for each in tables}

    def _adjudicate(self, subject: str, running: set[int], *, is_killed: bool) -> None:
        """All boards at once; killed in the midst all of them are, or none."""
        path = f"/organise/events/hall/round/{subject}/adjudicate/"

        def adjudicate() -> None:
            answer = self.browser.surely("boards adjudicated", "POST", path, {})
            assert answer.status == 302, answer
            assert not any(self._states(subject)[number] == "recorded" for number in running)

        if not is_killed:
            adjudicate()
            return
        with self._killed_during("adjudicate", adjudicate) as was_answered:
            states = self._states(subject)
            over = {number for number in running if states[number] != "recorded"}
            assert over == running or not (over or was_answered), over

    # -- the end ---------------------------------------------------------------------------------------

    def _play_final(self) -> None:
        self._hold_lots()
        self._publish("final", is_killed=False)
        self._seat("final")
        (table,) = (self.tables[number] for number in self._states("final"))
        with self._killed_during("final", partial(self.reports.enter, table, table.slip)) as was_answered:
            (state,) = self._states("final").values()
            assert state == "entered" or not was_answered
        self._hold_lots()
        assert self._standings()["status"] == "finished"

    def _hold_lots(self) -> None:
        """Hold the throws on which finals and prizes depend."""
        while due := [
            each["subject"]
            for each in self._standings()["draws_needed"]
            if each["subject"].startswith("lot-")
        ]:
            lot = {"method": "published seed", "subject": due[0], "published_seed": "lot"}
            self.organiser.send("a throw among those who are level", f"{API}draws/", lot, key=due[0])

    def _standings(self) -> Any:
        return self.organiser.read("standings", f"{API}standings/")

    def _recount(self) -> None:
        """Compare the files with what was reported, and count them again."""
        with tempfile.TemporaryDirectory() as folder:
            for name in ("entries", "games", "draws", "table", "parts"):
                text = self.organiser.read("files", f"/events/hall/{name}.csv?language=en")
                Path(folder, f"{name}.csv").write_text(text, encoding="utf-8", newline="")
                if name == "games":
                    self._compare(text.removeprefix("\ufeff"))
            command = [sys.executable, "-I", str(RECOUNT), folder, ",".join(map(str, POINTS[:4]))]
            done = subprocess.run(command, check=False, stdout=subprocess.PIPE, text=True)
        self.recounted = done.stdout
        assert done.returncode == 0, self.recounted

    def _compare(self, games: str) -> None:
        """Whether the file of games says of every table what it reported, once."""
        found: defaultdict[int, dict[int, str]] = defaultdict(dict)
        for row in csv.DictReader(io.StringIO(games, newline="")):
            board = row["Board at the end"]
            found[int(row["No."])][int(row["Start number"])] = board or row["Places of the colours"]
        expected = {}
        for number, table in self.tables.items():
            expected[number] = {
                who: f"{COLOUR_NAMES[colour].en} {table.order.index(who) + 1}"
                if table.order
                else table.position
                for colour, who in table.seats.items()
            }
        assert {
            number: {who: said.split()[1] if "/" in said else said for who, said in rows.items()}
            for number, rows in found.items()
        } == expected
