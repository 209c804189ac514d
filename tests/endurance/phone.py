"""A referee's phone by docs/api.md: a queue of what he meant, sent again until it is acknowledged.

It knows the log up to a number, shows the board that this and its own queue lead to, and lets the referee
enter only what is possible there. Nothing that was entered is ever dropped, but for one reason: somebody
else recorded something before it. Then the board is drawn anew and the referee enters what he sees now.
"""

from __future__ import annotations

import json
import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from rules import Game as Play
from rules.options import rule_set
from tests.endurance.wire import Answer, Letter, Wire

NDJSON = "application/x-ndjson"


@dataclass(frozen=True)
class Wish:
    """Something the referee entered: where it is sent, and what; its id is made once."""

    path: str
    content: dict[str, Any]

    @property
    def id(self) -> str:
        """The id of the event it asks for."""
        return str(self.content["id"])


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
        """A throw that is legal on the board shown."""
        play = self._boards()[-1]
        die = self.lots.choice(play.rules.die_faces)
        moves = play.moves(die)
        self._enter("throws/", die=die, move=str(self.lots.choice(moves)) if moves else None)

    def enter_take_back(self, throws: int) -> None:
        """The last throws taken back, as far as so many stand."""
        throws = min(throws, len(self._boards()) - 1)
        if throws:
            self._enter("take-back/", throws=throws, reason="the wrong pawn")

    def _enter(self, path: str, **content: Any) -> None:
        wish = Wish(path, {**content, "id": str(uuid.UUID(int=self.lots.getrandbits(128), version=4))})
        self.queue.append(wish)
        self.meant.append(wish)

    # -- letters -----------------------------------------------------------------------------------

    def letter(self, most: int = 1, first: int = 0) -> Letter | None:
        """What is to be sent: of the queue from ``first`` on, at most so many throws at once."""
        due = self.queue[first:]
        if not due:
            return None
        number = self.number + first
        if due[0].path != "throws/" or most == 1:
            return self._single(due[0], number)
        throws = []
        for wish in due[:most]:
            if wish.path != "throws/":
                break
            throws.append(wish.content)
        return self._batch(throws, number)

    def _single(self, wish: Wish, number: int) -> Letter:
        """One of the ways to tell id and number."""
        content = dict(wish.content)
        match self.lots.randrange(3):
            case 0:
                content["expected"] = number
                return Letter(self.path + wish.path, json.dumps(content).encode())
            case 1:
                return Letter(f"{self.path}{wish.path}?expected={number}", json.dumps(content).encode())
            case _:
                headers = {"If-Match": f'"{number}"'}
                if wish.path == "throws/":
                    headers["Idempotency-Key"] = content.pop("id")
                return Letter(self.path + wish.path, json.dumps(content).encode(), headers)

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
        if self.queue and event["id"] == self.queue[0].id:
            del self.queue[0]
        elif self.queue:
            # Somebody else was quicker: what was entered for another board is not meant any more.
            dropped = {wish.id for wish in self.queue}
            assert event["id"] not in dropped, "recorded out of order"
            self.meant = [wish for wish in self.meant if wish.id not in dropped]
            self.queue.clear()

    # -- the board ---------------------------------------------------------------------------------

    def _boards(self) -> list[Play]:
        """The boards after each throw that stands, the first without any: by the log, then by the queue."""
        boards: list[Play] = []
        for event in self.log:
            match event["kind"]:
                case "start":
                    boards = [self._board(event)]
                case "throw":
                    boards.append(self._board(event))
                case "take back":
                    boards = boards[: len(boards) - event["payload"]["throws"]]
                    assert str(boards[-1].position) == event["position"]
        for wish in self.queue:
            if wish.path == "throws/":
                boards.append(boards[-1].play(wish.content["die"], wish.content["move"]))
            else:
                boards = boards[: len(boards) - wish.content["throws"]]
        return boards

    def _board(self, event: dict[str, Any]) -> Play:
        return Play.at(event["position"], self.rules, self.seats, finished=event["finished"])
