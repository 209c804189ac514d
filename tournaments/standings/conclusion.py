"""Conclusions of an event so far, as the values that the ranking rules score."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import date, datetime

from django.utils import timezone

from rules import Text, Verbatim
from tournaments.models import Event
from tournaments.ranking_rules import Award, PlayerPoints, RankingRules
from tournaments.ranking_rules.points import ConcludedPart, gpp_of, parts, points_of
from tournaments.standings.event_state import EventState


@dataclass(frozen=True, slots=True)
class Conclusion:
    """An event, or a part of it, that is concluded: when, and what it gave; ``gpp`` by player where there are any."""

    key: str
    name: Text
    is_unit: bool
    ended_on: date
    ended_at: datetime | None
    points: tuple[PlayerPoints, ...]
    gpp: Mapping[str, int]


def ranking_rules_of(event: Event) -> RankingRules | None:
    """Return the ranking rules of the event; None if it gives no points."""
    return event.format.honoured if event.ranked else None


def gives_points(event: Event) -> bool:
    return ranking_rules_of(event) is not None


def ended_on(event_state: EventState) -> date | None:
    """Return the local day on which the last game that counts ended; None before the event is finished.

    Where that is not known – results typed in without a time – the day that is stored with the event, or that of the
    last end that is known, or the day on which the event began.
    """
    if event_state.verdict.finished is None:
        return None
    return _day(event_state, _ends(event_state, {game.number for game in event_state.verdict.games}))


def concluded_keys(event_state: EventState) -> list[str]:
    if not gives_points(event_state.event):
        return []
    return [part.key for part in parts(event_state.verdict)]


def conclusions_of(event_state: EventState, awarded: Mapping[str, Award]) -> tuple[Conclusion, ...]:
    """Return the concluded parts that count by themselves in order, then the event. ``awarded``: CP by entry key."""
    rules = ranking_rules_of(event_state.event)
    if rules is None:
        return ()
    return tuple(_concluded(event_state, rules, part, awarded) for part in parts(event_state.verdict))


def _concluded(
    event_state: EventState, rules: RankingRules, part: ConcludedPart, awarded: Mapping[str, Award]
) -> Conclusion:
    event = event_state.event
    ends = _ends(event_state, part.games)
    day = _day(event_state, ends)
    name = (
        Verbatim(event.name)
        if part.name is None
        else Text("{event}: {part}", event=event.name, part=part.name)
    )
    return Conclusion(
        key=part.key,
        name=name,
        is_unit=part.is_unit,
        ended_on=day,
        ended_at=max((end for end in ends if end), default=None),
        points=points_of(
            part,
            event_state.contest,
            event_state.verdict,
            rules,
            level=event.level,
            ended_on=day,
            awarded=awarded,
        ),
        gpp=gpp_of(part, rules),
    )


def _ends(event_state: EventState, numbers: Collection[int]) -> list[datetime | None]:
    """Return when the games of these numbers ended, None where unknown; a forfeited one may have no row."""
    return [played.game.ended_at for played in event_state.games if played.number in numbers]


def _day(event_state: EventState, ends: list[datetime | None]) -> date:
    known = [end for end in ends if end]
    if known and len(known) == len(ends):
        return timezone.localdate(max(known))
    if event_state.event.ended_on:
        return event_state.event.ended_on
    return timezone.localdate(max(known)) if known else event_state.event.starts_on
