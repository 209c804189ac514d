"""The clock of a game: started, paused, resumed, stopped at the time limit (rulebook §11)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Any


class Action(StrEnum):
    """What is done to a clock."""

    START = "start"
    PAUSE = "pause"
    RESUME = "resume"
    LIMIT = "limit"


@dataclass(frozen=True, slots=True)
class Clock:
    """Playing time: what had been ``played`` when the clock last stopped, and since when it runs, if it does."""

    played: timedelta = timedelta()
    since: datetime | None = None
    started: bool = False
    limit_reached: bool = False

    @classmethod
    def of(cls, told: Mapping[str, Any]) -> Clock:
        """The clock that ``as_json`` has told; one never started where nothing is told."""
        if not told:
            return cls()
        since = told["since"]
        return cls(
            timedelta(milliseconds=told["played_ms"]),
            None if since is None else datetime.fromisoformat(since),
            True,
            told["limit_reached"],
        )

    def as_json(self) -> dict[str, Any]:
        """Plain values: ``played_ms``, ``since`` and ``limit_reached``; nothing for a clock never started."""
        if not self.started:
            return {}
        return {
            "played_ms": self.played // timedelta(milliseconds=1),
            "since": None if self.since is None else self.since.isoformat(timespec="milliseconds"),
            "limit_reached": self.limit_reached,
        }

    @property
    def possible(self) -> tuple[Action, ...]:
        """What can be done to it now."""
        if not self.started:
            return (Action.START,)
        if self.since is not None:
            return (Action.PAUSE, Action.LIMIT)
        return (Action.RESUME,) if self.limit_reached else (Action.RESUME, Action.LIMIT)

    def after(self, action: Action, at: datetime) -> Clock:
        """The clock after what is ``possible`` was done at a moment not before it began to run."""
        if action in (Action.START, Action.RESUME):
            return replace(self, since=at, started=True, limit_reached=False)
        played = self.played if self.since is None else self.played + (at - self.since)
        return replace(self, played=played, since=None, limit_reached=action is Action.LIMIT)

    def reading(self, now: datetime) -> timedelta:
        """The time played until now."""
        return self.played if self.since is None else self.played + max(now - self.since, timedelta())
