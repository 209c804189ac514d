"""A game recorded over HTTP on a running site, checked by a script that knows nothing of the site."""

import json
import subprocess
import sys
import urllib.error
import urllib.request
import uuid
from pathlib import Path
from typing import Any

import pytest

from tests.games.dice.verify_script import SCRIPT
from tests.servers import Site

pytestmark = pytest.mark.process

#: A board on which a game has a few hundred throws.
SMALL = {"board": "4x2"}
THROWS = 40


class Program:
    """A program that plays remotely."""

    def __init__(self, site: Site) -> None:
        self.api = f"{site.url}/api/v1"
        self.token = site.manage("create_token", "dice", "--role", "organiser").split()[-1]

    def get(self, path: str) -> bytes:
        with urllib.request.urlopen(f"{self.api}/{path}", timeout=60) as answer:
            content: bytes = answer.read()
        return content

    def post(self, path: str, **content: Any) -> Any:
        request = urllib.request.Request(
            f"{self.api}/{path}",
            json.dumps(content).encode(),
            {"Authorization": f"Bearer {self.token}", "Content-Type": "application/json"},
        )
        try:
            with urllib.request.urlopen(request, timeout=60) as answer:
                return json.load(answer)
        except urllib.error.HTTPError as error:
            return json.load(error)


def verified(log: bytes, folder: Path) -> subprocess.CompletedProcess[str]:
    file = folder / "log.json"
    file.write_bytes(log)
    command = [sys.executable, "-I", str(SCRIPT), str(file)]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=60)


def played(program: Program) -> str:
    """The id of a game with the texts of both sides, a refused die, a take-back and a void die, not over yet."""
    players = [program.post("players/", name=name, new=True)["id"] for name in ("Anna", "Bert")]
    seats = [
        {"player": player, "colours": [colour]}
        for player, colour in zip(players, ("yellow", "red"), strict=True)
    ]
    game: str = program.post("games/", rules="mhd", options=SMALL, seats=seats)["id"]
    program.post(f"games/{game}/dice-commitment/")
    for player, text in zip(players, ("Änne würfelt 🎲", "correct horse"), strict=True):
        program.post(f"games/{game}/dice-seed/", side=player, seed=text, id=str(uuid.uuid4()))
    program.post(f"games/{game}/start/", starter="yellow")
    for number in range(THROWS):
        throw(program, game)
        if number == 20:
            last = json.loads(program.get(f"games/{game}/"))["number"]
            program.post(f"games/{game}/take-back/", throws=5, expected=last)
        if number == 30:
            last = json.loads(program.get(f"games/{game}/"))["number"]
            program.post(f"games/{game}/void-die/", reason="the line broke", expected=last)
    return game


def throw(program: Program, game: str) -> None:
    roll = program.post(f"games/{game}/roll/")
    refusal = program.post(
        f"games/{game}/throws/", expected=roll["number"], die=roll["die"] % 6 + 1, move=None
    )
    assert refusal["type"] == "urn:rauswurf:problem:not-rolled"
    moves = json.loads(program.get(f"games/{game}/moves/?die={roll['die']}"))["moves"]
    move = moves[0]["token"] if moves else None
    told = program.post(f"games/{game}/throws/", expected=roll["number"], die=roll["die"], move=move)
    assert told["events"][0]["payload"]["roll"] == roll["roll"]


def test_every_roll_of_a_game_recorded_over_http_can_be_checked(
    live_asgi_server: Site, tmp_path: Path
) -> None:
    program = Program(live_asgi_server)
    game = played(program)
    assert verified(program.get(f"games/{game}/events/"), tmp_path).returncode == 2
    last = json.loads(program.get(f"games/{game}/"))["number"]
    program.post(f"games/{game}/abandon/", reason="the last train", expected=last)
    log = program.get(f"games/{game}/events/")
    done = verified(log, tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.splitlines()[-1] == f"{THROWS + 1} rolls checked, 0 wrong"
    assert live_asgi_server.manage("verify_dice", game).splitlines()[-1] == done.stdout.splitlines()[-1]
    data = json.loads(log)
    next(event for event in data["events"] if event["kind"] == "throw")["payload"]["die"] ^= 7
    assert verified(json.dumps(data).encode(), tmp_path).returncode == 1
