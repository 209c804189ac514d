"""A day of an open tournament, played over HTTP by desks, phones and referees, the server killed in each of its phases.

`bench.hall_day` plays it with four hundred, `test_hall_day.py` in small. Everybody asks again until they are answered;
after each SIGKILL what was answered is there, what nobody asked for is not, and at the end an independent recount of
the files that everybody can fetch (docs/examples/recount_hall.py) gives the tables of the site.
"""

from __future__ import annotations

import json
import threading
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from random import Random
from typing import Any

from tests.endurance.hall_crew import Crew
from tests.endurance.hall_devices import API, DESK, PASSWORD, Device
from tests.endurance.hall_recount import recounted
from tests.endurance.hall_ways import RULES, Told, Ways
from tests.servers import Site

POINTS = (5, 3, 1, 0, 0, 0)
#: Who does not come, where so many are announced.
ABSENT = 40
#: Two who check in at pages, with a login, and the codes on the slips of a round, as whoever scans them reads them.
HELPERS = """
from django.contrib.auth.models import User
from django.utils import timezone
from games.models import Permit
for name in {names!r}:
    person = User.objects.create_user(name, password={password!r})
    Permit.objects.create(person=person, role="referee", place="event:hall", granted_at=timezone.now())
"""
CODES = """
import json
from tournaments.models import Draw, Event
from tournaments.services import hall
draw = Draw.objects.get(event__slug="hall", subject={subject!r})
print(json.dumps([hall.slip_token(draw, number) for number in {numbers!r}]))
"""


@dataclass(frozen=True)
class Size:
    """How large a day is: who comes, how quickly, and how long things take."""

    people: int
    rounds: int
    #: Check-ins a minute, of all desks; 0: as quickly as they are answered.
    a_minute: int
    #: Seconds between two looks of a phone, until it shows a seat and while the clock runs, and in which all tables of
    #: a round tell their results.
    look: float
    look_on: float
    results: float
    desks: int = 4


class HallDay:
    """The day: who comes, who sits where, what was told and answered."""

    def __init__(self, site: Site, size: Size, seed: int = 14) -> None:
        self.crew, self.ways = (crew := Crew(site, size.desks)), Ways(crew)
        self.site, self.size, self.lots = site, size, Random(seed)
        self.notes, self.organiser = crew.notes, crew.organiser
        #: Start number → key of the entry, and back.
        self.keys: dict[int, str] = {}
        self.numbers: dict[str, int] = {}
        #: Number of a game → what its table has told, of all rounds.
        self.tables: dict[int, Told] = {}
        #: Seconds that the last slip of the round before has taken.
        self.last_slip = 0.0
        #: What the recount has said.
        self.recounted = ""

    def play(self) -> None:
        """Play it, from the announcement to the recount."""
        self._announce()
        self._check_in()
        kills = {"draw": 1, "results": min(2, self.size.rounds), "adjudicate": self.size.rounds}
        for number in range(1, self.size.rounds + 1):
            subject = f"round-{number}"
            self._publish(subject, is_killed=kills["draw"] == number)
            self._start_clock(subject)
            with self._looking_on():
                self._play_round(subject, kills["results"] == number, kills["adjudicate"] == number)
        self._final()
        self._look_through()

    # -- before the first round ------------------------------------------------------------------------

    def _announce(self) -> None:
        ask, day = self.organiser, "2026-11-21"
        season = {"slug": "halls", "name": "Halls", "starts_on": "2026-01-01", "ends_on": "2026-12-31"}
        ask.post("set up", "/api/v1/seasons/", season)
        event = {"season": "halls", "slug": "hall", "name": "Town hall", "format": "open", "rules": RULES}
        settings = {"rounds": self.size.rounds, "place_points": list(POINTS), "table_size": 4, "minutes": 30}
        ask.post("set up", "/api/v1/events/", {**event, "settings": settings, "starts_on": day})
        people = [
            {"name": f"Person {number:03}", "team": f"Team {number // 4}"}
            for number in range(self.size.people - self.size.desks)
        ]
        entries = ask.post("announce", f"{API}announced/", {"people": people}, key="announced")
        self._know(entries)
        self.site.manage(
            "shell",
            "--verbosity",
            "0",
            "--command",
            HELPERS.format(names=["page-0", "page-1"], password=PASSWORD),
        )

    def _know(self, entries: Iterable[dict[str, Any]]) -> None:
        for entry in entries:
            self.keys[entry["number"]] = entry["key"]
            self.numbers[entry["key"]] = entry["number"]

    def _check_in(self) -> None:
        """Four desks at once, two of them at the pages: everybody but one, and a few whom nobody announced."""
        coming = [number for number in self.keys if number != ABSENT]
        sent: set[str] = set()
        done: set[str] = set()
        begun = time.monotonic()

        def desk(index: int) -> None:
            device = self.crew.desk(index)
            for turn, number in enumerate(coming[index :: self.size.desks]):
                if self.size.a_minute:
                    due = begun + 60 * (turn * self.size.desks + index) / self.size.a_minute
                    time.sleep(max(0.0, due - time.monotonic()))
                sent.add(self.keys[number])
                self._tap(index, device, number, turn)
                done.add(self.keys[number])
            # Somebody walks in at each desk; sent twice, as nobody knows whether the first has arrived.
            key, walk_in = f"walk-in-{index}", {"name": f"Walk-in {index}", "team": ""}
            token = self.crew.helper(index)
            sent.add(key)
            token.lose("POST", f"{API}walk-ins/", walk_in, {"Idempotency-Key": key})
            entry = token.post("walk-in", f"{API}walk-ins/", walk_in, key=key)
            done.add(entry["key"])

        with self.crew.at_once([partial(desk, index) for index in range(self.size.desks)]):
            self.crew.wait_until(lambda: len(done) > len(coming) // 2)
            with self.crew.killed("check-in"):
                known = set(done)
            present = {each["key"] for each in self._people() if each["presence"] == "present"}
            assert known <= present, known - present
            walked_in = present - set(self.keys.values())
            assert present - walked_in <= sent
        self.notes.answered("check-in of everybody", time.monotonic() - begun)
        people = self._people()
        self._know(people)
        there = {each["number"] for each in people if each["presence"] == "present"}
        assert there >= set(coming)
        assert len(people) == self.size.people, "nobody walks in twice"
        assert len({each["key"] for each in people}) == len(people)
        assert len(there) == len(coming) + self.size.desks

    def _tap(self, index: int, device: Device, number: int, turn: int) -> None:
        if index % 2:
            path, body = f"{API}check-in/", {"entries": [number]}
            if turn % 11 == 5:
                device.lose("POST", path, body)
            for _ in range(2 if turn % 7 == 3 else 1):
                device.post("check-in", path, body)
            return
        form = {"do": "present", "who": self.keys[number], "q": "", "show": "missing"}
        for _ in range(2 if turn % 7 == 3 else 1):
            answer = device.submit("check-in", f"{DESK}check-in/tap/", form, {"X-Line": "1"})
            assert answer.status == 200, answer

    def _people(self) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = self.organiser.get("people", f"{API}people/")
        return found

    # -- a round is published --------------------------------------------------------------------------

    def _publish(self, subject: str, *, is_killed: bool = False) -> None:
        """Plan and publish while everybody's phone looks every few seconds; killed in the midst of either."""
        ask, key = self.organiser, f"publish-{subject}"
        planned = self._plan(subject, is_killed)
        path = f"{API}rounds/{subject}/publish/"
        published: list[float] = []

        def publish() -> None:
            begun = time.monotonic()
            self.crew.organising().post("publish", path, key=key)
            published.append(time.monotonic())
            if not is_killed:
                took = self.last_slip + planned + published[0] - begun
                self.notes.answered("the last slip, plan and publish", took)

        what = "a phone looks while the server is killed" if is_killed else "a phone looks"
        unanswered = self.notes.unanswered
        with self._looking(subject, published, what):
            # Everybody looks, at moments of their own.
            time.sleep(self.size.look)
            with self.crew.at_once([publish]):
                if is_killed:
                    time.sleep(self.lots.uniform(0, 0.3))
                    with self.crew.killed("publish"):
                        was_published = bool(published)
                    rounds = {each["subject"]: each for each in ask.get("rounds", f"{API}rounds/")}
                    assert not was_published or rounds[subject]["state"] != "planned"
        assert is_killed or self.notes.unanswered == unanswered, "every phone is answered"
        self._seat(subject)

    def _plan(self, subject: str, is_killed: bool) -> float:
        """Plan a round, killed meanwhile or not; how many seconds that took. Nothing is published by that."""
        begun = time.monotonic()

        def plan() -> None:
            body = {"round": subject}
            self.organiser.post("plan", f"{API}rounds/plan/", body, key=f"plan-{subject}")

        with self.crew.at_once([plan]):
            if is_killed:
                time.sleep(self.lots.uniform(0, 0.3))
                with self.crew.killed("plan"):
                    pass
                ask = self.crew.organising()
                states = {each["subject"]: each["state"] for each in ask.get("rounds", f"{API}rounds/")}
                assert states.get(subject, "planned") == "planned", states
        return time.monotonic() - begun

    def _start_clock(self, subject: str) -> None:
        body = {"action": "start"}
        self.organiser.post(
            "the clock started", f"{API}rounds/{subject}/clock/", body, key=f"clock-{subject}"
        )

    @contextmanager
    def _looking_on(self) -> Iterator[None]:
        """While everybody leaves the page open, whose phone then goes on looking."""
        over = threading.Event()
        there = [each["number"] for each in self._people() if each["presence"] == "present"]

        def phone(number: int, wait: float) -> None:
            device = self.crew.phone(self.size.look_on)
            address = f"/events/hall/w/{number}/live/"
            headers: dict[str, str] = {}
            while not (over.wait(wait) or self.notes.over.is_set()):
                answer = device.surely("a phone looks during a round", "GET", address, headers=headers)
                assert answer.status in (200, 304), answer
                headers, wait = {"If-None-Match": answer.headers["etag"]}, self.size.look_on

        waits = [self.size.look_on * index / len(there) for index in range(len(there))]
        with self.crew.at_once([partial(phone, *each) for each in zip(there, waits, strict=True)]):
            try:
                yield
            finally:
                over.set()

    @contextmanager
    def _looking(self, subject: str, published: list[float], what: str) -> Iterator[None]:
        """While everybody's phone shows their page, and looks again until it shows the seat of the round."""
        there = [each["number"] for each in self._people() if each["presence"] == "present"]
        seen: dict[int, str] = {}

        def phone(number: int, wait: float) -> None:
            device = self.crew.phone(self.size.look)
            address = f"/events/hall/w/{number}/live/"
            time.sleep(wait)
            answer = device.surely(what, "GET", address)
            while "own-seat" not in answer.body:
                if self.notes.over.wait(self.size.look):
                    return
                tag = answer.headers["etag"]
                found = device.surely(what, "GET", address, headers={"If-None-Match": tag})
                answer = found if found.status == 200 else answer
            seen[number] = answer.body
            if published:
                self.notes.answered("a seat known after publishing", time.monotonic() - published[0])

        work = [
            partial(phone, number, self.size.look * index / len(there)) for index, number in enumerate(there)
        ]
        with self.crew.at_once(work):
            yield
        tables = self.organiser.get("seats", f"{API}rounds/{subject}/seats/")
        table_of = {self.numbers[key]: each["table"] for each in tables for key in each["seats"]}
        assert sorted(table_of) == sorted(there), "everybody who is here has one seat"
        for number, told in seen.items():
            assert f"<strong>{table_of[number]}</strong>" in told, (number, table_of[number], told)

    def _seat(self, subject: str) -> None:
        """Know who sits where, and the codes of the slips."""
        seats = self.organiser.get("seats", f"{API}rounds/{subject}/seats/")
        numbers = [each["number"] for each in seats]
        script = CODES.format(subject=subject, numbers=numbers)
        codes = json.loads(self.site.manage("shell", "--verbosity", "0", "--command", script))
        for each, code in zip(seats, codes, strict=True):
            led = {colours[0]: self.numbers[key] for key, colours in each["seats"].items()}
            told = Told(each["number"], led, code, Random(f"{subject}-{each['number']}"))
            told.order = list(led.values())
            told.lots.shuffle(told.order)
            assert told.number not in self.tables, "no number is drawn twice"
            self.tables[told.number] = told

    # -- results ---------------------------------------------------------------------------------------

    def _play_round(self, subject: str, kill_results: bool, kill_adjudication: bool) -> None:
        """All tables tell what came out, in every way there is; boards are adjudicated, one slip comes last."""
        tables = self._tables_of(subject)
        *most, last = tables
        ways = dict(zip((each.number for each in most), self.ways.of(subject), strict=False))
        sent: set[int] = set()
        done: set[int] = set()

        def tell(table: Told, wait: float) -> None:
            time.sleep(wait)
            sent.add(table.number)
            begun = time.monotonic()
            has_result = ways[table.number](table)
            if has_result:
                done.add(table.number)
                self.notes.answered(
                    f"a result of {subject}, from the first word to the last", time.monotonic() - begun
                )

        begun = time.monotonic()
        work = [
            partial(tell, table, self.size.results * index / len(most)) for index, table in enumerate(most)
        ]
        with self.crew.at_once(work):
            if kill_results:
                self.crew.wait_until(lambda: len(done) > len(most) // 3)
                with self.crew.killed("results"):
                    known = set(done)
                states = {each["number"]: each["state"] for each in self._states(subject)}
                entered = {number for number, state in states.items() if state in ("entered", "confirmed")}
                assert known <= entered, known - entered
                assert {number for number, state in states.items() if state != "missing"} <= sent
        what = f"all results of {subject}{', the server killed' if kill_results else ''}"
        self.notes.answered(what, time.monotonic() - begun)
        self._adjudicate(subject, {each.number for each in most} - done, kill_adjudication)
        begun = time.monotonic()
        self.organiser.post(
            "the last slip", f"{API}sheets/", {"sheets": [{"number": last.number, **last.sheet}]}
        )
        self.last_slip = time.monotonic() - begun
        states = {each["number"]: each for each in self._states(subject)}
        assert {each["state"] for each in states.values()} <= {"entered", "confirmed"}, states
        games: list[dict[str, Any]] = []
        while page := self.organiser.get("games", f"{API}games/?limit=200&offset={len(games)}")["results"]:
            games += page
        assert max(Counter(each["number"] for each in games).values()) == 1, "one game a table"

    def _tables_of(self, subject: str) -> list[Told]:
        return [self.tables[each["number"]] for each in self._states(subject)]

    def _states(self, subject: str) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = self.organiser.get("tables", f"{API}rounds/{subject}/tables/")
        return found

    def _adjudicate(self, subject: str, running: set[int], is_killed: bool) -> None:
        """All boards at once; killed in the middle all of them are, or none."""
        path = f"{API}rounds/{subject}/adjudicate/"
        answers: list[Any] = []

        def adjudicate() -> None:
            answers.append(self.crew.helper(0).post("boards adjudicated", path, key=f"adjudicate-{subject}"))

        with self.crew.at_once([adjudicate]):
            if is_killed:
                time.sleep(self.lots.uniform(0, 0.2))
                with self.crew.killed("adjudicate"):
                    was_answered = bool(answers)
                states = {each["number"]: each["state"] for each in self._states(subject)}
                over = {number for number in running if states[number] != "recorded"}
                assert over in ((running,) if was_answered else (running, set())), over
        assert set(answers[0]["games"]) == running, answers
        self.notes.count("boards adjudicated", len(running))

    # -- the end ---------------------------------------------------------------------------------------

    def _final(self) -> None:
        self._hold_lots()
        self._publish_final()
        (table,) = self._tables_of("final")
        body = {"sheets": [{"number": table.number, **table.sheet}]}
        answers: list[Any] = []

        def enter() -> None:
            answers.append(self.crew.helper(0).post("the final", f"{API}sheets/", body))

        with self.crew.at_once([enter]):
            time.sleep(self.lots.uniform(0, 0.2))
            with self.crew.killed("final"):
                was_answered = bool(answers)
            state = self._states("final")[0]["state"]
            assert state in (("entered",) if was_answered else ("entered", "missing")), state
        self._hold_lots()
        assert self._standings()["status"] == "finished"

    def _publish_final(self) -> None:
        ask = self.organiser
        ask.post("plan", f"{API}rounds/plan/", {"round": "final"}, key="plan-final")
        ask.post("publish", f"{API}rounds/final/publish/", key="publish-final")
        self._seat("final")

    def _hold_lots(self) -> None:
        """Hold the throws on which finals and prizes depend."""
        while due := [
            each for each in self._standings()["draws_needed"] if each["subject"].startswith("lot-")
        ]:
            subject = due[0]["subject"]
            lot = {"method": "published seed", "subject": subject, "published_seed": "lot"}
            self.organiser.post("a throw among those who are level", f"{API}draws/", lot, key=subject)

    def _standings(self) -> Any:
        return self.organiser.get("standings", f"{API}standings/")

    def _look_through(self) -> None:
        """Everything that was told stands in the files, once; the recount agrees; logs and tables are whole."""
        assert ", 0 differed" in self.site.manage("rebuild_projections", "--check")
        assert ", 0 broken" in self.site.manage("verify_log")
        self.site.manage("verify_draw", "hall")
        self.recounted = recounted(self.organiser, self.tables, POINTS)
