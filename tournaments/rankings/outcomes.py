"""What an event has concluded so far, as the values that the rules of the rankings score."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import date, datetime

from django.utils import timezone

from rules.text import Text
from tournaments.course import Course
from tournaments.formats import Standings
from tournaments.honours import HONOURED, Award, Honoured, Outcome, PlayerPoints, WonGame, scored
from tournaments.honours.points import Placed
from tournaments.models import Event
from tournaments.models.event_unit import WHOLE


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
    return HONOURED.get(event.format_key) if event.ranked else None


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
    return [unit.key for unit in course.verdict.units] + ([WHOLE] if course.verdict.finished else [])


def concluded(course: Course, awarded: Mapping[str, Award]) -> tuple[Concluded, ...]:
    """What is concluded: the parts that count by themselves in order, then the event. ``awarded``: CP by entry key."""
    rules, verdict, event = honoured(course.event), course.verdict, course.event
    if rules is None:
        return ()
    found = [
        _concluded(
            course,
            rules,
            unit.key,
            Text(f"{event.name}: {unit.name.en}", f"{event.name}: {unit.name.de}"),
            unit.standings,
            set(unit.games),
            {},
            is_unit=True,
        )
        for unit in verdict.units
    ]
    if verdict.finished:
        numbers = {game.number for game in verdict.games}
        name = Text(event.name, event.name)
        parts = bool(verdict.units)
        found.append(
            _concluded(course, rules, WHOLE, name, verdict.standings, numbers, awarded, is_unit=not parts)
        )
    return tuple(found)


def _concluded(
    course: Course,
    rules: Honoured,
    key: str,
    name: Text,
    standings: Standings,
    numbers: Collection[int],
    awarded: Mapping[str, Award],
    *,
    is_unit: bool,
) -> Concluded:
    ends = _ends(course, numbers)
    day = _day(course, ends)
    outcome = Outcome(
        ended_on=day,
        level=course.event.level,
        players=course.contest.entrants,
        places=tuple(Placed(row.entrant, row.place, row.shared) for row in standings.rows),
        games=_games(course, numbers),
        shares_tied_games=rules.shares_tied_games,
        compensated=rules.compensated,
        awarded=awarded,
    )
    return Concluded(
        key=key,
        name=name,
        is_unit=is_unit,
        ended_on=day,
        ended_at=max((end for end in ends if end), default=None),
        points=scored(outcome),
        gpp={row.entrant: int(row.figures[0]) for row in standings.rows} if rules.has_gpp else {},
    )


def _games(course: Course, numbers: Collection[int]) -> tuple[WonGame, ...]:
    """The games of these numbers that count. One that gave its winner nothing was not played for a win (Game 0)."""
    seated = {result.number: result for result in course.contest.results}
    games = []
    for game in course.verdict.games:
        if game.number not in numbers:
            continue
        gave = {score.entrant: score.points for score in game.scores}
        result = seated.get(game.number)
        places = [result.seating.leader(colour) for colour in result.places] if result else []
        winners = tuple(winner for winner in game.winners if gave[winner] > 0)
        games.append(WonGame(game.number, winners, tuple(dict.fromkeys(places))))
    return tuple(games)


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
