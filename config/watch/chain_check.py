"""The walk along all hash chains: once a day by itself, a portion at a time, and what it found last.

It is in ``DATA_DIR/chain-check.json``, not in the database: what proves the database is beside it.
"""

import json
import logging
import math
import time
import uuid
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field, replace
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

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
    """A walk: when it ended (``None``: it is under way), the logs it walked, and those that did not hold together."""

    ended_at: datetime | None = None
    logs: int = 0
    broken: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class _State:
    """What is stored: the last whole walk, and how far the one under way has come."""

    last: ChainCheck | None = None
    present: ChainCheck | None = None
    after: str = ""


def last_check() -> ChainCheck | None:
    """Return the last whole walk; ``None`` where there was none."""
    return _read().last


def is_due(*, now: datetime) -> bool:
    """Check whether all chains are to be walked, or a walk goes on."""
    state = _read()
    if state.present is not None:
        return True
    since = (
        state.last.ended_at if state.last else Game.objects.aggregate(first=Min("created_at"))["first"]
    ) or now
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
    _write(_State(_read().last))
    walk(seconds=math.inf)
    check = last_check()
    assert check is not None
    return check


def walk(*, seconds: float) -> int:
    """Go on with the walk, or begin one, for so long; how many logs were walked."""
    state, until, walked = _read(), time.monotonic() + seconds, 0
    present = state.present or ChainCheck()
    after = state.after
    games = Game.objects.order_by("pk")
    for game in (games.filter(pk__gt=uuid.UUID(after)) if after else games).iterator(chunk_size=100):
        if time.monotonic() > until:
            _write(_State(state.last, present, after))
            return walked
        if fault := fault_beside_recording(game):
            logger.error("chains: %s: %s", game.pk, fault)
            present.broken.append(f"{game.pk}: {fault}")
        present, after, walked = replace(present, logs=present.logs + 1), str(game.pk), walked + 1
    _write(_State(last=replace(present, ended_at=timezone.now())))
    return walked


def _file() -> Path:
    return Path(settings.DATA_DIR) / "chain-check.json"


def _read() -> _State:
    try:
        stored = json.loads(_file().read_text(encoding="utf-8"))
        return _State(_check(stored["last"]), _check(stored["present"]), str(stored["after"]))
    except (OSError, ValueError, KeyError, TypeError):
        return _State()


def _check(stored: dict[str, Any] | None) -> ChainCheck | None:
    if stored is None:
        return None
    ended = stored["ended_at"]
    return ChainCheck(**{**stored, "ended_at": ended and datetime.fromisoformat(ended)})


def _write(state: _State) -> None:
    draft = _file().with_suffix(".draft")
    draft.write_text(json.dumps(asdict(state), default=datetime.isoformat), encoding="utf-8")
    draft.replace(_file())
