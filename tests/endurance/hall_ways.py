"""In what ways a table of a hall tells its result: typed, told by phones, recorded; doubled, lost, contradicted."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from itertools import cycle
from random import Random
from typing import Any

from rules.board import HOME_LETTERS, LETTERS, PAWNS
from rules.rule_sets import rule_set
from tests.endurance.hall_crew import Crew
from tests.endurance.hall_devices import API, DESK

RULES = "schmidt-classic"


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


class Ways:
    """What happens between a table and the desk; each way says whether the table then has its result."""

    def __init__(self, crew: Crew) -> None:
        self.crew = crew

    def of(self, subject: str) -> Iterator[Callable[[Told], bool]]:
        """In what ways the tables of a round tell, one after the other."""
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
            answer = self.crew.helper(index).post("a slip at a desk", f"{API}sheets/", body)
            found.append(answer[0]["outcome"])

        with self.crew.at_once([partial(desk, index) for index in range(2)]):
            pass
        assert set(found) <= {"entered", "repeated"}, found
        return True

    def _stopped_and_lost(self, table: Told) -> bool:
        """The lines of a stopped board; the first answer gets lost, and the request is sent again, twice."""
        table.stop()
        desk = self.crew.helper(table.number)
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
        with self.crew.before_laptop:
            answer = self.crew.desk(0).submit("a slip at a page", f"{DESK}slips/{table.number}/", form)
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
            self.crew.helper(table.number).post("a claim confirmed", path)
        return True

    def _two_phones_disagree(self, table: Told) -> bool:
        """Two tell different things; the desk looks at the board and says which one counts."""
        first, second, *_ = table.seats.values()
        claimed = self._claim(table, first, table.sheet)
        other = self._claim(table, second, table.another)
        assert other["claim"]["state"] == "contradicted", other
        path = f"{API}claims/{claimed['claim']['id']}/confirm/"
        self.crew.helper(table.number).post("a claim confirmed", path)
        return True

    def _two_desks_disagree(self, table: Told) -> bool:
        """One desk reads a slip wrongly; another types it again, and lets that count."""
        wrong, right = (
            {"sheets": [{"number": table.number, **each}]} for each in (table.another, table.sheet)
        )
        self.crew.helper(0).post("a slip at a desk", f"{API}sheets/", wrong)
        (told,) = self.crew.helper(1).post("a slip at a desk", f"{API}sheets/", right)
        assert told["outcome"] == "contradicts", told
        self.crew.helper(1).post("a claim confirmed", f"{API}claims/{told['claim']['id']}/confirm/")
        return True

    def _told_and_confirmed_at_pages(self, table: Told) -> bool:
        """Two phones scan the code: one taps who came in when, the other taps that it is right."""
        page = f"/events/hall/slips/{table.number}/{table.code}/"
        first, second, *_ = table.seats.values()
        phones = [self.crew.phone() for _ in range(2)]
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
        referee = self.crew.helper(table.number)
        colours = list(table.seats)
        throws = [{colour: 6 if colour == colours[0] else 2 for colour in colours}]
        game = str(uuid.uuid5(uuid.NAMESPACE_URL, f"game-{table.number}"))
        begun = {"number": table.number, "id": game, "throws": throws}
        organiser = self.crew.organising()
        organiser.post("a game begun", f"{API}games/", begun)
        position = f"{rule_set(RULES).layout()} {table.position} {LETTERS[colours[0]]}0"
        set_by_hand = {"position": position, "reason": "test", "id": str(uuid.uuid4())}
        number = referee.get("a game", f"/api/v1/games/{game}/")["number"]
        referee.post("a board set", f"/api/v1/games/{game}/position/?expected={number}", set_by_hand)
        return False

    def _claim(self, table: Told, claimant: int, sheet: dict[str, Any], is_lost: bool = False) -> Any:
        phone = self.crew.phone()
        body = {"number": table.number, "token": table.code, "claimant": claimant, **sheet}
        if is_lost:
            phone.lose("POST", f"{API}slips/claim/", body)
        return phone.post("a result on a phone", f"{API}slips/claim/", body)
