"""A day of an open tournament, played over HTTP by desks, phones and referees, the server killed in each of its phases.

`bench.hall_day` plays it with four hundred, `test_hall_day.py` in small. Everybody asks again until they are answered;
after each SIGKILL what was answered is there, what nobody asked for is not, and at the end an independent recount of
the files that everybody can fetch (docs/examples/recount_hall.py) gives the tables of the site.
"""

from __future__ import annotations

import csv
import io
import json
import subprocess
import sys
import tempfile
import threading
import time
import uuid
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from itertools import cycle
from pathlib import Path
from random import Random
from typing import Any

from rules.board import COLOUR_NAMES, HOME_LETTERS, LETTERS, PAWNS
from rules.rule_sets import rule_set
from tests.endurance.hall_devices import PASSWORD, Device, Notes
from tests.servers import ROOT, Site

API, DESK = "/api/v1/events/hall/", "/organise/events/hall/"
RULES = "schmidt-classic"
POINTS = (5, 3, 1, 0, 0, 0)
#: Who does not come, where so many are announced.
ABSENT = 40
RECOUNT = ROOT / "docs/examples/recount_hall.py"
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
    #: Seconds between two looks of a phone, and in which all tables of a round tell their results.
    look: float
    results: float
    desks: int = 4


@dataclass
class Told:
    """What a table is to tell: who came in which order, or how the pawns of each colour stand."""

    number: int
    seats: dict[str, int]
    code: str
    lots: Random
    order: list[int] = field(default_factory=list)
    #: Colour → its pawns at home and in the yard; the others stand on fields, from 1 on.
    pawns: dict[str, tuple[int, int]] = field(default_factory=dict)

    @property
    def sheet(self) -> dict[str, Any]:
        """The slip as programs send it."""
        if self.order:
            return {"order": self.order}
        return {"lines": {colour: self._line(colour) for colour in self.seats}}

    @property
    def another(self) -> dict[str, Any]:
        """A slip that says something else."""
        order = self.order or list(self.seats.values())
        return {"order": [order[-1], *order[:-1]]}

    def _line(self, colour: str) -> dict[str, Any]:
        home, yard = self.pawns[colour]
        return {"home": home, "yard": yard, "on": [str(n + 1) for n in range(PAWNS - home - yard)]}

    @property
    def position(self) -> str:
        """The board of these pawns in notation (rulebook §3), without who throws."""
        return "/".join(
            self._written(colour) if colour in self.seats else "-"
            for colour in rule_set(RULES).layout().colours
        )

    def _written(self, colour: str) -> str:
        home, yard = self.pawns[colour]
        fields = [str(n + 1) for n in range(PAWNS - home - yard)]
        return ",".join(["B"] * yard + fields + list(HOME_LETTERS[PAWNS - home :]))

    def stop(self) -> None:
        """Let the game have been stopped: nobody has all pawns at home."""
        self.order = []
        for colour in self.seats:
            home = self.lots.randrange(PAWNS)
            self.pawns[colour] = (home, self.lots.randint(0, PAWNS - home))


class HallDay:
    """The day: who comes, who sits where, what was told and answered."""

    def __init__(self, site: Site, size: Size, seed: int = 14) -> None:
        self.site, self.size, self.lots = site, size, Random(seed)
        self.notes = Notes()
        self.token = self._token("organiser")
        self.organiser = Device(site, self.notes, self.token)
        self.referees = [self._token("referee") for _ in range(size.desks)]
        #: Laptops at which somebody is logged in, each with one person before it.
        self.laptops: dict[int, Device] = {}
        self.before_laptop = threading.Lock()
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
        kills = {"publish": 1, "results": min(2, self.size.rounds), "adjudicate": self.size.rounds}
        for number in range(1, self.size.rounds + 1):
            subject = f"round-{number}"
            self._publish(subject, is_killed=kills["publish"] == number)
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
            device = self._desk(index)
            for turn, number in enumerate(coming[index :: self.size.desks]):
                if self.size.a_minute:
                    due = begun + 60 * (turn * self.size.desks + index) / self.size.a_minute
                    time.sleep(max(0.0, due - time.monotonic()))
                sent.add(self.keys[number])
                self._tap(index, device, number, turn)
                done.add(self.keys[number])
            # Somebody walks in at each desk; sent twice, as nobody knows whether the first has arrived.
            key, walk_in = f"walk-in-{index}", {"name": f"Walk-in {index}", "team": ""}
            token = Device(self.site, self.notes, self.referees[index])
            sent.add(key)
            token.lose("POST", f"{API}walk-ins/", walk_in, {"Idempotency-Key": key})
            entry = token.post("walk-in", f"{API}walk-ins/", walk_in, key=key)
            done.add(entry["key"])

        with self._at_once([partial(desk, index) for index in range(self.size.desks)]):
            self._wait_until(lambda: len(done) > len(coming) // 2)
            with self._killed("check-in"):
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

    def _desk(self, index: int) -> Device:
        """A desk: every second one is a page with a login, the others are programs."""
        if index % 2:
            return Device(self.site, self.notes, self.referees[index])
        if index not in self.laptops:
            self.laptops[index] = Device(self.site, self.notes)
            self.laptops[index].log_in(f"page-{index // 2}")
        return self.laptops[index]

    def _people(self) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = self.organiser.get("people", f"{API}people/")
        return found

    # -- a round is published --------------------------------------------------------------------------

    def _publish(self, subject: str, *, is_killed: bool = False) -> None:
        """Plan and publish while everybody's phone looks every few seconds; killed while it is being published."""
        ask, key = self.organiser, f"publish-{subject}"
        begun = time.monotonic()
        ask.post("plan", f"{API}rounds/plan/", {"round": subject}, key=f"plan-{subject}")
        planned = time.monotonic() - begun
        path = f"{API}rounds/{subject}/publish/"
        published: list[float] = []

        def publish() -> None:
            begun = time.monotonic()
            Device(self.site, self.notes, self.token).post("publish", path, key=key)
            published.append(time.monotonic())
            if not is_killed:
                took = self.last_slip + planned + published[0] - begun
                self.notes.answered("the last slip, plan and publish", took)

        what = "a phone looks while the server is killed" if is_killed else "a phone looks"
        unanswered = self.notes.unanswered
        with self._looking(subject, published, what):
            # Everybody looks, at moments of their own.
            time.sleep(self.size.look)
            with self._at_once([publish]):
                if is_killed:
                    time.sleep(self.lots.uniform(0, 0.3))
                    with self._killed("publish"):
                        was_published = bool(published)
                    rounds = {each["subject"]: each for each in ask.get("rounds", f"{API}rounds/")}
                    assert not was_published or rounds[subject]["state"] != "planned"
        assert is_killed or self.notes.unanswered == unanswered, "every phone is answered"
        self._seat(subject)

    @contextmanager
    def _looking(self, subject: str, published: list[float], what: str) -> Iterator[None]:
        """While everybody's phone shows their page, and looks again until it shows the seat of the round."""
        there = [each["number"] for each in self._people() if each["presence"] == "present"]
        seen: dict[int, str] = {}

        def phone(number: int, wait: float) -> None:
            device = Device(self.site, self.notes)
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
        with self._at_once(work):
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
        ways = dict(zip((each.number for each in most), self._ways(subject), strict=False))
        sent: set[int] = set()
        done: set[int] = set()

        def tell(table: Told, wait: float) -> None:
            time.sleep(wait)
            sent.add(table.number)
            begun = time.monotonic()
            has_result = ways[table.number](table)
            if has_result:
                done.add(table.number)
                self.notes.answered("a result, from the first word to the last", time.monotonic() - begun)

        begun = time.monotonic()
        work = [
            partial(tell, table, self.size.results * index / len(most)) for index, table in enumerate(most)
        ]
        with self._at_once(work):
            if kill_results:
                self._wait_until(lambda: len(done) > len(most) // 3)
                with self._killed("results"):
                    known = set(done)
                states = {each["number"]: each["state"] for each in self._states(subject)}
                entered = {number for number, state in states.items() if state in ("entered", "confirmed")}
                assert known <= entered, known - entered
                assert {number for number, state in states.items() if state != "missing"} <= sent
        self.notes.answered("all results of a round", time.monotonic() - begun)
        self._adjudicate(subject, {each.number for each in most} - done, kill_adjudication)
        begun = time.monotonic()
        self.organiser.post(
            "the last slip", f"{API}sheets/", {"sheets": [{"number": last.number, **last.sheet}]}
        )
        self.last_slip = time.monotonic() - begun
        states = {each["number"]: each for each in self._states(subject)}
        assert {each["state"] for each in states.values()} <= {"entered", "confirmed"}, states
        games = self.organiser.get("games", f"{API}games/?page_size=1000")["results"]
        assert max(Counter(each["number"] for each in games).values()) == 1, "one game a table"

    def _tables_of(self, subject: str) -> list[Told]:
        return [self.tables[each["number"]] for each in self._states(subject)]

    def _states(self, subject: str) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = self.organiser.get("tables", f"{API}rounds/{subject}/tables/")
        return found

    def _ways(self, subject: str) -> Iterator[Callable[[Told], bool]]:
        """In what ways tables tell, one after the other; they say whether the table then has its result."""
        ways = [
            self._typed_twice,
            self._told_and_confirmed_by_phones,
            self._recorded_on_a_board,
            self._two_phones_disagree,
            self._typed_at_a_page,
            self._told_and_confirmed_at_pages,
            self._stopped_and_lost,
            self._two_desks_disagree,
            self._told_by_one_phone,
        ]
        first = 4 * int(subject.removeprefix("round-")) - 4
        return cycle(ways[first % len(ways) :] + ways[: first % len(ways)])

    def _typed_twice(self, table: Told) -> bool:
        """Two desks type the same slip at the same moment."""
        body = {"sheets": [{"number": table.number, **table.sheet}]}
        found: list[str] = []

        def desk(index: int) -> None:
            answer = self._helper(index).post("a slip at a desk", f"{API}sheets/", body)
            found.append(answer[0]["outcome"])

        with self._at_once([partial(desk, index) for index in range(2)]):
            pass
        assert set(found) <= {"entered", "repeated"}, found
        return True

    def _stopped_and_lost(self, table: Told) -> bool:
        """The lines of a stopped board; the first answer gets lost, and the request is sent again, twice."""
        table.stop()
        desk = self._helper(table.number)
        body = {"sheets": [{"number": table.number, **table.sheet}]}
        key = f"slip-{table.number}"
        desk.lose("POST", f"{API}sheets/", body, {"Idempotency-Key": key})
        for each in (key, key, ""):
            (answer,) = desk.post("a slip at a desk", f"{API}sheets/", body, key=each)
            assert answer["outcome"] in ("entered", "repeated"), answer
        return True

    def _typed_at_a_page(self, table: Told) -> bool:
        """The page of slips, by start numbers."""
        form = {"places": " ".join(map(str, table.order))}
        with self.before_laptop:
            answer = self._desk(0).submit("a slip at a page", f"{DESK}slips/{table.number}/", form)
        assert answer.status == 200, answer
        return True

    def _told_and_confirmed_by_phones(self, table: Told) -> bool:
        """One tells, and again as the answer was lost; another tells the same."""
        first, second, *_ = table.seats.values()
        self._claim(table, first, table.sheet, is_lost=True)
        claimed = self._claim(table, second, table.sheet)
        assert claimed["entered"]["outcome"] in ("entered", "repeated"), claimed
        return True

    def _told_by_one_phone(self, table: Told) -> bool:
        """One tells; a desk confirms, twice."""
        claimed = self._claim(table, next(iter(table.seats.values())), table.sheet)
        for _ in range(2):
            path = f"{API}claims/{claimed['claim']['id']}/confirm/"
            self._helper(table.number).post("a claim confirmed", path)
        return True

    def _two_phones_disagree(self, table: Told) -> bool:
        """Two tell different things; the desk looks at the board and says which one counts."""
        first, second, *_ = table.seats.values()
        claimed = self._claim(table, first, table.sheet)
        other = self._claim(table, second, table.another)
        assert other["claim"]["state"] == "contradicted", other
        path = f"{API}claims/{claimed['claim']['id']}/confirm/"
        self._helper(table.number).post("a claim confirmed", path)
        return True

    def _two_desks_disagree(self, table: Told) -> bool:
        """One desk reads a slip wrongly; another types it again, and lets that count."""
        wrong, right = (
            {"sheets": [{"number": table.number, **each}]} for each in (table.another, table.sheet)
        )
        self._helper(0).post("a slip at a desk", f"{API}sheets/", wrong)
        (told,) = self._helper(1).post("a slip at a desk", f"{API}sheets/", right)
        assert told["outcome"] == "contradicts", told
        self._helper(1).post("a claim confirmed", f"{API}claims/{told['claim']['id']}/confirm/")
        return True

    def _told_and_confirmed_at_pages(self, table: Told) -> bool:
        """Two phones scan the code: one taps who came in when, the other taps that it is right."""
        page = f"/events/hall/slips/{table.number}/{table.code}/"
        first, second, *_ = table.seats.values()
        phones = [Device(self.site, self.notes) for _ in range(2)]
        for phone, number in zip(phones, (first, second), strict=True):
            phone.get("a slip on a phone", page)
            phone.submit("a slip on a phone", page, {"do": "me", "me": number})
        places = {f"place-{number}": place for place, number in enumerate(table.order, start=1)}
        phones[0].submit("a result on a phone", page, {"do": "tell", "way": "places", **places})
        shown = phones[1].get("a slip on a phone", page)
        _, is_there, rest = shown.partition('name="claim" value="')
        assert is_there, shown
        form = {"do": "confirm", "claim": rest.partition('"')[0]}
        shown = phones[1].submit("a result on a phone", page, form).body
        assert "Result confirmed" in shown, shown
        return True

    def _recorded_on_a_board(self, table: Told) -> bool:
        """The desk begins the game, a referee sets its board; it waits until the time is up."""
        table.stop()
        referee = self._helper(table.number)
        colours = list(table.seats)
        throws = [{colour: 6 if colour == colours[0] else 2 for colour in colours}]
        game = str(uuid.uuid5(uuid.NAMESPACE_URL, f"game-{table.number}"))
        begun = {"number": table.number, "id": game, "throws": throws}
        organiser = Device(self.site, self.notes, self.token)
        organiser.post("a game begun", f"{API}games/", begun)
        position = f"{rule_set(RULES).layout()} {table.position} {LETTERS[colours[0]]}0"
        set_by_hand = {"position": position, "reason": "test", "id": str(uuid.uuid4())}
        number = referee.get("a game", f"/api/v1/games/{game}/")["number"]
        referee.post("a board set", f"/api/v1/games/{game}/position/?expected={number}", set_by_hand)
        return False

    def _claim(self, table: Told, claimant: int, sheet: dict[str, Any], is_lost: bool = False) -> Any:
        phone = Device(self.site, self.notes)
        body = {"number": table.number, "token": table.code, "claimant": claimant, **sheet}
        if is_lost:
            phone.lose("POST", f"{API}slips/claim/", body)
        return phone.post("a result on a phone", f"{API}slips/claim/", body)

    def _helper(self, index: int) -> Device:
        return Device(self.site, self.notes, self.referees[index % len(self.referees)])

    def _adjudicate(self, subject: str, running: set[int], is_killed: bool) -> None:
        """All boards at once; killed in the middle all of them are, or none."""
        path = f"{API}rounds/{subject}/adjudicate/"
        answers: list[Any] = []

        def adjudicate() -> None:
            answers.append(self._helper(0).post("boards adjudicated", path, key=f"adjudicate-{subject}"))

        with self._at_once([adjudicate]):
            if is_killed:
                time.sleep(self.lots.uniform(0, 0.2))
                with self._killed("adjudicate"):
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
            answers.append(self._helper(0).post("the final", f"{API}sheets/", body))

        with self._at_once([enter]):
            time.sleep(self.lots.uniform(0, 0.2))
            with self._killed("final"):
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
        with tempfile.TemporaryDirectory() as folder:
            for name in ("entries", "games", "draws", "table", "parts"):
                text = self.organiser.get("files", f"/events/hall/{name}.csv?language=en")
                Path(folder, f"{name}.csv").write_text(text, encoding="utf-8", newline="")
            self._compare(Path(folder, "games.csv").read_text(encoding="utf-8-sig"))
            points = ",".join(map(str, POINTS[:4]))
            recount = [sys.executable, "-I", str(RECOUNT), folder, points]
            done = subprocess.run(recount, check=False, stdout=subprocess.PIPE, text=True)
            assert done.returncode == 0, done.stdout
            self.recounted = done.stdout

    def _compare(self, text: str) -> None:
        told: defaultdict[int, dict[int, tuple[str, str]]] = defaultdict(dict)
        for row in csv.DictReader(io.StringIO(text, newline="")):
            at = (row["Places of the colours"], row["Board at the end"])
            told[int(row["No."])][int(row["Start number"])] = at
        assert told.keys() == self.tables.keys()
        names = {colour: name.en for colour, name in COLOUR_NAMES.items()}
        for number, table in self.tables.items():
            assert sorted(told[number]) == sorted(table.seats.values())
            if not table.order:
                boards = {board.split()[1] for _, board in told[number].values()}
                assert boards == {table.position}, (number, boards, table.position)
                continue
            for colour, who in table.seats.items():
                assert told[number][who] == (f"{names[colour]} {table.order.index(who) + 1}", ""), number

    # -- what holds everywhere -------------------------------------------------------------------------

    def _token(self, role: str) -> str:
        name = f"{role}-{uuid.uuid4().hex[:6]}"
        return self.site.manage("create_token", name, "--role", role).split()[-1]

    @contextmanager
    def _killed(self, phase: str) -> Iterator[None]:
        """Kill the server and start it again; what is in the block is looked at while it is away."""
        self.site.kill()
        yield
        begun = time.monotonic()
        self.site.start()
        self.notes.answered("started again", time.monotonic() - begun)
        self.notes.count(f"killed: {phase}")
        assert ", 0 differed" in self.site.manage("rebuild_projections", "--check")

    @contextmanager
    def _at_once(self, work: Sequence[Callable[[], object]]) -> Iterator[None]:
        """While all of this is done, each in a thread of its own; ends when they have, and raises what they raised."""
        over = self.notes.over

        def done(each: Callable[[], object]) -> None:
            try:
                each()
            except BaseException:
                over.set()
                raise

        with ThreadPoolExecutor(len(work)) as pool:
            futures = [pool.submit(done, each) for each in work]
            try:
                yield
            except BaseException:
                over.set()
                for future in futures:
                    if future.done() and (failure := future.exception()) is not None:
                        raise failure from None
                raise
            for future in futures:
                future.result()

    def _wait_until(self, happened: Callable[[], bool]) -> None:
        """Until it has happened; ten minutes at the most."""
        deadline = time.monotonic() + 600
        while not happened():
            assert time.monotonic() < deadline
            assert not self.notes.over.wait(0.005), "something has failed meanwhile"
