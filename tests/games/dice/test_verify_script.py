"""The stand-alone verifier: it finds every roll that is not the one that was promised, and says what is wrong."""

import json
import subprocess
import sys
from collections.abc import Callable
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from games.domain.commit_reveal import CONSTRUCTION, commitment, rolls
from tests.games.dice.committed import ANNA, BERT, GAME, SCRIPT, SEED, TERMS

ROLLS = list(islice(rolls(SEED, TERMS), 10))
Event = dict[str, Any]


def thrown(roll: int, kind: str = "throw") -> Event:
    return {"kind": kind, "payload": {"die": ROLLS[roll - 1], "move": None, "source": "online", "roll": roll}}


def a_log() -> list[Event]:
    """A game with a taken-back throw and a void die, to its end."""
    data = {"construction": CONSTRUCTION, "commitment": commitment(SEED)}
    return [
        {"kind": "created", "payload": {}},
        {"kind": "dice commitment", "payload": {**data, "faces": [1, 2, 3, 4, 5, 6], "sides": [ANNA, BERT]}},
        {"kind": "dice seed", "payload": {"side": ANNA, "seed": "Änne würfelt 🎲"}},
        {"kind": "start", "payload": {"starter": "yellow"}},
        thrown(1),
        thrown(2),
        {"kind": "take back", "payload": {"throws": 1, "to": 5}},
        thrown(2),
        thrown(3, "void die"),
        {"kind": "note", "payload": {"text": "a draught"}},
        thrown(4),
        {"kind": "dice reveal", "payload": {"seed": SEED.hex()}},
        {"kind": "end", "payload": {"winner": ANNA}},
    ]


def checked(log: list[Event], folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """What the script says of a log, run far from the project."""
    file = folder / "log.json"
    events = [{"number": number, **event} for number, event in enumerate(log, start=1)]
    file.write_text(json.dumps({"game": GAME, "number": len(log), "events": events}), encoding="utf-8")
    command = [sys.executable, "-I", str(SCRIPT), str(file), *arguments]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=60)


@pytest.mark.process
def test_the_seed_may_be_given_by_hand(tmp_path: Path) -> None:
    log = a_log()[:11]
    assert checked(log, tmp_path).returncode == 2
    assert checked(log, tmp_path, "--seed", SEED.hex()).returncode == 0
    assert "is not the one that was promised" in checked(log, tmp_path, "--seed", "00" * 32).stdout


@pytest.mark.process
@pytest.mark.parametrize(
    ("edit", "said"),
    [
        (lambda log: log[10]["payload"].update(roll=5), "event 11: roll 4 is due"),
        (lambda log: log[7]["payload"].update(roll=3), "event 8: roll 2 is due"),
        (lambda log: log[10]["payload"].update(source="typed"), "event 11: roll 4 is due"),
        (lambda log: log[11]["payload"].update(seed="11" * 32), "is not the one that was promised"),
        (lambda log: log[1]["payload"].update(commitment="0" * 64), "is not the one that was promised"),
        (lambda log: log.insert(5, log[2]), "event 6: this seed may not stand here"),
        (lambda log: log.insert(1, log.pop(2)), "event 2: this seed may not stand here"),
        (lambda log: log.insert(0, thrown(1)), "event 1 is a throw before the commitment"),
        (lambda log: log.insert(2, log[1]), "there may be one"),
    ],
)
def test_a_log_that_was_tampered_with_is_wrong(
    tmp_path: Path, edit: Callable[[list[Event]], object], said: str
) -> None:
    log = a_log()
    edit(log)
    done = checked(log, tmp_path)
    assert done.returncode == 1
    assert said in done.stdout


@pytest.mark.process
@pytest.mark.parametrize(
    "text",
    ["", "[]", '{"game": "", "events": 3}', '{"game": "", "events": [{"number": 2, "kind": "start"}]}'],
)
def test_what_is_no_whole_log_cannot_be_checked(tmp_path: Path, text: str) -> None:
    (tmp_path / "log.json").write_text(text, encoding="utf-8")
    command = [sys.executable, "-I", str(SCRIPT), str(tmp_path / "log.json")]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("cannot be checked: ")


@pytest.mark.process
def test_a_game_with_a_die_on_the_table_has_nothing_to_check(tmp_path: Path) -> None:
    done = checked([{"kind": "throw", "payload": {"die": 6, "move": None}}], tmp_path)
    assert done.returncode == 2
    assert "not played with online dice" in done.stderr


def test_the_verifier_needs_nothing_but_the_standard_library() -> None:
    imported = [
        line for line in SCRIPT.read_text(encoding="utf-8").splitlines() if "import" in line.split()[:1]
    ]
    assert {line.split()[1] for line in imported} <= sys.stdlib_module_names
