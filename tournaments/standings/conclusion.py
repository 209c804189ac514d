"""What of an event is concluded, and on which day it ended."""

from collections.abc import Collection
from datetime import date, datetime

from django.utils import timezone

from tournaments.models import Event
from tournaments.ranking_rules import RankingRules
from tournaments.ranking_rules.points import parts
from tournaments.standings.event_state import EventState


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
    return day_of(event_state, ends_of(event_state, {game.number for game in event_state.verdict.games}))


def concluded_keys(event_state: EventState) -> list[str]:
    if not gives_points(event_state.event):
        return []
    return [part.key for part in parts(event_state.verdict)]


def ends_of(event_state: EventState, numbers: Collection[int]) -> list[datetime | None]:
    """Return when the games of these numbers ended, None where unknown; a forfeited one may have no row."""
    return [played.game.ended_at for played in event_state.games if played.number in numbers]


def day_of(event_state: EventState, ends: list[datetime | None]) -> date:
    """Return the local day of the last end, or what comes in its place."""
    known = [end for end in ends if end]
    if known and len(known) == len(ends):
        return timezone.localdate(max(known))
    if event_state.event.ended_on:
        return event_state.event.ended_on
    return timezone.localdate(max(known)) if known else event_state.event.starts_on
