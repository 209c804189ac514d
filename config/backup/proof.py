"""The proof at the end of a restore: nothing is believed, everything is computed from the logs again.

The same as ``check_chains`` and ``rebuild_projections --check``, each log read once, the games shared by all cores.
"""

import multiprocessing
import uuid
from dataclasses import dataclass, field
from io import StringIO

from django.core.management import call_command
from django.db import connection, connections
from django.db.models import Prefetch

from config.backup.archive import ArchiveHead, Manifest
from config.backup.errors import BackupError
from config.backup.restore import Tell
from games import above
from games.models import Game, GameEvent
from games.queries.chains import fault_in
from games.services import projections
from rules import Text

#: Games whose logs a process has in memory together.
AT_ONCE = 20
#: The most complaints that are shown.
MOST_SHOWN = 20


class NotProven(BackupError):
    """Everything is there as in the backup, but the logs do not hold together or lead elsewhere."""

    def __init__(self, why: Text) -> None:
        super().__init__(Text("NOT PROVEN: everything is restored as in the backup, but {why}.", why=why))


@dataclass(slots=True)
class Findings:
    """What was found: chains that break, and what is stored otherwise than the logs say."""

    broken: list[str] = field(default_factory=list)
    differing: list[str] = field(default_factory=list)


def prove(head: ArchiveHead, manifest: Manifest, *, tell: Tell) -> str:
    """Walk every chain and compute again what follows from the logs. Return the verdict; raises ``NotProven``.

    What this version keeps otherwise than the one that made the backup is computed again, and reported.
    """
    tell("Walking every chain, comparing what is stored with the logs")
    found = look_at_everything()
    if found.broken:
        tell(_listed(found.broken))
        raise NotProven(Text("not every chain is whole (broken: {chains})", chains=len(found.broken)))
    stored = "is what the logs lead to"
    if found.differing:
        tell(f"{_listed(found.differing)}\nComputing it again")
        call_command("rebuild_projections", stdout=StringIO())
        stored = "was computed again from the logs where it differed"
        if left := look_at_everything().differing:
            tell(_listed(left))
            raise NotProven(Text("what is stored differs from the logs (places: {places})", places=len(left)))
    rows = sum(content.rows for content in manifest.tables.values())
    return (
        f"PROVEN: the backup of {head.made_at} is restored, {rows} rows in {len(manifest.tables)} tables;"
        f" all {manifest.games} chains with {manifest.events} events are whole, everything stored {stored}."
    )


def look_at_everything() -> Findings:
    """Look at every game and at all that follows from games."""
    games = list(Game.objects.order_by("pk").values_list("pk", flat=True))
    shares = [games[first : first + AT_ONCE] for first in range(0, len(games), AT_ONCE)]
    found = Findings()
    connections.close_all()  # each process opens its own
    if hasattr(connection, "close_pool"):  # PostgreSQL's: its threads would not be there in a fork
        connection.close_pool()
    with multiprocessing.get_context("fork").Pool() as pool:
        for some in pool.imap(look_at, shares):
            found.broken += some.broken
            found.differing += some.differing
    for derived in above.room.derived:
        found.differing += derived.check()
    return found


def look_at(games: list[uuid.UUID]) -> Findings:
    """Look at some games and their logs."""
    found = Findings()
    logs = Prefetch("events", GameEvent.objects.order_by("number"))
    for game in Game.objects.filter(pk__in=games).order_by("pk").prefetch_related(logs):
        events = list(game.events.all())
        if fault := fault_in(game, events):
            found.broken.append(f"game {game.pk}: {fault}")
        else:
            wrong = projections.differences_in(game, events)
            found.differing += [f"game {game.pk}: {difference}" for difference in wrong]
    return found


def _listed(complaints: list[str]) -> str:
    more = [f"… and {len(complaints) - MOST_SHOWN} more"] if len(complaints) > MOST_SHOWN else []
    return "\n".join([*complaints[:MOST_SHOWN], *more])
