"""A server killed in the middle of a game loses no acknowledged throw and leaves no half-written one."""

import http.client
import json
import threading
import time
from collections.abc import Callable
from contextlib import closing
from datetime import datetime
from functools import partial
from random import Random
from typing import Any

import rules
from games.domain import hash_chain
from games.models import GameEvent
from rules import RULE_SETS
from tests.endurance.size import sized
from tests.servers import Site

CUTS = sized(5, 20, thorough=20)
SEATS = {"one": ["yellow"], "two": ["red"]}


class Referee:
    """Records throws over HTTP as quickly as they are acknowledged, and remembers which were."""

    def __init__(self, site: Site, token: str, game: str) -> None:
        self.site, self.token, self.path = site, token, f"/api/v1/games/{game}/"
        self.lots = Random(7)
        self.acknowledged: list[dict[str, Any]] = []

    def ask(self, method: str, path: str, body: Any = None) -> Any:
        """The JSON answer; raises where the server is gone."""
        headers = {"Authorization": f"Bearer {self.token}", "Content-Type": "application/json"}
        with closing(http.client.HTTPConnection("127.0.0.1", self.site.port, timeout=30)) as client:
            client.request(method, path, None if body is None else json.dumps(body), headers)
            answer = client.getresponse()
            found = json.loads(answer.read())
        assert answer.status < 500, found
        return found

    def record_until_the_server_dies(self) -> None:
        state = self.ask("GET", self.path)
        try:
            while True:
                play = rules.Game.at(
                    state["position"], RULE_SETS["mhd"], self.seats(state), finished=state["finished"]
                )
                die = self.lots.randint(1, 6)
                moves = play.moves(die)
                throw = {"die": die, "move": str(self.lots.choice(moves)) if moves else None}
                answer = self.ask("POST", self.path + "throws/", {"expected": state["number"], **throw})
                self.acknowledged.append(throw)
                state = answer["game"]
                if state["state"] == "ended":
                    self.ask(
                        "POST", self.path + "take-back/", {"expected": state["number"], "reason": "go on"}
                    )
                    state = self.ask("GET", self.path)
        except (OSError, http.client.HTTPException, json.JSONDecodeError):
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
    token = site.manage("create_token", "referee", "--role", "organiser").split()[-1]
    referee = Referee(site, token, "")
    players = [referee.ask("POST", "/api/v1/players/", {"name": name, "new": True})["id"] for name in SEATS]
    seats = [
        {"player": player, "colours": colours}
        for player, colours in zip(players, SEATS.values(), strict=True)
    ]
    game = referee.ask("POST", "/api/v1/games/", {"rules": "mhd", "starter": "yellow", "seats": seats})
    referee.path = f"/api/v1/games/{game['id']}/"
    moments = Random(11)
    for _ in range(CUTS):
        before = len(referee.acknowledged)
        worker = threading.Thread(target=referee.record_until_the_server_dies)
        worker.start()
        # So many throws must be acknowledged, however slow the machine is; then at any moment of a later one.
        wait_until(partial(referee.has_acknowledged, before + moments.randint(1, 6)))
        time.sleep(moments.uniform(0, 0.05))
        site.kill()
        worker.join()
        site.start()
        log = referee.ask("GET", referee.path + "events/")
        state = referee.ask("GET", referee.path)
        check_log(log["events"], state)
        thrown = [event["payload"] for event in log["events"] if event["kind"] == "throw"]
        # At most one throw was recorded whose answer did not arrive any more.
        assert thrown[: len(referee.acknowledged)] == referee.acknowledged
        assert len(thrown) - len(referee.acknowledged) in (0, 1)
        referee.acknowledged = thrown
        assert len(referee.acknowledged) >= before
    assert len(referee.acknowledged) > CUTS


def wait_until(happened: Callable[[], bool]) -> None:
    """Until it has happened; a minute at the most."""
    deadline = time.monotonic() + 60
    while not happened():
        assert time.monotonic() < deadline
        time.sleep(0.002)


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
