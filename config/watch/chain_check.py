"""The walk along all hash chains: once a day by itself, a portion at a time, and what it found last.

It is in ``DATA_DIR/chain-check.json``, not in the database: what proves the database is beside it.
"""

import json
import logging
import math
import time
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from datetime import datetime, timedelta
from pathlib import Path

from django.conf import settings
from django.db.models import Min
from django.utils import timezone

from games.models import Game
from games.queries.chains import fault_beside_recording
from games.work.kinds import WHOLE, Due, Lane, Work

logger = logging.getLogger(__name__)

#: By night it is due after a day, by day only where it was left over.
AFTER, AT_LAST = timedelta(hours=20), timedelta(hours=36)
NIGHT = range(2, 6)
#: So long is walked at a time, and not again for so long: a worker has other things to do, too.
SECONDS, REST = 60.0, timedelta(minutes=9)


@dataclass(frozen=True, slots=True)
class ChainCheck:
    """A walk: when it ended, the logs it walked, those that did not hold together, and the last one that it came to."""

    ended_at: datetime | None = None
    logs: int = 0
    broken: Sequence[str] = ()
    after: str = ""


def last_check() -> ChainCheck | None:
    """Return the last whole walk; ``None`` where there was none."""
    return _read("last")


def is_due(*, now: datetime) -> bool:
    """Check whether all chains are to be walked, or a walk goes on."""
    if _read("present") is not None:
        return True
    last = last_check()
    since = (last.ended_at if last else Game.objects.aggregate(first=Min("created_at"))["first"]) or now
    waited = now - since
    return waited > AT_LAST or (waited > AFTER and timezone.localtime(now).hour in NIGHT)


def _due(now: datetime) -> Iterator[Due]:
    if is_due(now=now):
        yield WHOLE, None


def _walk_on(key: str, now: datetime) -> timedelta | None:
    walk(seconds=SECONDS)
    return REST if is_due(now=now) else None


WORK = Work("chain check", Lane.LONG, 60.0, _due, _walk_on, patience=timedelta(minutes=10))


def walk_all() -> ChainCheck:
    """Walk all chains from the first on, wherever a walk has come, and return what was found."""
    _write(last=last_check(), present=None)
    walk(seconds=math.inf)
    check = last_check()
    assert check is not None
    return check


def walk(*, seconds: float) -> None:
    """Go on with the walk, or begin one, for so long."""
    until, present = time.monotonic() + seconds, _read("present") or ChainCheck()
    games = Game.objects.filter(pk__gt=present.after) if present.after else Game.objects.all()
    for game in games.order_by("pk").iterator(chunk_size=100):
        if time.monotonic() > until:
            _write(last=last_check(), present=present)
            return
        present = replace(present, logs=present.logs + 1, after=str(game.pk))
        if fault := fault_beside_recording(game):
            logger.error("chains: %s: %s", game.pk, fault)
            present = replace(present, broken=(*present.broken, f"{game.pk}: {fault}"))
    _write(last=replace(present, ended_at=timezone.now()), present=None)


def _file() -> Path:
    return Path(settings.DATA_DIR) / "chain-check.json"


def _read(which: str) -> ChainCheck | None:
    try:
        stored = json.loads(_file().read_text(encoding="utf-8"))[which]
        if stored is None:
            return None
        ended = stored.pop("ended_at")
        return ChainCheck(ended and datetime.fromisoformat(ended), **stored)
    except (OSError, ValueError, LookupError, TypeError, AttributeError):
        return None


def _write(**walks: ChainCheck | None) -> None:
    draft = _file().with_suffix(".draft")
    stored = {which: walk and asdict(walk) for which, walk in walks.items()}
    draft.write_text(json.dumps(stored, default=datetime.isoformat), encoding="utf-8")
    draft.replace(_file())
