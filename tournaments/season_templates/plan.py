"""What is to be created: a season with its events, every date and name settled."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from datetime import date
from typing import Any

from rules.i18n import Text


@dataclass(frozen=True, slots=True)
class EventPlan:
    """An event to create; ``key`` is what it is called in its template, ``stretch`` the part of the season."""

    key: str
    stretch: Text
    slug: str
    name: str
    format: str
    rules: str
    settings: Mapping[str, Any]
    level: int
    starts_on: date


@dataclass(frozen=True, slots=True)
class SeasonPlan:
    """A season to create with its events, in the order in which they are played."""

    slug: str
    name: str
    starts_on: date
    ends_on: date
    events: tuple[EventPlan, ...]

    def renamed(self, *, slug: str, name: str) -> SeasonPlan:
        """The plan for a season of another name."""
        return replace(self, slug=slug, name=name)

    def without(self, keys: Collection[str]) -> SeasonPlan:
        """The plan without these events."""
        return replace(self, events=tuple(event for event in self.events if event.key not in keys))

    def changed(self, changes: Mapping[str, Mapping[str, Any]]) -> SeasonPlan:
        """The plan with other values for events, by their keys; ``KeyError`` for an event that is not in it."""
        strangers = changes.keys() - {event.key for event in self.events}
        if strangers:
            raise KeyError(min(strangers))
        events = [replace(event, **changes.get(event.key, {})) for event in self.events]
        return replace(self, events=tuple(sorted(events, key=lambda event: event.starts_on)))
