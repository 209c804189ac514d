"""The clock of a game: started, paused, resumed, given a time limit, stopped there (rulebook §11)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from typing import Any

from rules.kernel import clock as kernel


class ClockAction(StrEnum):
    """What can be done to a clock."""

    START = "start"
    PAUSE = "pause"
    RESUME = "resume"
    LIMIT = "limit"
    SET = "set"


#: The clock actions as the bits of ``rules.kernel.clock``.
_BITS = {
    ClockAction.START: kernel.START,
    ClockAction.PAUSE: kernel.PAUSE,
    ClockAction.RESUME: kernel.RESUME,
    ClockAction.LIMIT: kernel.LIMIT,
    ClockAction.SET: kernel.SET,
}
_TICK = timedelta(microseconds=1)
_MILLISECOND = timedelta(milliseconds=1)
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Clock:
    """Playing time: what had been ``played`` when the clock last stopped, and since when it runs, if it does.

    ``limit`` is the playing time that is allowed, if there is one; nothing happens by itself when it is over.
    """

    played: timedelta = timedelta()
    since: datetime | None = None
    started: bool = False
    limit_reached: bool = False
    limit: timedelta | None = None

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Clock:
        """Read the clock that ``as_json`` wrote; empty input is a clock never started."""
        if not data:
            return cls()
        limit = timedelta(milliseconds=data["limit_ms"]) if "limit_ms" in data else None
        if "played_ms" not in data:
            return cls(limit=limit)
        since = data["since"]
        return cls(
            timedelta(milliseconds=data["played_ms"]),
            None if since is None else datetime.fromisoformat(since),
            True,
            data["limit_reached"],
            limit,
        )

    def as_json(self) -> dict[str, Any]:
        """Serialise to ``played_ms``, ``since`` and ``limit_reached``, which only a clock that was started has.

        With a limit there is ``limit_ms``.
        """
        limit = {} if self.limit is None else {"limit_ms": self.limit // _MILLISECOND}
        if not self.started:
            return limit
        return {
            "played_ms": self.played // _MILLISECOND,
            "since": self.since and self.since.isoformat(timespec="milliseconds").replace("+00:00", "Z"),
            "limit_reached": self.limit_reached,
            **limit,
        }

    @property
    def possible(self) -> tuple[ClockAction, ...]:
        now = kernel.possible_actions(self.started, self.since is not None, self.limit_reached)
        return tuple(action for action, bit in _BITS.items() if now & bit)

    def after(self, action: ClockAction, at: datetime) -> Clock:
        """Return the clock after a ``possible`` action at ``at``, a moment not before it began to run."""
        if action in (ClockAction.START, ClockAction.RESUME):
            return replace(self, since=at, started=True, limit_reached=False)
        return replace(self, played=self.elapsed(at), since=None, limit_reached=action is ClockAction.LIMIT)

    @property
    def limit_seconds(self) -> int:
        """Return the time limit in seconds; ``NO_LIMIT`` where there is none."""
        return kernel.NO_LIMIT if self.limit is None else self.limit // timedelta(seconds=1)

    def elapsed(self, now: datetime) -> timedelta:
        """Return the time played until ``now``."""
        since = kernel.STANDS if self.since is None else _ticks(self.since)
        return kernel.played_until(self.played // _TICK, since, _ticks(now)) * _TICK

    def is_over(self, now: datetime) -> bool:
        """Check whether it has been started and its limit is reached; without a limit it never is."""
        return self.started and self.limit is not None and self.elapsed(now) >= self.limit


def _ticks(moment: datetime) -> int:
    return (moment - _EPOCH) // _TICK
