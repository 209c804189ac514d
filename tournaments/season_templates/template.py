"""The template of a season: which events there are every year, and in which week."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, timedelta
from typing import Any

from rules.i18n import Text
from tournaments.season_templates.plan import EventPlan, SeasonPlan

SATURDAY = 5
#: Years for which there can be a calendar.
YEARS = range(1900, 3000)


@dataclass(frozen=True, slots=True)
class Play:
    """What is played: a format by its key, the rule set, and the settings that are not its defaults."""

    format: str
    rules: str
    settings: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class PlannedEvent:
    """An event of every year. ``{year}`` in its name is the year of the season.

    ``week`` counts the weeks of the season from 1: the event is on the ``week``-th ``weekday`` (Monday is 0)
    from the first day of the season on. So it is on the same day of the week in every year.
    """

    key: str
    name: str
    level: int
    week: int
    play: Play
    weekday: int = SATURDAY

    def on(self, first_day: date) -> date:
        """Its day in the season that begins on ``first_day``."""
        return first_day + timedelta(days=(self.weekday - first_day.weekday()) % 7 + 7 * (self.week - 1))


@dataclass(frozen=True, slots=True)
class Stretch:
    """A part of the season with its events: a sub-season, or what lies between two."""

    name: Text
    events: tuple[PlannedEvent, ...]


@dataclass(frozen=True, slots=True)
class SeasonTemplate:
    """The calendar of a season for any year; ``slug`` and ``season`` name it, with ``{year}``."""

    key: str
    name: Text
    about: Text
    slug: str
    season: str
    stretches: tuple[Stretch, ...]

    def plan(self, year: int, first_day: date | None = None) -> SeasonPlan:
        """The season of that year; it begins on 1 January, or on ``first_day``, and lasts a year."""
        starts_on = first_day or date(year, 1, 1)
        events = [
            EventPlan(
                key=event.key,
                stretch=stretch.name,
                slug=f"{event.key}-{year}",
                name=event.name.format(year=year),
                format=event.play.format,
                rules=event.play.rules,
                settings=dict(event.play.settings),
                level=event.level,
                starts_on=event.on(starts_on),
            )
            for stretch in self.stretches
            for event in stretch.events
        ]
        return SeasonPlan(
            slug=self.slug.format(year=year),
            name=self.season.format(year=year),
            starts_on=starts_on,
            ends_on=_a_year_later(starts_on),
            events=tuple(sorted(events, key=lambda event: event.starts_on)),
        )


def _a_year_later(first_day: date) -> date:
    """The last day of a year that begins on ``first_day``."""
    # Counted from the first of the month: of a year that begins on 29 February the last day is the 28th.
    return date(first_day.year + 1, first_day.month, 1) + timedelta(days=first_day.day - 2)
