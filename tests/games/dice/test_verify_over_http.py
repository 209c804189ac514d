"""A game recorded over HTTP on a running site, checked by a script that knows nothing of the site."""

import json
import subprocess
import sys
import uuid
from pathlib import Path
from typing import Any

import pytest

from tests.endurance.wire import Wire
from tests.games.dice.verify_script import SCRIPT
from tests.games.viewing import token_of
from tests.servers import Site

pytestmark = pytest.mark.process

#: A board on which a game has a few hundred throws.
SMALL = {"board": "4x2"}
THROWS = 40


def post(wire: Wire, path: str, **content: Any) -> Any:
    return wire.post(f"/api/v1/{path}", content).body


def verified(log: Any, folder: Path) -> subprocess.CompletedProcess[str]:
    file = folder / "log.json"
    file.write_text(json.dumps(log), encoding="utf-8")
    command = [sys.executable, "-I", str(SCRIPT), str(file)]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=60)


def played(wire: Wire) -> str:
    """The id of a game with the texts of both sides, a refused die, a take-back and a void die, not over yet."""
    players = [post(wire, "players/", name=name, new=True)["id"] for name in ("Anna", "Bert")]
    seats = [
        {"player": player, "colours": [colour]}
        for player, colour in zip(players, ("yellow", "red"), strict=True)
    ]
    game: str = post(wire, "games/", rules="mhd", options=SMALL, seats=seats)["id"]
    post(wire, f"games/{game}/dice-commitment/")
    for player, text in zip(players, ("Änne würfelt 🎲", "correct horse"), strict=True):
        post(wire, f"games/{game}/dice-seed/", side=player, seed=text, id=str(uuid.uuid4()))
    post(wire, f"games/{game}/start/", starter="yellow")
    for number in range(THROWS):
        throw(wire, game)
        if number == 20:
            last = wire.get(f"/api/v1/games/{game}/")["number"]
            post(wire, f"games/{game}/take-back/", throws=5, expected=last)
        if number == 30:
            last = wire.get(f"/api/v1/games/{game}/")["number"]
            post(wire, f"games/{game}/void-die/", reason="the line broke", expected=last)
    return game


def throw(wire: Wire, game: str) -> None:
    roll = post(wire, f"games/{game}/roll/")
    refusal = post(wire, f"games/{game}/throws/", expected=roll["number"], die=roll["die"] % 6 + 1, move=None)
    assert refusal["type"] == "urn:rauswurf:problem:not-rolled"
    moves = wire.get(f"/api/v1/games/{game}/moves/?die={roll['die']}")["moves"]
    move = moves[0]["token"] if moves else None
    told = post(wire, f"games/{game}/throws/", expected=roll["number"], die=roll["die"], move=move)
    assert told["events"][0]["payload"]["roll"] == roll["roll"]


def test_every_roll_of_a_game_recorded_over_http_can_be_checked(
    live_asgi_server: Site, tmp_path: Path
) -> None:
    wire = Wire(live_asgi_server, token_of(live_asgi_server))
    game = played(wire)
    events = f"/api/v1/games/{game}/events/"
    assert verified(wire.get(events), tmp_path).returncode == 2
    last = wire.get(f"/api/v1/games/{game}/")["number"]
    post(wire, f"games/{game}/abandon/", reason="the last train", expected=last)
    log = wire.get(events)
    done = verified(log, tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.splitlines()[-1] == f"{THROWS + 1} rolls checked, 0 wrong"
    assert live_asgi_server.manage("verify_dice", game).splitlines()[-1] == done.stdout.splitlines()[-1]
    next(event for event in log["events"] if event["kind"] == "throw")["payload"]["die"] ^= 7
    assert verified(log, tmp_path).returncode == 1
