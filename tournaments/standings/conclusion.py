"""What an event has concluded so far, as the values that the rules of the rankings score."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import date, datetime

from django.utils import timezone

from rules.i18n import Text, Verbatim
from tournaments.models import Event
from tournaments.ranking_rules import Award, Honoured, PlayerPoints
from tournaments.ranking_rules.conclusions import Part, gpp_of, parts, points_of
from tournaments.standings.event_state import Course


@dataclass(frozen=True, slots=True)
class Concluded:
    """An event, or a part of it, that is concluded: when, and what it gave; ``gpp`` by player where there are any."""

    key: str
    name: Text
    is_unit: bool
    ended_on: date
    ended_at: datetime | None
    points: tuple[PlayerPoints, ...]
    gpp: Mapping[str, int]


def honoured(event: Event) -> Honoured | None:
    """What the event is in the rankings; None if it gives no points."""
    return event.format.honoured if event.ranked else None


def gives_points(event: Event) -> bool:
    """Whether it counts in a list."""
    return honoured(event) is not None


def ended_on(course: Course) -> date | None:
    """The local day on which the last game that counts ended; None before the event is finished.

    Where that is not known – results typed in without a time – the day that is kept with the event, or that of the
    last end that is known, or the day on which the event began.
    """
    if course.verdict.finished is None:
        return None
    return _day(course, _ends(course, {game.number for game in course.verdict.games}))


def concluded_keys(course: Course) -> list[str]:
    """The keys of what has given ranking points so far."""
    if not gives_points(course.event):
        return []
    return [part.key for part in parts(course.verdict)]


def concluded(course: Course, awarded: Mapping[str, Award]) -> tuple[Concluded, ...]:
    """What is concluded: the parts that count by themselves in order, then the event. ``awarded``: CP by entry key."""
    rules = honoured(course.event)
    if rules is None:
        return ()
    return tuple(_concluded(course, rules, part, awarded) for part in parts(course.verdict))


def _concluded(course: Course, rules: Honoured, part: Part, awarded: Mapping[str, Award]) -> Concluded:
    event = course.event
    ends = _ends(course, part.games)
    day = _day(course, ends)
    name = (
        Verbatim(event.name)
        if part.name is None
        else Text("{event}: {part}", event=event.name, part=part.name)
    )
    return Concluded(
        key=part.key,
        name=name,
        is_unit=part.is_unit,
        ended_on=day,
        ended_at=max((end for end in ends if end), default=None),
        points=points_of(
            part, course.contest, course.verdict, rules, level=event.level, ended_on=day, awarded=awarded
        ),
        gpp=gpp_of(part, rules),
    )


def _ends(course: Course, numbers: Collection[int]) -> list[datetime | None]:
    """When the games of these numbers ended, None where nobody has told; a forfeited one may have no row."""
    return [played.game.ended_at for played in course.games if played.number in numbers]


def _day(course: Course, ends: list[datetime | None]) -> date:
    known = [end for end in ends if end]
    if known and len(known) == len(ends):
        return timezone.localdate(max(known))
    if course.event.ended_on:
        return course.event.ended_on
    return timezone.localdate(max(known)) if known else course.event.starts_on
