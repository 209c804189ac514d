"""A referee's phone by docs/reference/api.md: a queue of what they meant, sent again until it is
acknowledged.

It knows the log up to a number, shows the board that this and its own queue lead to, and lets the referee
enter only what is possible there. Nothing that was entered is ever dropped, but for one reason: somebody
else changed the board before it. Then the board is drawn anew and the referee enters what he sees now. What
does not depend on the board – a note, a call – stays, and is sent without ``expected``.
"""

import json
import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import takewhile
from random import Random
from typing import Any

import rules
from rules import rule_set
from tests.endurance.wire import Answer, Letter, Wire

NDJSON = "application/x-ndjson"
#: Steps after which no game has ended yet.
LONGEST_GAME = 60
THROW, TAKE_BACK, BRING_BACK, IRREGULAR, VOID, NOTE, CALL = (
    *("throws", "take-back", "bring-back", "irregular-throw"),
    *("void-die", "note", "call"),
)
#: What changes the board, and what has nothing to do with it.
STEPS = {"throw", "irregular throw", "penalty", "position"}
JUMPS = {"take back", "bring back"}
FREE = {NOTE, CALL}


@dataclass(frozen=True)
class Wish:
    """Something the referee entered: the last part of its address, and what; its id is made once."""

    kind: str
    content: dict[str, Any]

    @property
    def id(self) -> str:
        """The id of the event it asks for."""
        return str(self.content["id"])

    @property
    def is_free(self) -> bool:
        """Whether it is meant whatever the board is."""
        return self.kind in FREE


@dataclass
class Boards:
    """The boards after each step that stands, the first without any, and those that can be brought back."""

    standing: list[rules.Game]
    waiting: list[rules.Game]

    @property
    def present(self) -> rules.Game:
        """The board now."""
        return self.standing[-1]

    def step(self, play: rules.Game) -> None:
        """Something was played."""
        self.standing.append(play)
        self.waiting = []

    def take_back(self, steps: int) -> None:
        """The last steps are gone, and wait."""
        self.waiting = self.standing[len(self.standing) - steps :] + self.waiting
        del self.standing[len(self.standing) - steps :]

    def bring_back(self, steps: int) -> None:
        """Those that waited longest are there again."""
        self.standing += self.waiting[:steps]
        del self.waiting[:steps]


class Phone:
    """One device at one game."""

    def __init__(self, wire: Wire, game_id: str, lots: Random) -> None:
        self.wire, self.path, self.lots = wire, f"/api/v1/games/{game_id}/", lots
        self.log: list[dict[str, Any]] = []
        self.queue: list[Wish] = []
        #: All that was entered and not dropped, in order.
        self.meant: list[Wish] = []
        state = wire.get(self.path)
        self.rules = rule_set(state["rules"]).but(**state["options"])
        self.seats = {seat["player"]["id"]: seat["colours"] for seat in state["seats"]}
        self.reload()

    @property
    def number(self) -> int:
        """The number of the last event it knows."""
        return len(self.log)

    # -- the referee -------------------------------------------------------------------------------

    def enter_throw(self) -> None:
        """A throw that is legal on the board shown; where the game might come to its end, half of it taken back."""
        boards = self._boards()
        if len(boards.standing) > LONGEST_GAME:
            return self.enter_take_back(LONGEST_GAME // 2)
        play = boards.present
        die = self.lots.choice(play.rules.die_faces)
        moves = play.moves(die)
        return self._enter(THROW, die=die, move=str(self.lots.choice(moves)) if moves else None)

    def enter_take_back(self, throws: int) -> None:
        """The last throws taken back, as far as so many stand."""
        throws = min(throws, len(self._boards().standing) - 1)
        if throws:
            self._enter(TAKE_BACK, throws=throws, reason="the wrong pawn")

    def enter_bring_back(self, throws: int) -> None:
        """What was taken back is brought back, as far as so many wait."""
        throws = min(throws, len(self._boards().waiting))
        if throws:
            self._enter(BRING_BACK, throws=throws)

    def enter_irregular_throw(self) -> None:
        """The board becomes one that was there before, by the referee's ruling."""
        board = self.lots.choice(self._boards().standing)
        what = {"happened": "the board was upset", "paragraph": "§5.3", "ruling": "corrected"}
        self._enter(IRREGULAR, **what, position=str(board.position), finished=list(board.finished))

    def enter_void_die(self) -> None:
        """A die that fell from the table."""
        self._enter(VOID, die=self.lots.randint(1, 6), reason="fell from the table")

    def enter_words(self) -> None:
        """A note or a call for the referee."""
        self._enter(self.lots.choice([NOTE, CALL]), text=f"whose throw is it? {self.lots.random()}")

    def _enter(self, kind: str, **content: Any) -> None:
        wish = Wish(kind, {**content, "id": str(uuid.UUID(int=self.lots.getrandbits(128), version=4))})
        self.queue.append(wish)
        self.meant.append(wish)

    # -- letters -----------------------------------------------------------------------------------

    def letter(self, most: int = 1, first: int = 0) -> Letter | None:
        """What is to be sent: of the queue from ``first`` on, at most so many throws at once."""
        due = self.queue[first:]
        if not due:
            return None
        number = self.number + first
        throws = [wish.content for wish in takewhile(lambda wish: wish.kind == THROW, due[:most])]
        return self._batch(throws, number) if len(throws) > 1 else self._single(due[0], number)

    def _single(self, wish: Wish, number: int) -> Letter:
        """One of the ways to tell id and number."""
        path, content = f"{self.path}{wish.kind}/", dict(wish.content)
        if wish.is_free:
            return Letter(path, json.dumps(content).encode())
        match self.lots.randrange(3):
            case 0:
                content["expected"] = number
                return Letter(path, json.dumps(content).encode())
            case 1:
                return Letter(f"{path}?expected={number}", json.dumps(content).encode())
            case _:
                headers = {"If-Match": f'"{number}"'}
                if wish.kind == THROW:
                    headers["Idempotency-Key"] = content.pop("id")
                return Letter(path, json.dumps(content).encode(), headers)

    def _batch(self, throws: Sequence[dict[str, Any]], number: int) -> Letter:
        path = f"{self.path}throws/?expected={number}"
        if self.lots.random() < 0.5:
            return Letter(path, json.dumps(throws).encode())
        lines = "\n".join(map(json.dumps, throws))
        return Letter(path, lines.encode(), {"Content-Type": NDJSON})

    # -- answers -----------------------------------------------------------------------------------

    def opened(self, answer: Answer) -> None:
        """What an answer to a letter of ours tells; only the answers that can be right are understood."""
        match answer.status, answer.kind:
            case ((201 | 200), ""):
                self._told(answer.body["events"], answer.body["game"]["number"])
            case 409, "stale":
                self._told(answer.body["missed"], answer.body["current"]["number"])
            case _:
                raise AssertionError(f"{self.queue[:1]} was answered {answer}")

    def reload(self) -> None:
        """Read what is new."""
        told = self.wire.get(f"{self.path}events/?after={self.number}")
        self._told(told["events"], told["number"])

    def flush(self) -> None:
        """Send everything, on a good day."""
        while letter := self.letter():
            self.opened(self.wire.deliver(letter))

    def check_meant(self, log: Sequence[dict[str, Any]]) -> None:
        """Raises where what was meant does not stand in the log once, as entered, in order (as far as it has one)."""
        recorded = {event["id"]: event["payload"] for event in log}
        assert len(recorded) == len([event for event in log if event["id"]]) + (None in recorded)
        for wish in self.meant:
            data = {name: value for name, value in wish.content.items() if name != "id"}
            assert recorded[wish.id].items() >= data.items()
        in_order = [wish.id for wish in self.meant if not wish.is_free]
        assert [event["id"] for event in log if event["id"] in set(in_order)] == in_order

    def _told(self, events: Sequence[dict[str, Any]], number: int) -> None:
        """Events, some of which may be new, of a log that has come to ``number``."""
        new = [event for event in events if event["number"] > self.number]
        if [event["number"] for event in new] != list(range(self.number + 1, number + 1)):
            if number > self.number:
                self.reload()
            return
        for event in new:
            self._learnt(event)

    def _learnt(self, event: dict[str, Any]) -> None:
        self.log.append(event)
        for place, wish in enumerate(self.queue):
            if wish.id == event["id"]:
                assert wish.is_free or all(other.is_free for other in self.queue[:place]), "out of order"
                del self.queue[place]
                return
        if event["kind"] in STEPS | JUMPS:
            # Somebody else was quicker: what was entered for another board is not meant any more.
            dropped = {wish.id for wish in self.queue if not wish.is_free}
            self.meant = [wish for wish in self.meant if wish.id not in dropped]
            self.queue = [wish for wish in self.queue if wish.is_free]

    # -- the board ---------------------------------------------------------------------------------

    def _boards(self) -> Boards:
        """The boards by the log, then by the queue."""
        boards = Boards([], [])
        for event in self.log:
            kind = event["kind"]
            if kind == "start":
                boards = Boards([self._board(event)], [])
            elif kind in STEPS:
                boards.step(self._board(event))
            elif kind in JUMPS:
                turn = boards.take_back if kind == "take back" else boards.bring_back
                turn(event["payload"]["throws"])
            if boards.standing:
                assert str(boards.present.position) == event["position"], event
        for wish in self.queue:
            content = wish.content
            match wish.kind:
                case "throws":
                    boards.step(boards.present.play(content["die"], content["move"]))
                case "take-back":
                    boards.take_back(content["throws"])
                case "bring-back":
                    boards.bring_back(content["throws"])
                case "irregular-throw":
                    boards.step(self._board(content))
        return boards

    def _board(self, event: dict[str, Any]) -> rules.Game:
        return rules.Game.at(event["position"], self.rules, self.seats, finished=event["finished"])
