"""What was thrown and has not arrived yet: in order, each throw with its id, on the disk before it is sent.

Nothing here waits or asks; `Recorder` and `AsyncRecorder` (rauswurf_client.recording) send what it says.
"""

from __future__ import annotations

import json
import os
import uuid
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, cast

from rauswurf_client import api
from rauswurf_client.calls import Call
from rauswurf_client.errors import IllegalThrow, Stale
from rauswurf_client.models import Event, Game, Recorded, ThrowRequest

#: So many throws are sent in one request.
BATCH = 50
#: What somebody else may record without changing the board.
BESIDE_THE_BOARD = {"note", "clock", "call", "answer"}


class Outbox:
    """The throws of a game that wait, and the number that the first of them builds on."""

    def __init__(self, game: str, journal: Path | None = None) -> None:
        self.game = game
        self.number: int | None = None
        self.waiting: list[ThrowRequest] = []
        self.journal = journal
        #: How many are sent at most; fewer up to a throw that was refused.
        self.most = BATCH
        if journal is not None and journal.exists():
            self._read(journal)

    def add(self, die: int, move: str | None) -> ThrowRequest:
        """Keep a throw; from here on it is not lost, where there is a journal."""
        thrown = ThrowRequest(
            die=die,
            move=move,
            id=str(uuid.uuid4()),
            happened_at=datetime.now(UTC).isoformat(timespec="milliseconds"),
        )
        self.waiting.append(thrown)
        if self.journal is not None and self.journal.exists():
            with self.journal.open("a", encoding="utf-8") as file:
                file.write(json.dumps(thrown) + "\n")
                file.flush()
                os.fsync(file.fileno())
        else:
            self._write()
        return thrown

    def call(self) -> Call[Recorded]:
        """The request for what is first in line."""
        batch = [ThrowRequest(**each) for each in self.waiting[: self.most]]
        if self.number is not None:
            batch[0]["expected"] = self.number
        return api.games_throws_create(self.game, batch)

    def know(self, game: Game) -> None:
        """Build on this state of the game from now on."""
        self.number = game["number"]
        self._write()

    def taken(self, call: Call[Recorded], answer: Recorded) -> None:
        """Put away what the site has."""
        arrived = {each["id"] for each in call.body}
        self.waiting = [each for each in self.waiting if each["id"] not in arrived]
        self.most = BATCH
        self.know(answer["game"])

    def goes_on_after(self, refused: IllegalThrow | Stale) -> bool:
        """Whether there is something to be sent all the same: what stands before an illegal throw, or after others'.

        What somebody else has recorded is no conflict where it is beside the board, or the very same throws: these
        stand once.
        """
        if isinstance(refused, IllegalThrow):
            self.most = refused.index
            if self.most == 0:
                self.most = BATCH
                return False
            return True
        same = self._same(refused.missed)
        if same is None or refused.current is None:
            return False
        del self.waiting[:same]
        self.know(refused.current)
        return True

    def _same(self, missed: list[Event]) -> int | None:
        """How many of the throws that wait others have recorded too; `None` where they have recorded otherwise."""
        told = [each for each in missed if each["kind"] not in BESIDE_THE_BOARD]
        for event, mine in zip(told, self.waiting, strict=False):
            theirs = (event["payload"].get("die"), event["payload"].get("move"))
            if event["kind"] != "throw" or theirs != (mine["die"], mine.get("move")):
                return None
        return len(told) if len(told) <= len(self.waiting) else None

    def discard(self) -> list[ThrowRequest]:
        """Leave out what waits, and say what it was."""
        left, self.waiting, self.number = self.waiting, [], None
        self._write()
        return left

    def _write(self) -> None:
        """The journal anew: at no moment is there half of one."""
        if self.journal is None:
            return
        if not self.waiting:
            self.journal.unlink(missing_ok=True)
            return
        head = {"game": self.game, "number": self.number}
        beside = self.journal.with_suffix(self.journal.suffix + ".new")
        with beside.open("w", encoding="utf-8") as file:
            file.writelines(json.dumps(line) + "\n" for line in [head, *self.waiting])
            file.flush()
            os.fsync(file.fileno())
        beside.replace(self.journal)
        _sync_folder(self.journal.parent)

    def _read(self, journal: Path) -> None:
        text = journal.read_text(encoding="utf-8")
        lines = [line for line in map(_read_line, text.splitlines()) if line]
        if not lines:
            return
        if lines[0].get("game") != self.game:
            raise ValueError(f"{journal} is the journal of another game: {lines[0].get('game')}")
        self.number = lines[0]["number"]
        self.waiting = [cast("ThrowRequest", line) for line in lines[1:]]
        if not text.endswith("\n"):
            # The next throw would be added to the piece of a line, and be lost with it.
            self._write()


def _sync_folder(folder: Path) -> None:
    """Have the name of a file on the disk too; Windows has no such call and needs none."""
    if os.name != "posix":
        return
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _read_line(line: str) -> Mapping[str, Any] | None:
    """A line of a journal; one that a power cut has cut off was not promised to anybody."""
    try:
        found: Mapping[str, Any] = json.loads(line)
    except ValueError:
        return None
    return found
