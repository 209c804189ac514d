"""A site with many games backed up and restored: seconds of each command, the size of the file, most memory.

In databases of their own: from SQLite into SQLite, into a PostgreSQL that is started for it, and back. Some games are
played to their end, then again and again under other ids, their chains sealed anew.
"""

import os
import resource
import subprocess
import sys
import tempfile
import time
import uuid
from datetime import UTC, datetime
from pathlib import Path
from random import Random

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
folder = tempfile.TemporaryDirectory(prefix="rauswurf-bench-")
os.environ |= {"DATA_DIR": folder.name, "LOG_LEVEL": "WARNING"}
os.environ.pop("DATABASE_URL", None)
django.setup()

from django.core.management import call_command  # noqa: E402

from bench.calibration import calibrate  # noqa: E402
from bench.size import sized  # noqa: E402
from games.domain.hash_chain import GENESIS, seal_hash  # noqa: E402
from games.models import Game, GameEvent, Player, Seat  # noqa: E402
from games.services import recorder  # noqa: E402
from games.services.bots import play_on  # noqa: E402
from rules import RULE_SETS  # noqa: E402
from rules.policies import POLICIES  # noqa: E402
from tests import servers  # noqa: E402
from tournaments.statistics.update import count_due, note  # noqa: E402

GAMES = sized(200, 10_000)
PLAYED = 10
BEGIN = datetime(2026, 1, 1, tzinfo=UTC)
COLOURS = (("yellow", "red"), ("green", "black"))


def fill() -> None:
    """So many games, all of them over."""
    players = [Player.objects.create(name=f"Player {number}") for number in range(2)]
    played = [_played(players, Random(number)) for number in range(PLAYED)]
    rows = {game.pk: (list(game.seats.all()), list(game.events.all())) for game in played}
    for number in range(PLAYED, GAMES):
        game = played[number % PLAYED]
        _again(game, *rows[game.pk])
    note(Game.objects.values_list("pk", flat=True))
    count_due(now=datetime.now(UTC))


def _played(players: list[Player], lots: Random) -> Game:
    game = recorder.create_game(
        rules=RULE_SETS["xmadn-2t"], seats=list(zip(players, COLOURS, strict=True)), actor="bench", now=BEGIN
    )
    recorder.start_game(game_id=game.pk, starter="yellow", actor="bench", now=BEGIN)
    play_on(
        game_id=game.pk,
        policy=POLICIES["front"],
        lots=lots,
        clock=lambda: BEGIN,
        actor="bench",
        at_once=recorder.MOST_THROWS,
    )
    return Game.objects.get(pk=game.pk)


def _again(game: Game, seats: list[Seat], events: list[GameEvent]) -> None:
    """The same game once more, under another id."""
    head, game_id = GENESIS, uuid.uuid4()
    copies = []
    for event in events:
        fields = {field.attname: getattr(event, field.attname) for field in GameEvent._meta.concrete_fields}
        copy = GameEvent(**{**fields, "id": None, "game_id": game_id, "client_id": uuid.uuid4()})
        head = seal_hash(copy, head).hash
        copies.append(copy)
    fields = {field.attname: getattr(game, field.attname) for field in Game._meta.concrete_fields}
    Game.objects.create(**{**fields, "id": game_id, "head": head})
    Seat.objects.bulk_create(
        Seat(game_id=game_id, player=seat.player, colour=seat.colour, role=seat.role, order=seat.order)
        for seat in seats
    )
    GameEvent.objects.bulk_create(copies)


def timed(name: str, *arguments: str, **variables: str) -> None:
    """Run a command; print how long it took, how long it computed and how much memory it took at most."""
    begun = time.monotonic()
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    command = [sys.executable, "manage.py", *arguments]
    done = subprocess.run(
        command,
        env={**os.environ, **variables},
        cwd=Path(__file__).parent.parent,
        stdout=subprocess.PIPE,  # what goes wrong is told on stderr
        text=True,
        check=True,
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    computed = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    seconds = time.monotonic() - begun
    print(f"{name}: {seconds:.1f} s, {computed:.1f} s of CPU, {after.ru_maxrss / 1024:.0f} MB at most")
    print(f"  {done.stdout.strip().splitlines()[-1]}")


def main() -> None:
    """Fill, back up, read the file, restore."""
    print(calibrate())
    call_command("migrate", verbosity=0)
    fill()
    print(f"{Game.objects.count()} games, {GameEvent.objects.count()} events")
    database = Path(folder.name) / "rauswurf.sqlite3"
    file = Path(folder.name) / "b.tar.gz"
    timed("backup", "backup", str(file))
    print(f"database {database.stat().st_size / 1e6:.0f} MB, backup {file.stat().st_size / 1e6:.0f} MB")
    timed("restore --check", "restore", str(file), "--check")
    timed("restore", "restore", str(file), DATA_DIR=new_folder("there"))
    with servers.postgresql() as url:
        on_postgresql = {"DATA_DIR": new_folder("postgresql"), "DATABASE_URL": url}
        timed("restore into PostgreSQL", "restore", str(file), **on_postgresql)
        back = Path(folder.name) / "back.tar.gz"
        timed("backup from PostgreSQL", "backup", str(back), **on_postgresql)
    timed("restore of that into SQLite", "restore", str(back), DATA_DIR=new_folder("back"))


def new_folder(name: str) -> str:
    """Make a folder for the data of another site."""
    path = Path(folder.name) / name
    path.mkdir()
    return str(path)


if __name__ == "__main__":
    main()
