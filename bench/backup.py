"""A site with many games backed up and restored: seconds of each command by the clock and of CPU, most memory.

In databases of their own: from SQLite into SQLite and into a PostgreSQL that is started for it. Some games are played
to their end, then again and again side by side under other ids, their chains sealed anew: what is copied are throws and
boards, so that ten thousand games are there in minutes. While the backup is made somebody records throw by throw.
"""

import os
import re
import resource
import subprocess
import sys
import tempfile
import time
import uuid
from datetime import UTC, datetime
from itertools import zip_longest
from pathlib import Path
from random import Random
from statistics import quantiles
from threading import Thread
from typing import Any

import django
import psycopg

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
folder = tempfile.TemporaryDirectory(prefix="rauswurf-bench-")
os.environ |= {"DATA_DIR": folder.name, "LOG_LEVEL": "WARNING"}
os.environ.pop("DATABASE_URL", None)
django.setup()

from django.core.management import call_command  # noqa: E402
from django.db import connection, transaction  # noqa: E402

from bench.calibration import calibrate  # noqa: E402
from bench.size import sized  # noqa: E402
from games.domain.hash_chain import GENESIS, seal_hash  # noqa: E402
from games.models import Game, GameEvent, Player, Seat  # noqa: E402
from games.services import recorder  # noqa: E402
from games.services.bots import play_on  # noqa: E402
from rules import RULE_SETS  # noqa: E402
from rules.policies import POLICIES  # noqa: E402
from tests import servers  # noqa: E402
from tournaments.players.update import count_due  # noqa: E402

GAMES = sized(200, 10_000)
#: So many are played, and copied side by side as in a hall.
PLAYED = 10
BEGIN = datetime(2026, 1, 1, tzinfo=UTC)
COLOURS = (("yellow", "red"), ("green", "black"))
#: Seconds between two throws, and between two looks at the memory.
PAUSE, LOOK = 0.03, 0.5
TICK = os.sysconf("SC_CLK_TCK")
COLUMNS = [str(field.column) for field in GameEvent._meta.concrete_fields if not field.primary_key]


def fill() -> None:
    """So many games, all of them over."""
    players = _players()
    played = [_played(players, Random(number)) for number in range(PLAYED)]
    logs = [(game, list(game.seats.all()), list(game.events.all()), _rows(game)) for game in played]
    with transaction.atomic():
        for first in range(PLAYED, GAMES, PLAYED):
            copies = [_copied(*log) for log in logs[: GAMES - first]]
            rows = [row for rows in zip_longest(*copies) for row in rows if row is not None]
            places = ", ".join(["%s"] * len(COLUMNS))
            with connection.cursor() as cursor:
                cursor.executemany(
                    f"INSERT INTO games_gameevent ({', '.join(COLUMNS)}) VALUES ({places})", rows
                )
    count_due()


def _players() -> list[Player]:
    return [Player.objects.create(name=f"Player {number}") for number in range(2)]


def _begun(players: list[Player]) -> Game:
    game = recorder.create_game(
        rules=RULE_SETS["xmadn-2t"], seats=list(zip(players, COLOURS, strict=True)), actor="bench", now=BEGIN
    )
    recorder.start_game(game_id=game.pk, starter="yellow", actor="bench", now=BEGIN)
    return game


def _played(players: list[Player], lots: Random) -> Game:
    game = _begun(players)
    play_on(
        game_id=game.pk,
        policy=POLICIES["front"],
        lots=lots,
        clock=lambda: BEGIN,
        actor="bench",
        at_once=recorder.MOST_THROWS,
    )
    return Game.objects.get(pk=game.pk)


def _rows(game: Game) -> list[dict[str, Any]]:
    with connection.cursor() as cursor:
        cursor.execute(
            f"SELECT {', '.join(COLUMNS)} FROM games_gameevent WHERE game_id = %s ORDER BY number",
            [game.pk.hex],
        )
        return [dict(zip(COLUMNS, row, strict=True)) for row in cursor.fetchall()]


def _copied(
    game: Game, seats: list[Seat], events: list[GameEvent], rows: list[dict[str, Any]]
) -> list[list[Any]]:
    """The same game once more, under another id; return the rows of its log."""
    head, game_id = GENESIS, uuid.uuid4()
    copied = []
    for event, row in zip(events, rows, strict=True):
        event.game_id, event.client_id = game_id, uuid.uuid4()
        head = seal_hash(event, head).hash
        row |= {"game_id": game_id.hex, "client_id": event.client_id.hex}
        copied.append(list((row | {"previous": event.previous, "hash": head}).values()))
    fields = {field.attname: getattr(game, field.attname) for field in Game._meta.concrete_fields}
    Game.objects.create(**{**fields, "id": game_id, "head": head})
    Seat.objects.bulk_create(
        Seat(game_id=game_id, player=seat.player, colour=seat.colour, role=seat.role, order=seat.order)
        for seat in seats
    )
    return copied


class Recording:
    """Somebody who records throw by throw, and how long each took."""

    def __init__(self) -> None:
        self._lots = Random(GAMES)
        self._players = list(Player.objects.all()[:2])
        self._game = _begun(self._players)

    def throw(self) -> float:
        """Record a throw; its milliseconds."""
        begun = time.monotonic()
        recorded = play_on(
            game_id=self._game.pk,
            policy=POLICIES["front"],
            lots=self._lots,
            clock=lambda: datetime.now(UTC),
            actor="bench",
            most=1,
        )
        took = (time.monotonic() - begun) * 1000
        if not recorded:
            self._game = _begun(self._players)
            return self.throw()
        time.sleep(PAUSE)
        return took

    def told(self, name: str, took: list[float]) -> None:
        """Print the middle and the slowest hundredth."""
        found = quantiles(took, n=100)
        print(f"throws {name}: {len(took)}, median {found[49]:.1f} ms, p99 {found[98]:.1f} ms")


class Watched:
    """A command in a process of its own, with what it and its children take; pages that they share count once."""

    def __init__(self, name: str, *arguments: str, server: int = 0, **variables: str) -> None:
        self._name, self._server = name, server
        self._served = _cpu_of(server)
        self._before = _cpu_of_children()
        self._begun = time.monotonic()
        self._most = 0
        self._process = subprocess.Popen(
            [sys.executable, "manage.py", *arguments],
            env={**os.environ, **variables},
            cwd=Path(__file__).parent.parent,
            stdout=subprocess.PIPE,  # what goes wrong is told on stderr
            text=True,
        )
        self._looking = Thread(target=self._look, daemon=True)
        self._looking.start()

    @property
    def goes_on(self) -> bool:
        """Whether it has not ended."""
        return self._process.poll() is None

    def end(self) -> None:
        """Wait for its end; print what it took, with the CPU of the database server where it has one."""
        said = self._process.communicate()[0]
        seconds = time.monotonic() - self._begun
        self._looking.join()
        if self._process.returncode:
            sys.exit(f"{self._name} failed: {said}")
        served = f" and {_cpu_of(self._server) - self._served:.1f} s of the server" if self._server else ""
        computed = _cpu_of_children() - self._before
        print(
            f"{self._name}: {seconds:.1f} s, {computed:.1f} s of CPU{served}, {self._most / 1024:.0f} MB at most"
        )
        print(f"  {said.strip().splitlines()[-1]}", flush=True)

    def _look(self) -> None:
        while self.goes_on:
            self._most = max(self._most, sum(map(_kilobytes, servers.family(self._process.pid))))
            time.sleep(LOOK)


def _kilobytes(process: int) -> int:
    try:
        told = Path(f"/proc/{process}/smaps_rollup").read_text(encoding="utf-8")
    except OSError:  # it has just ended
        return 0
    found = re.search(r"^Pss: +(\d+) kB", told, re.MULTILINE)
    return int(found[1]) if found else 0


def _cpu_of_children() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _cpu_of(server: int) -> float:
    """CPU seconds of a process, of its children, and of those that have ended."""
    if not server:
        return 0.0
    return sum(map(_ticks, servers.family(server))) / TICK


def _ticks(process: int) -> int:
    try:
        told = Path(f"/proc/{process}/stat").read_text(encoding="utf-8")
    except OSError:
        return 0
    return sum(map(int, told.rpartition(")")[2].split()[11:15]))


def _server_of(url: str) -> int:
    """The process whose children serve a database."""
    with psycopg.connect(url) as database:
        told = Path(f"/proc/{database.info.backend_pid}/stat").read_text(encoding="utf-8")
        return int(told.rpartition(")")[2].split()[1])


def main() -> None:
    """Fill, back up, read the file, restore."""
    print(calibrate())
    call_command("migrate", verbosity=0)
    begun, computed = time.monotonic(), time.process_time()
    fill()
    print(f"{Game.objects.count()} games, {GameEvent.objects.count()} events", end=" ")
    print(
        f"made in {time.monotonic() - begun:.1f} s, {time.process_time() - computed:.1f} s of CPU", flush=True
    )
    database, file = Path(folder.name) / "rauswurf.sqlite3", Path(folder.name) / "b.tar.gz"
    recording = Recording()
    recording.told("with nothing beside them", [recording.throw() for _ in range(300)])
    backup = Watched("backup", "backup", str(file))
    took = []
    while backup.goes_on:
        took.append(recording.throw())
    backup.end()
    recording.told("while the backup was made", took)
    print(f"database {database.stat().st_size / 1e6:.0f} MB, backup {file.stat().st_size / 1e6:.0f} MB")
    Watched("restore --check", "restore", str(file), "--check").end()
    with servers.postgresql() as url:
        server, there = _server_of(url), {"DATA_DIR": new_folder("postgresql"), "DATABASE_URL": url}
        Watched("restore into PostgreSQL", "restore", str(file), server=server, **there).end()
        back = Path(folder.name) / "back.tar.gz"
        Watched("backup from PostgreSQL", "backup", str(back), server=server, **there).end()
    back.unlink()
    Watched("restore into SQLite", "restore", str(file), DATA_DIR=new_folder("there")).end()


def new_folder(name: str) -> str:
    """Make a folder for the data of another site."""
    path = Path(folder.name) / name
    path.mkdir()
    return str(path)


if __name__ == "__main__":
    main()
