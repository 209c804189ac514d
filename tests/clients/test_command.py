"""`rauswurf-cli` as people use it: in a process of its own, with keys, environment and a file for the token."""

from __future__ import annotations

import fcntl
import json
import os
import pty
import re
import struct
import subprocess
import sys
import termios
from contextlib import suppress
from pathlib import Path

import pytest

from rauswurf_client import Client, api
from rauswurf_client.cli.board import LETTERS, SHAPES, Pen
from rauswurf_client.cli.keyboard import Keyboard
from rauswurf_client.cli.record import Sheet
from rauswurf_client.cli.terminal import CLEAR, PROMPTS, Terminal
from rauswurf_client.cli.words import Voice
from rauswurf_client.models import NewSeatRequest
from tests.clients import evenings
from tests.clients.conftest import Host
from tests.clients.networks import Lossy
from tests.servers import ROOT, free_port

pytestmark = [pytest.mark.sqlite, pytest.mark.process]
SECONDS = 120


class Shell:
    """Runs the command in an empty home."""

    def __init__(self, home: Path, host: Host) -> None:
        self.home = home
        self.environment = {
            "PATH": os.environ["PATH"],
            "HOME": str(home),
            "LANG": "en_GB.UTF-8",
            "PYTHONPATH": str(ROOT / "clients/python"),
            "RAUSWURF_SITE": host.url,
            "RAUSWURF_TOKEN": host.token,
        }

    def start(self, *arguments: str, **environment: str) -> subprocess.Popen[str]:
        """The command, running."""
        return subprocess.Popen(
            [sys.executable, "-m", "rauswurf_client.cli", *arguments],
            env={**self.environment, **environment},
            cwd=self.home,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def run(self, *arguments: str, keys: str = "", **environment: str) -> tuple[int, str, str]:
        """Its exit code, what it printed, and what it complained of."""
        with self.start(*arguments, **environment) as process:
            out, err = process.communicate(keys, timeout=SECONDS)
        return process.returncode, out, err

    def on_a_screen(self, *arguments: str) -> str:
        """What it writes on a terminal of 80 columns and 24 lines."""
        ours, its = pty.openpty()
        fcntl.ioctl(its, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        command = [sys.executable, "-m", "rauswurf_client.cli", *arguments]
        environment = {**self.environment, "TERM": "xterm-256color"}
        with subprocess.Popen(command, env=environment, stdin=its, stdout=its, stderr=its):
            os.close(its)
            written = b""
            # A terminal whose program has ended has no more to read.
            with suppress(OSError):
                while part := os.read(ours, 65536):
                    written += part
        os.close(ours)
        return written.decode()


@pytest.fixture
def shell(tmp_path: Path, host: Host) -> Shell:
    return Shell(tmp_path, host)


def test_an_evening_by_keyboard_is_watched_and_its_table_read(shell: Shell, client: Client) -> None:
    game = evenings.cup(client, "keys")
    first, *rest = evenings.to_the_end(game)
    with shell.start("watch", "keys") as watching:
        assert watching.stdout is not None
        assert "Client Cup" in watching.stdout.readline()
        # A key that is no move's letter, and one that takes the throw back.
        code, out, err = shell.run("record", "keys/1", keys=f"{first[0]}a u")
        assert (code, err) == (0, "")
        assert "Undone." in out
        keys = " ".join(f"{die}a" for die, _ in [first, *rest])
        code, out, err = shell.run("record", game["id"], keys=keys)
        assert (code, err) == (0, "")
        ended = client.ask(api.games_retrieve(game["id"]))
        assert ended["winner"] is not None
        assert f"{ended['winner']['name']} wins." in out
        told, _ = watching.communicate(timeout=SECONDS)
    assert watching.returncode == 0
    assert "take back" in told
    assert told.splitlines()[-1] == f"{ended['winner']['name']} wins."
    assert sum(line.split()[:1] == [str(ended["number"])] for line in told.splitlines()) == 1
    code, out, _ = shell.run("table", "keys")
    assert code == 0
    assert out.splitlines()[2].split()[:2] == ["1", ended["winner"]["name"]]
    code, out, _ = shell.run(
        "results", f"{shell.environment['RAUSWURF_SITE']}/events/keys/", LANG="de_DE.UTF-8"
    )
    assert out.splitlines()[0].split() == ["Spiel", "Stand", "Name", "Sieg"]
    assert "beendet" in out


def test_a_game_is_started_by_the_letter_of_its_colour_and_what_waited_and_fits_no_more_is_said(
    shell: Shell, client: Client
) -> None:
    one, two = (
        client.ask(api.players_create({"name": name, "new": True}))["id"] for name in ("Dora", "Emil")
    )
    seats: list[NewSeatRequest] = [
        {"player": one, "colours": ["yellow"]},
        {"player": two, "colours": ["red"]},
    ]
    game = client.ask(api.games_create({"rules": "mhd", "seats": seats}))
    assert shell.run("record", game["id"], keys="r 6a 1 q")[0] == 0
    shown = client.ask(api.games_retrieve(game["id"]))
    assert (shown["starter"], shown["number"]) == ("red", 4)
    waiting = shell.home / f".local/state/rauswurf/{game['id']}.journal"
    client.recorder(game["id"], waiting).keep(6, "6:39-a")
    code, out, err = shell.run("record", game["id"], keys="q")
    assert (code, err) == (0, "")
    assert "Not recorded: 6:39-a" in out
    assert not waiting.exists()


@pytest.mark.parametrize(
    ("rules", "colours"),
    [
        ("mhd", [["yellow"], ["green"], ["red"], ["black"]]),
        ("xmadn-3t", [["yellow", "black"], ["blue", "red"], ["green", "violet"]]),
    ],
)
def test_a_terminal_of_80_columns_and_24_lines_shows_the_whole_board_and_who_is_to_throw(
    shell: Shell, client: Client, rules: str, colours: list[list[str]]
) -> None:
    names = ("Anna-Katharina Sonnenschein", "Bert", "Cora", "Dora")[: len(colours)]
    players = [client.ask(api.players_create({"name": name, "new": True}))["id"] for name in names]
    seats: list[NewSeatRequest] = [
        {"player": player, "colours": led} for player, led in zip(players, colours, strict=True)
    ]
    title = "The long evening of the club, third board from the left"
    game = client.ask(api.games_create({"rules": rules, "seats": seats, "title": title, "starter": "yellow"}))
    shown = shell.on_a_screen("watch", game["id"], "--once").rpartition(CLEAR)[2]
    lines = re.sub(r"\x1b\[[\d;]*m", "", shown).rstrip().splitlines()
    assert len(lines) <= 24 - PROMPTS
    assert max(map(len, lines)) <= 80
    told = "\n".join(lines)
    # Each colour has four pawns on the board, and its sign beside it.
    assert all(told.count(SHAPES[colour] + LETTERS[colour]) >= 5 for led in colours for colour in led)
    assert all(word in told for word in ("third", "Sonnenschein", names[-1], "throw"))


def test_what_waits_is_kept_while_the_site_is_too_busy(host: Host, client: Client) -> None:
    game = evenings.cup(client, "busy")
    die, move = evenings.to_the_end(game)[0]
    network = Lossy()
    with Client(host.url, host.token, transport=network, sleep=lambda _: None) as phone:
        recorder = phone.recorder(game["id"])
        sheet = Sheet(Terminal(phone, Voice("en"), Pen(), is_json=False), game, recorder)
        recorder.keep(die, move)
        network.is_busy = True
        sheet.press("6", Keyboard())
        assert len(recorder.waiting) == 1
        network.is_busy = False
        sheet.send_what_waits()
    assert sheet.game["number"] == game["number"] + 1


def test_json_is_what_the_site_says(shell: Shell, client: Client) -> None:
    game = evenings.cup(client, "json")
    die, _ = evenings.to_the_end(game)[0]
    code, out, _ = shell.run("record", "json", "--json", keys=f"{die}a")
    assert code == 0
    assert [json.loads(line)["number"] for line in out.splitlines()] == [game["number"] + 1]
    code, out, _ = shell.run("--json", "table", "json")
    assert json.loads(out)["slug"] == "json"
    code, out, _ = shell.run("watch", "json", "--once", "--json")
    assert json.loads(out)["id"] == game["id"]
    code, _, err = shell.run("table", "nowhere", "--json")
    assert (code, json.loads(err)["type"]) == (1, "urn:rauswurf:problem:not-found")


def test_files_are_saved_and_one_that_there_is_not_is_said_with_those_that_there_are(
    shell: Shell, client: Client
) -> None:
    game = evenings.cup(client, "files")
    assert shell.run("export", "files", "games.csv")[0] == 0
    assert (shell.home / "files-games.csv").read_bytes().startswith(b"\xef\xbb\xbf")
    assert shell.run("export", f"game:{game['id']}", "record.txt", "-o", "-")[1].startswith("[Event")
    code, _, err = shell.run("export", "files", "games.xls")
    assert code == 2
    assert "games.csv" in err


def test_the_token_is_kept_for_its_owner_alone_and_sent_to_its_site_alone(
    shell: Shell, client: Client
) -> None:
    evenings.cup(client, "login")
    site, token = shell.environment.pop("RAUSWURF_SITE"), shell.environment.pop("RAUSWURF_TOKEN")
    code, _, err = shell.run("table", "login")
    assert (code, "rauswurf-cli login" in err) == (2, True)
    assert shell.run("login", site, keys=f"{token}\n")[0] == 0
    file = shell.home / ".config/rauswurf/client.json"
    assert file.stat().st_mode & 0o777 == 0o600
    code, _, err = shell.run("record", "login", keys="q")
    assert (code, err) == (0, "")
    # The same site by another name is another site: the token stays here.
    elsewhere = site.replace("127.0.0.1", "localhost")
    assert shell.run("--site", elsewhere, "record", "login", keys="1a")[0] == 4
    assert shell.run("record", "login", keys="1a")[0] == 0
    file.chmod(0o640)
    code, _, err = shell.run("table", "login")
    assert code == 2
    assert "chmod 600" in err


def test_exit_codes_tell_who_is_at_fault(shell: Shell, client: Client) -> None:
    evenings.cup(client, "codes")
    code, _, err = shell.run("table", "codes", RAUSWURF_SITE=f"http://127.0.0.1:{free_port()}")
    assert code == 3
    assert "does not answer" in err
    code, _, err = shell.run("table", "codes", RAUSWURF_TOKEN="rauswurf_wrong", LANG="de_DE.UTF-8")
    assert code == 4
    assert shell.run("dance")[0] == 2
    code, _, err = shell.run("watch", "codes/9")
    assert (code, err) == (2, "codes has no game 9.\n")
