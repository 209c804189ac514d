"""Fuzzing guided by coverage: whatever is handed in is refused by one of our errors, and quickly.

`python -m tests.endurance.fuzz [TARGET] [libFuzzer's options]`, for example `records -max_total_time=600`.
Targets: records, positions, moves, options, files. Needs atheris (`pip install atheris`), which is no
requirement of the project. A text that breaks something is written to `crash-…`, one that takes longer than ten
seconds to `timeout-…`; the texts that were worth keeping are in the folder `fuzz-TARGET`, where the next run goes on.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import atheris

with atheris.instrument_imports(include=["rules", "games", "tournaments"]):
    import django

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    django.setup()
    from games.errors import BadRequest
    from rules import RULE_SETS, Game, RulesError
    from rules.rule_sets import read_changes
    from tournaments.transfer.archive.importer import import_event

from django.db import connection, transaction
from django.utils import timezone

from tests.rules.damage import FOUR, ON_THE_WAY, RECORDS
from tests.tournaments.archives import EXAMPLE


def records(text: str) -> None:
    """A record, and what is read of it written and read again."""
    with suppress(RulesError):
        game = Game.replay(text)
        assert Game.replay(game.record()).record() == game.record()


def positions(text: str) -> None:
    """A position."""
    with suppress(RulesError):
        game = Game.at(text, RULE_SETS["mhd-trapdoors"], FOUR)
        assert str(Game.at(str(game.position), game.rules, FOUR).position) == str(game.position)


def moves(text: str) -> None:
    """A move."""
    for die in range(1, 7):
        for ask in (ON_THE_WAY.explain, ON_THE_WAY.play):
            with suppress(RulesError):
                ask(die, text)


def options(text: str) -> None:
    """Options of rules as a record tells them."""
    with suppress(RulesError):
        read_changes(RULE_SETS["schmidt"], text)


def files(text: str) -> None:
    """A file of a whole event."""
    with suppress(BadRequest), transaction.atomic():
        import_event(text, actor="fuzz", now=timezone.now())
        transaction.set_rollback(True)


TARGETS: dict[str, tuple[Callable[[str], None], list[str]]] = {
    "records": (records, RECORDS),
    "positions": (
        positions,
        [str(ON_THE_WAY.position), "4x10 B,B,7,b/B,B,B,B/B,B,B,B/B,B,B,B Y0 T5,13,21,29"],
    ),
    "moves": (moves, ["2:7-9", "6:B-A", "1@T5>9", "3:5-8xR"]),
    "options": (options, ["pawns_on_start=0; barriers=yes"]),
    "files": (files, [EXAMPLE, json.dumps(json.loads(EXAMPLE))]),
}


def main(arguments: list[str]) -> None:
    """Fuzz one target until it is told to stop."""
    name, *options = arguments
    target, texts = TARGETS[name]
    if name == "files":
        connection.creation.create_test_db(verbosity=0)
    folder = Path(f"fuzz-{name}")
    folder.mkdir(exist_ok=True)
    for number, text in enumerate(texts):
        (folder / f"seed-{number}").write_text(text, encoding="utf-8")

    def one(data: bytes) -> None:
        target(data.decode(errors="replace"))

    atheris.Setup([sys.argv[0], "-timeout=10", "-max_len=20000", *options, str(folder)], one)
    atheris.Fuzz()


if __name__ == "__main__":
    main(sys.argv[1:])
