"""A server killed in the middle of a game loses no acknowledged throw and leaves no half-written one."""

import json
import threading
import time
from datetime import datetime
from functools import partial
from random import Random
from typing import Any

import rules
from games.domain import hash_chain
from games.models import GameEvent
from rules import RULE_SETS
from tests.endurance.boards import new_game, two_players
from tests.endurance.size import sized
from tests.endurance.wire import NO_ANSWER, Wire
from tests.games.viewing import token_of
from tests.servers import Site, wait_until

CUTS = sized(5, 20, thorough=20)


class Referee:
    """Records throws over HTTP as quickly as they are acknowledged, and remembers which were."""

    def __init__(self, wire: Wire, game: str) -> None:
        self.wire, self.path = wire, f"/api/v1/games/{game}/"
        self.lots = Random(7)
        self.acknowledged: list[dict[str, Any]] = []

    def record_until_the_server_dies(self) -> None:
        state = self.wire.get(self.path)
        try:
            while True:
                play = rules.Game.at(
                    state["position"], RULE_SETS["mhd"], self.seats(state), finished=state["finished"]
                )
                die = self.lots.randint(1, 6)
                moves = play.moves(die)
                throw = {"die": die, "move": str(self.lots.choice(moves)) if moves else None}
                answer = self.wire.post(self.path + "throws/", {"expected": state["number"], **throw})
                self.acknowledged.append(throw)
                state = answer.body["game"]
                if state["state"] == "ended":
                    back = {"expected": state["number"], "reason": "go on"}
                    self.wire.post(self.path + "take-back/", back)
                    state = self.wire.get(self.path)
        except (*NO_ANSWER, json.JSONDecodeError):
            return

    def has_acknowledged(self, throws: int) -> bool:
        return len(self.acknowledged) >= throws

    @staticmethod
    def seats(state: dict[str, Any]) -> dict[str, list[str]]:
        return {seat["player"]["id"]: seat["colours"] for seat in state["seats"]}


def test_power_cuts_lose_no_acknowledged_throw_and_leave_no_half_written_one(
    live_asgi_server: Site,
) -> None:
    site = live_asgi_server
    wire = Wire(site, token_of(site))
    referee = Referee(wire, new_game(wire, two_players(wire)))
    moments = Random(11)
    for _ in range(CUTS):
        before = len(referee.acknowledged)
        worker = threading.Thread(target=referee.record_until_the_server_dies)
        worker.start()
        # So many throws must be acknowledged, however slow the machine is; then at any moment of a later one.
        wait_until(partial(referee.has_acknowledged, before + moments.randint(1, 6)), pause=0.002)
        time.sleep(moments.uniform(0, 0.05))
        site.kill()
        worker.join()
        site.start()
        log = wire.get(referee.path + "events/")
        state = wire.get(referee.path)
        check_log(log["events"], state)
        thrown = [event["payload"] for event in log["events"] if event["kind"] == "throw"]
        # At most one throw was recorded whose answer did not arrive any more.
        assert thrown[: len(referee.acknowledged)] == referee.acknowledged
        assert len(thrown) - len(referee.acknowledged) in (0, 1)
        referee.acknowledged = thrown
        assert len(referee.acknowledged) >= before
    assert len(referee.acknowledged) > CUTS


def check_log(events: list[dict[str, Any]], state: dict[str, Any]) -> None:
    """Numbers without gaps, hashes that chain, and a row that says what the last event says."""
    rows = [
        GameEvent(
            game_id=state["id"],
            number=event["number"],
            kind=event["kind"],
            payload=event["payload"],
            position=event["position"],
            finished=event["finished"],
            actor=event["actor"],
            recorded_at=datetime.fromisoformat(event["recorded_at"]),
            hash=event["hash"],
            previous=events[index - 1]["hash"] if index else hash_chain.GENESIS,
        )
        for index, event in enumerate(events)
    ]
    assert hash_chain.first_break(rows) is None
    assert (state["number"], state["head"]) == (rows[-1].number, rows[-1].hash)
    assert state["position"] == rows[-1].position
