"""A phone on a bad connection ends with exactly the log that its referee meant, over HTTP on both databases.

Letters are lost on their way or with their answer, arrive twice, twice at once, too early or hours late;
the phone is switched off; another one records meanwhile. At the end every entry that was not overtaken by
somebody else's stands in the log exactly once, in order, with what was entered.
"""

import json
from concurrent.futures import ThreadPoolExecutor
from random import Random
from typing import Any

import pytest
from hypothesis import settings, strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    precondition,
    rule,
    run_state_machine_as_test,
)

from tests.endurance.boards import new_game, two_players
from tests.endurance.phone import Phone
from tests.endurance.size import patient, sized
from tests.endurance.wire import Letter, Wire
from tests.games.viewing import token_of
from tests.servers import Site

pytestmark = [pytest.mark.database, patient]
#: Every third answer is lost.
FATES = (
    "answered",
    "answered",
    "answered",
    "answer lost",
    "answer lost",
    "lost",
    "twice",
    "at once",
    "early",
    "late",
)


#: Mostly throws.
ENTRIES = (
    "throw",
    "throw",
    "throw",
    "throw",
    "take back",
    "take back",
    "bring back",
    "irregular",
    "void",
    "words",
)


def enter(phone: Phone, what: list[str], many: int) -> None:
    """Enter one thing after the other."""
    for each in what:
        match each:
            case "throw":
                phone.enter_throw()
            case "take back":
                phone.enter_take_back(many)
            case "bring back":
                phone.enter_bring_back(many)
            case "irregular":
                phone.enter_irregular_throw()
            case "void":
                phone.enter_void_die()
            case _:
                phone.enter_words()


class Place:
    """A site with the two phones' connections, one for what comes late, and the seats of all games."""

    def __init__(self, site: Site) -> None:
        token = token_of(site)
        self.wires = [Wire(site, token) for _ in range(3)]
        self.seats = two_players(self.wires[0])


@pytest.fixture
def place(live_asgi_server: Site) -> Place:
    return Place(live_asgi_server)


class BadConnection(RuleBasedStateMachine):
    """One game, the phone we watch, and another one whose connection is good."""

    def __init__(self, place: Place) -> None:
        super().__init__()
        self.place = place
        self.on_their_way: list[Letter] = []

    @initialize(seed=st.integers(0, 2**32))
    def begin(self, seed: int) -> None:
        wire, other, _ = self.place.wires
        game = new_game(wire, self.place.seats)
        self.phone, self.other = Phone(wire, game, Random(seed)), Phone(other, game, Random(seed + 1))

    # -- what the referee does ---------------------------------------------------------------------

    @rule(what=st.lists(st.sampled_from(ENTRIES), min_size=1, max_size=5), many=st.integers(1, 3))
    def enters(self, what: list[str], many: int) -> None:
        enter(self.phone, what, many)

    # -- what the network does ---------------------------------------------------------------------

    @precondition(lambda self: self.phone.queue)
    @rule(fate=st.sampled_from(FATES), most=st.sampled_from([1, 1, 1, 2, 5, 100]))
    def sends(self, fate: str, most: int) -> None:
        # Too early: the second in the queue arrives before the first, as if that had been recorded.
        letter = self.phone.letter(most, first=1 if fate == "early" and len(self.phone.queue) > 1 else 0)
        assert letter is not None
        wire = self.phone.wire
        match fate:
            case "lost":
                return
            case "late":
                self.on_their_way.append(letter)
                return
            case "answer lost":
                wire.deliver(letter)
                return
            case "at once":
                with ThreadPoolExecutor(2) as pool:
                    answers = list(pool.map(Wire.deliver, [wire, self.place.wires[2]], [letter] * 2))
            case "twice":
                answers = [wire.deliver(letter), wire.deliver(letter)]
            case _:
                answers = [wire.deliver(letter)]
        for answer in answers:
            self.phone.opened(answer)

    @precondition(lambda self: self.on_their_way)
    @rule(which=st.integers(0, 100))
    def a_late_letter_arrives(self, which: int) -> None:
        letter = self.on_their_way.pop(which % len(self.on_their_way))
        answer = self.place.wires[2].deliver(letter)
        assert (answer.status, answer.kind) in [(200, ""), (201, ""), (409, "stale")], answer

    @rule()
    def comes_back_and_looks(self) -> None:
        self.phone.reload()

    # -- what others do ----------------------------------------------------------------------------

    @rule(what=st.lists(st.sampled_from(ENTRIES), min_size=1, max_size=4), many=st.integers(1, 3))
    def is_away_while_another_phone_records(self, what: list[str], many: int) -> None:
        self.other.reload()
        enter(self.other, what, many)
        self.other.flush()

    # -- what a phone with a fault does ------------------------------------------------------------

    @rule(which=st.integers(0, 100))
    def sends_what_cannot_be(self, which: int) -> None:
        self.phone.reload()
        recorded = [event for event in self.phone.log if event["id"] is not None]
        if which % 2 or not recorded:
            self.refused({"die": 7 * which, "move": f"{7 * which}:B-A"}, 422, "illegal-throw")
        else:
            # The id of another event.
            event = recorded[which % len(recorded)]
            content = {"id": event["id"], "die": 7 - (event["payload"].get("die") or 1)}
            self.refused(content, 422, "id-reused")

    def refused(self, content: dict[str, Any], status: int, kind: str) -> None:
        letter = Letter(
            f"{self.phone.path}throws/?expected={self.phone.number}", json.dumps(content).encode()
        )
        answer = self.phone.wire.deliver(letter)
        assert (answer.status, answer.kind) == (status, kind)
        number = self.phone.number
        self.phone.reload()
        assert self.phone.number == number

    # -- at the end --------------------------------------------------------------------------------

    def teardown(self) -> None:
        if not hasattr(self, "phone"):
            return
        self.phone.flush()
        for letter in self.on_their_way:
            self.place.wires[2].deliver(letter)
        log = self.phone.wire.get(self.phone.path + "events/")["events"]
        self.phone.reload()
        self.other.reload()
        assert self.phone.log == self.other.log == log
        for phone in (self.phone, self.other):
            phone.check_meant(log)
        meant = len(self.phone.meant) + len(self.other.meant)
        assert len(log) == meant + sum(event["id"] is None for event in log)


def test_a_phone_on_a_bad_connection_ends_with_the_log_it_meant(place: Place) -> None:
    class There(BadConnection):
        def __init__(self) -> None:
            super().__init__(place)

    run_state_machine_as_test(
        There,
        settings=settings(max_examples=sized(6, 300), stateful_step_count=sized(20, 50)),
    )
    site = place.wires[0].site
    assert ", 0 differed" in site.manage("rebuild_projections", "--check")
    assert ", 0 broken" in site.manage("check_chains")
